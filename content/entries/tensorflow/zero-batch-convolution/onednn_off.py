"""The same without oneDNN's kernels: the results are as empty as they should be."""
import os

os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"  # before the import

import tensorflow as tf

layer = tf.keras.layers.Conv2D(4, 3)
with tf.device("CPU:0"):
    assert tf.nn.conv2d(tf.zeros((1, 2, 2, 3)), tf.ones((3, 3, 3, 4)), 1, "VALID").shape == (1, 0, 0, 4)
    assert layer(tf.zeros((0, 8, 8, 3))).shape == (0, 6, 6, 4)
