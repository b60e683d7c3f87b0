"""The guard in a graph, with the output shape taken from the batch's static shape."""
import tensorflow as tf

layer = tf.keras.layers.Conv2D(32, 3, padding="same")
layer.build((None, 28, 28, 3))


@tf.function(input_signature=[tf.TensorSpec((None, 28, 28, 3))])
def guarded(batch):
    return tf.cond(
        tf.shape(batch)[0] > 0,
        lambda: layer(batch),
        lambda: tf.zeros(layer.compute_output_shape(batch.shape.as_list()), batch.dtype),
    )


print(guarded(tf.zeros((0, 28, 28, 3))).shape)
