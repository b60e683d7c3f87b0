"""What a convolution with nothing to compute returns on the CPU, with oneDNN's kernels switched on."""
import os

os.environ["TF_ENABLE_ONEDNN_OPTS"] = "1"  # on Linux the default where the CPU has AVX-512 VNNI or BF16, AVX-VNNI or AMX

import tensorflow as tf

kernel = tf.ones((3, 3, 3, 4))
with tf.device("CPU:0"):
    no_images = tf.nn.conv2d(tf.zeros((0, 8, 8, 3)), kernel, 1, "VALID")
    no_room = tf.nn.conv2d(tf.zeros((1, 2, 2, 3)), kernel, 1, "VALID")
print("no images:", no_images.shape, "a window one larger than the image:", no_room.shape)
assert no_images.shape == (0, 6, 6, 4)
assert no_room.shape == (1, 0, 0, 4)
