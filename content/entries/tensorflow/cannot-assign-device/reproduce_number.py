"""The second of one device; a number that no GPU has is refused by the same check."""

import tensorflow as tf

v1 = tf.compat.v1
print([device.name for device in tf.config.list_logical_devices("CPU")])

with tf.Graph().as_default():
    with tf.device("/CPU:1"):
        y = tf.constant([1.0]) + 2.0
    v1.Session().run(y)
