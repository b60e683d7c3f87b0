"""Soft placement where TensorFlow sees no GPU: which device computes?"""

import tensorflow as tf

assert not tf.config.list_physical_devices("GPU")
tf.config.set_soft_device_placement(True)

with tf.device("/GPU:0"):
    y = tf.add(1.0, 2.0)
print(y.device)
assert "GPU:0" in y.device
