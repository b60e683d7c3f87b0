"""The kernel gradient of a 3-D convolution on the GPU, for a batch of zero samples."""
import tensorflow as tf

print(tf.config.list_physical_devices("GPU"))
layer = tf.keras.layers.Conv3D(4, 3, padding="same")
layer.build((None, 8, 8, 8, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layer(tf.zeros((0, 8, 8, 8, 2))))
print("forward pass: done, loss", float(loss))
gradients = tape.gradient(loss, layer.trainable_variables)
