"""Keras' own check of an RNN mask, with a row that has no True."""
import tensorflow as tf
from keras.src.backend.tensorflow.rnn import _assert_valid_mask

check = tf.function(_assert_valid_mask)
check(tf.constant([[True, True, False], [True, False, False]]))
print("right-padded mask: passed")
check(tf.constant([[True, True, False], [False, False, False]]))
