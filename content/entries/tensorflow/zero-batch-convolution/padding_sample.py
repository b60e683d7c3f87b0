"""An empty share gets one sample of zeros that weighs nothing in the loss."""
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
layer = tf.keras.layers.Conv3D(4, 3, padding="same")
layer.build((None, 8, 8, 8, 2))


def never_empty(batch):
    """Return the batch, or one sample of zeros in its place, and the weight of each sample."""
    missing = tf.cast(tf.shape(batch)[0] == 0, tf.int32)
    weights = tf.concat([tf.ones(tf.shape(batch)[:1]), tf.zeros([missing])], axis=0)
    return tf.pad(batch, [[0, missing]] + [[0, 0]] * 4), weights


for size in (3, 0):
    samples = tf.random.normal((size, 8, 8, 8, 2))
    batch, weights = never_empty(samples)
    with tf.GradientTape() as tape:
        losses = tf.reduce_sum(layer(batch) ** 2, axis=[1, 2, 3, 4])
        loss = tf.reduce_sum(weights * losses)
    gradients = tape.gradient(loss, layer.trainable_variables)
    largest = float(tf.reduce_max(tf.abs(gradients[0])))
    print(size, "samples, fed", len(batch), "loss", float(loss), "largest gradient", largest)
    assert len(batch) == max(size, 1)
    assert (largest > 0) == (size > 0)
