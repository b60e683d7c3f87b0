"""Catch the error class that the popular answer names, around the same gradient."""
import tensorflow as tf

layer = tf.keras.layers.Conv3D(4, 3, padding="same")
layer.build((None, 8, 8, 8, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(layer(tf.zeros((0, 8, 8, 8, 2))))
try:
    gradients = tape.gradient(loss, layer.trainable_variables)
except tf.errors.InvalidArgumentError as error:
    print("skipped the batch:", error)
