"""A TensorFlow that sees a GPU: the same graph runs on it."""

import tensorflow as tf

v1 = tf.compat.v1
print(tf.test.is_built_with_cuda(), tf.config.list_physical_devices("GPU"))

with tf.Graph().as_default():
    with tf.device("/GPU:0"):
        y = tf.constant([1.0]) + 2.0
    value = v1.Session().run(y)
assert value.tolist() == [3.0]
