"""One sequence is all padding; the layer runs its own loop instead of cuDNN."""
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
layer = tf.keras.layers.LSTM(4, use_cudnn=False)
sequences = tf.random.normal((2, 3, 2))
mask = tf.constant([[True, True, False], [False, False, False]])

run = tf.function(lambda x, mask: layer(x, mask=mask))
output = run(sequences, mask)

print(output.numpy())
tf.debugging.assert_near(output[:1], layer(sequences[:1, :2]))  # the padded step changed nothing
assert not tf.reduce_any(output[1] != 0)  # the empty sequence leaves the initial state
