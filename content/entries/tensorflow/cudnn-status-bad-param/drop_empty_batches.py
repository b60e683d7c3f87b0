"""Take empty batches out of the pipeline before the layer sees them."""
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
sequences = tf.random.normal((6, 5, 3))
wanted = tf.constant([True, False, False, False, True, True])

batches = tf.data.Dataset.from_tensor_slices((sequences, wanted)).batch(2)
selected = batches.map(tf.boolean_mask)  # batches of 1, 0 and 2 sequences
nonempty = selected.filter(lambda batch: tf.shape(batch)[0] > 0)

layer = tf.keras.layers.LSTM(4)
outputs = [layer(batch) for batch in nonempty]

print("selected:", [len(batch) for batch in selected], "fed:", [len(output) for output in outputs])
assert [len(output) for output in outputs] == [1, 2]
expected = layer(tf.boolean_mask(sequences, wanted))
tf.debugging.assert_near(tf.concat(outputs, axis=0), expected)
