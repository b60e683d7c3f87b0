"""PyTorch's name for a GPU."""

import tensorflow as tf

with tf.device("cuda:0"):
    y = tf.add(1.0, 2.0)
