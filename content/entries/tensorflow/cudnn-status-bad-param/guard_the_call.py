"""The same layer behind a test: a batch of zero sequences never reaches it."""
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
layer = tf.keras.layers.LSTM(4)
layer.build((None, 5, 3))


@tf.function(input_signature=[tf.TensorSpec((None, 5, 3))])
def encode(batch):
    return tf.cond(tf.shape(batch)[0] > 0, lambda: layer(batch), lambda: tf.zeros((0, 4)))


for size in (2, 0):
    with tf.GradientTape() as tape:
        output = encode(tf.ones((size, 5, 3)))
        loss = tf.reduce_sum(output)
    gradients = tape.gradient(loss, layer.trainable_variables)
    largest = max(float(tf.reduce_max(tf.abs(gradient))) for gradient in gradients)
    print("output", output.shape, "largest gradient", largest)
    assert output.shape == (size, 4)
    assert (largest > 0) == (size > 0)
