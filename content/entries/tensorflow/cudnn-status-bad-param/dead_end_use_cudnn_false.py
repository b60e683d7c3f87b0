"""Turn cuDNN off for the layer and feed it the same batch of zero sequences, eagerly."""
import tensorflow as tf

layer = tf.keras.layers.LSTM(4, use_cudnn=False)
layer(tf.ones((2, 5, 3)))
output = layer(tf.zeros((0, 5, 3)))
