"""The layer behind a test of the batch size: an empty batch never reaches it."""
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
layer = tf.keras.layers.Conv3D(4, 3, padding="same")
layer.build((None, 8, 8, 8, 2))


@tf.function(input_signature=[tf.TensorSpec((None, 8, 8, 8, 2))])
def convolve(batch):
    return tf.cond(tf.shape(batch)[0] > 0, lambda: layer(batch), lambda: tf.zeros((0, 8, 8, 8, 4)))


for size in (2, 0):
    with tf.GradientTape() as tape:
        output = convolve(tf.ones((size, 8, 8, 8, 2)))
        loss = tf.reduce_sum(output)
    kernel_gradient = tape.gradient(loss, layer.trainable_variables)[0]
    largest = float(tf.reduce_max(tf.abs(kernel_gradient)))
    print("output", output.shape, "largest kernel gradient", largest)
    assert output.shape == (size, 8, 8, 8, 4)
    assert (largest > 0) == (size > 0)
