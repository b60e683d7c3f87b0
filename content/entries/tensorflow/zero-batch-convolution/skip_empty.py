"""Batches that a selection left empty are filtered out before the training step."""
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
layer = tf.keras.layers.Conv3D(4, 3, padding="same")
layer.build((None, 8, 8, 8, 2))
samples = tf.random.normal((6, 8, 8, 8, 2))
wanted = tf.constant([True, False, False, False, True, True])


def kernel_gradient(batch):
    """Return the gradient of the sum of squares with respect to the kernel."""
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(layer(batch) ** 2)
    return tape.gradient(loss, layer.trainable_variables)[0]


selected = tf.data.Dataset.from_tensor_slices((samples, wanted)).batch(2).map(tf.boolean_mask)
nonempty = selected.filter(lambda batch: tf.shape(batch)[0] > 0)
print("selected:", [len(batch) for batch in selected], "fed:", [len(batch) for batch in nonempty])

total = tf.add_n([kernel_gradient(batch) for batch in nonempty])
expected = kernel_gradient(tf.boolean_mask(samples, wanted))
tf.debugging.assert_near(total, expected, rtol=1e-3, atol=1e-2)
assert [len(batch) for batch in nonempty] == [1, 2]
