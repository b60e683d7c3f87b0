"""The gradient of a 3-D pooling on the GPU whose window is larger than the image."""
import tensorflow as tf

print(tf.config.list_physical_devices("GPU"))
image = tf.ones((1, 1, 2, 2, 4))
with tf.GradientTape() as tape:
    tape.watch(image)
    pooled = tf.nn.max_pool3d(image, (1, 3, 3), (1, 2, 2), "VALID")
print("forward pass: done, shape", pooled.shape)
tape.gradient(pooled, image)
