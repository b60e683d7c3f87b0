"""The popular program: a Conv2D layer on the GPU gets a batch of zero images."""
import tensorflow as tf

print(tf.config.list_physical_devices("GPU"))
layer = tf.keras.layers.Conv2D(32, 3, padding="same")
with tf.GradientTape() as tape:
    output = layer(tf.zeros((0, 28, 28, 3)))
gradients = tape.gradient(output, layer.trainable_variables)
print("output", output.shape, "largest gradient", float(tf.reduce_max(tf.abs(gradients[0]))))
