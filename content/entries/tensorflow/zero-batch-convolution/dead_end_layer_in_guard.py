"""The guard often copied: test the batch size, and make the layer where it is needed."""
import tensorflow as tf

tf.keras.utils.set_random_seed(0)


def guarded(batch):
    if tf.shape(batch)[0] == 0:
        layer = tf.keras.layers.Conv3D(4, 3, padding="same")
        return tf.zeros(layer.compute_output_shape(batch.shape))
    layer = tf.keras.layers.Conv3D(4, 3, padding="same")
    return layer(batch)


print(guarded(tf.zeros((0, 8, 8, 8, 2))).shape)
batch = tf.ones((1, 8, 8, 8, 2))
with tf.GradientTape() as tape:
    first = guarded(batch)
second = guarded(batch)
difference = float(tf.reduce_max(tf.abs(first - second)))
print("same batch twice, outputs differ by up to", difference, "- variables to train:", len(tape.watched_variables()))
assert difference > 0.1  # every call draws new random weights
