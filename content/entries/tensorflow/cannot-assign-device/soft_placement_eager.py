"""Eager execution and a tf.function with soft placement switched on again."""

import tensorflow as tf

tf.config.set_soft_device_placement(False)
tf.config.set_soft_device_placement(True)

with tf.device("/GPU:0"):
    y = tf.add(1.0, 2.0)
print(y.device)
assert y.numpy() == 3.0
