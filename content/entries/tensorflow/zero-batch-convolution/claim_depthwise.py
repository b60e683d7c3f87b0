"""Kernel gradients for a batch of zero samples, twenty times per layer, on the CPU."""
import os

os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"  # with oneDNN's kernels, the default on newer CPUs, a layer with a bias fails first

import tensorflow as tf

tf.keras.utils.set_random_seed(0)
kinds = tf.keras.layers
layers = {
    1: (kinds.Conv1D(4, 3), kinds.Conv1DTranspose(4, 3), kinds.DepthwiseConv1D(3), kinds.SeparableConv1D(4, 3)),
    2: (kinds.Conv2D(4, 3), kinds.Conv2DTranspose(4, 3), kinds.DepthwiseConv2D(3), kinds.SeparableConv2D(4, 3)),
    3: (kinds.Conv3D(4, 3), kinds.Conv3DTranspose(4, 3)),
}
wrong = {}
for dimensions, layer in ((dimensions, layer) for dimensions in layers for layer in layers[dimensions]):
    shape = [8] * dimensions + [3]
    layer.build((None, *shape))
    name = type(layer).__name__
    wrong[name] = 0
    for _ in range(20):
        with tf.device("CPU:0"), tf.GradientTape() as tape:
            tf.random.normal((3, 3, 3, 1))  # memory that was used and freed
            loss = tf.reduce_sum(layer(tf.zeros((0, *shape))))
        gradients = tape.gradient(loss, layer.trainable_variables)
        wrong[name] += any(bool(tf.reduce_any(gradient != 0)) for gradient in gradients)
    print(name, "gradients that are not zero:", wrong[name], "of 20")
assert not any(wrong.values())
