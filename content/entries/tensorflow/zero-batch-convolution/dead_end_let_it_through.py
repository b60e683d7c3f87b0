"""A 2-D network takes the empty batch; its batch normalization does not survive it."""
import os

os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"  # with oneDNN's kernels, the default on newer CPUs, a layer with a bias fails first

import tensorflow as tf

tf.keras.utils.set_random_seed(0)
model = tf.keras.Sequential([tf.keras.layers.Conv2D(4, 3), tf.keras.layers.BatchNormalization()])
model(tf.random.normal((2, 8, 8, 3)))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model(tf.zeros((0, 8, 8, 3)), training=True))
gradients = tape.gradient(loss, model.trainable_variables)

normalization = model.layers[1]
print("loss", float(loss), "moving mean", normalization.moving_mean.numpy())
for variable, gradient in zip(model.trainable_variables, gradients):
    print(variable.path, "gradient", gradient.numpy().ravel()[:4])
assert tf.reduce_all(tf.math.is_nan(normalization.moving_mean))
assert not tf.reduce_any(tf.math.is_finite(model(tf.ones((2, 8, 8, 3)))))  # every later prediction is NaN
