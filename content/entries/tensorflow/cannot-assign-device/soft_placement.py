"""The same graph, with a session that may choose another device."""

import tensorflow as tf

v1 = tf.compat.v1

with tf.Graph().as_default():
    with tf.device("/GPU:0"):
        y = tf.constant([1.0]) + 2.0
    config = v1.ConfigProto(allow_soft_placement=True)
    value = v1.Session(config=config).run(y)
assert value.tolist() == [3.0]
