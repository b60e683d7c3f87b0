"""An LSTM layer on the GPU gets a batch of zero sequences."""
import tensorflow as tf

print(tf.config.list_physical_devices("GPU"))
layer = tf.keras.layers.LSTM(4)
layer(tf.ones((2, 5, 3)))  # two sequences of five steps: works
output = layer(tf.zeros((0, 5, 3)))
