"""An empty batch on the CPU, with oneDNN's kernels: the convolution returns the shape of its input."""
import os

os.environ["TF_ENABLE_ONEDNN_OPTS"] = "1"  # on Linux the default where the CPU has AVX-512 VNNI or BF16, AVX-VNNI or AMX

import tensorflow as tf

layer = tf.keras.layers.Conv2D(4, 3)
with tf.device("CPU:0"):
    print("one larger than the image:", tf.nn.conv2d(tf.zeros((1, 2, 2, 3)), tf.ones((3, 3, 3, 4)), 1, "VALID").shape)
    print("no images:", tf.nn.conv2d(tf.zeros((0, 8, 8, 3)), tf.ones((3, 3, 3, 4)), 1, "VALID").shape, flush=True)
    layer(tf.zeros((0, 8, 8, 3)))  # adds its bias to what should be (0, 6, 6, 4)
