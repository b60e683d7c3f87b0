"""A tf.function, where placement was made strict."""

import tensorflow as tf

tf.config.set_soft_device_placement(False)


@tf.function
def add(x):
    with tf.device("/GPU:0"):
        return x + 2.0


add(tf.constant(1.0))
