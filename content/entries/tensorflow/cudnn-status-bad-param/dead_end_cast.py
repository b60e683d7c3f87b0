"""The same empty batch, cast to float16."""
import tensorflow as tf

layer = tf.keras.layers.LSTM(4, dtype="float16")
layer(tf.ones((2, 5, 3), tf.float16))
output = layer(tf.cast(tf.zeros((0, 5, 3)), tf.float16))
