"""A pooling that pads instead of cutting off keeps the image and its gradient."""
import tensorflow as tf

tf.random.set_seed(0)
image = tf.random.normal((1, 1, 2, 2, 4))
with tf.GradientTape() as tape:
    tape.watch(image)
    pooled = tf.nn.max_pool3d(image, (1, 3, 3), (1, 2, 2), "SAME")
gradient = tape.gradient(pooled, image)
print("pooled", pooled.shape, "sum of the gradient", float(tf.reduce_sum(gradient)))
assert pooled.shape == (1, 1, 1, 1, 4)
assert float(tf.reduce_sum(gradient)) == 4  # one maximum in each of the four channels
