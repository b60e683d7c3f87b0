"""An operation without a kernel for the device: XLA's device, which needs no GPU, and a string."""

import tensorflow as tf

v1 = tf.compat.v1

with tf.Graph().as_default():
    with tf.device("/device:XLA_CPU:0"):
        y = tf.strings.length("three")
    v1.Session().run(y)
