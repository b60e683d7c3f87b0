"""Keras looks at an RNN mask before it calls cuDNN; here the mask has a row without any True."""
import tensorflow as tf
from keras.src.backend.tensorflow.rnn import _assert_valid_mask

check = tf.function(_assert_valid_mask)
check(tf.constant([[True, True, False], [True, False, False]]))
print("right-padded mask: passed")
check(tf.constant([[True, True, False], [False, False, False]]))
