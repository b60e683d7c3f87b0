"""Soft placement, and a job that this process does not know."""

import tensorflow as tf

v1 = tf.compat.v1

with tf.Graph().as_default():
    with tf.device("/job:worker/GPU:0"):
        y = tf.constant([1.0]) + 2.0
    config = v1.ConfigProto(allow_soft_placement=True)
    v1.Session(config=config).run(y)
