"""Does TensorFlow raise an epsilon of 1e-6 to 1.001e-5? A variance of 1e-6 shows it."""

import tensorflow as tf

tf.random.set_seed(0)
images = tf.random.normal([16, 16, 16, 2]) * 1e-3
centred = images - tf.reduce_mean(images, [0, 1, 2])
variance = tf.math.reduce_variance(images, [0, 1, 2])
output, _, _ = tf.compat.v1.nn.fused_batch_norm(images, [1.0, 1.0], [0.0, 0.0], epsilon=1e-6)


def distance(epsilon):
    return float(tf.reduce_max(tf.abs(output - centred / tf.sqrt(variance + epsilon))))


print("TensorFlow", tf.__version__)
print(f"distance from the formula with 1e-6: {distance(1e-6):.1e}, with 1.001e-5: {distance(1.001e-5):.1e}")
assert distance(1.001e-5) < distance(1e-6)
