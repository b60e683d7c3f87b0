"""The string again, with a session that may choose another device."""

import tensorflow as tf

v1 = tf.compat.v1

with tf.Graph().as_default():
    with tf.device("/device:XLA_CPU:0"):
        y = tf.strings.length("three")
    config = v1.ConfigProto(allow_soft_placement=True)
    value = v1.Session(config=config).run(y)
assert value == 5
