"""An integer image goes into a Keras convolution."""
import tensorflow as tf

images = tf.zeros((2, 8, 8, 3), tf.int32)
layer = tf.keras.layers.Conv2D(1, 3, padding="same", kernel_initializer="zeros")
layer(images)
