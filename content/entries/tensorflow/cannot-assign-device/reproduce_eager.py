"""Eager execution, where placement was made strict."""

import tensorflow as tf

tf.config.set_soft_device_placement(False)

with tf.device("/GPU:0"):
    y = tf.add(1.0, 2.0)
