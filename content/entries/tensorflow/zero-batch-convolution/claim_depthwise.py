"""The kernel gradient of a depthwise convolution for a batch of zero samples, fifty times."""
import tensorflow as tf

layer = tf.keras.layers.DepthwiseConv2D(3)
layer(tf.ones((1, 8, 8, 3)))
wrong = 0
for _ in range(50):
    tf.random.normal((3, 3, 3, 1))  # memory that was used and freed
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(layer(tf.zeros((0, 8, 8, 3))))
    kernel_gradient = tape.gradient(loss, layer.trainable_variables)[0]
    wrong += int(tf.reduce_any(kernel_gradient != 0))
print("gradients that are not zero:", wrong, "of 50")
assert wrong == 0
