"""The same graph in a TensorFlow that can use CUDA, on a machine where it finds no GPU."""

import tensorflow as tf

v1 = tf.compat.v1
assert tf.test.is_built_with_cuda() and not tf.config.list_physical_devices("GPU")

with tf.Graph().as_default():
    with tf.device("/GPU:0"):
        y = tf.constant([1.0]) + 2.0
    v1.Session().run(y)
