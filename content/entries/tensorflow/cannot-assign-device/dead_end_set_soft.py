"""Soft placement in tf.config, beside a session that has a ConfigProto of its own."""

import tensorflow as tf

v1 = tf.compat.v1
tf.config.set_soft_device_placement(True)

with tf.Graph().as_default():
    with tf.device("/GPU:0"):
        y = tf.constant([1.0]) + 2.0
    config = v1.ConfigProto(log_device_placement=True)
    v1.Session(config=config).run(y)
