"""An operation without a kernel for the device: a GPU, and a string."""

import tensorflow as tf

v1 = tf.compat.v1

with tf.Graph().as_default():
    with tf.device("/GPU:0"):
        y = tf.strings.length("three")
    v1.Session().run(y)
