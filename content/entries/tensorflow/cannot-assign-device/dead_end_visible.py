"""CUDA_VISIBLE_DEVICES=0, in a TensorFlow that was built without CUDA."""

import os

import tensorflow as tf

v1 = tf.compat.v1
assert os.environ["CUDA_VISIBLE_DEVICES"] == "0"

with tf.Graph().as_default():
    with tf.device("/GPU:0"):
        y = tf.constant([1.0]) + 2.0
    v1.Session().run(y)
