"""The tensor is larger than the GPU; memory growth is on."""

import tensorflow as tf

gpu = tf.config.list_physical_devices("GPU")[0]
tf.config.experimental.set_memory_growth(gpu, True)


def step(batch_size):
    samples = tf.random.stateless_normal([batch_size, 1 << 20], seed=[1, 2])
    return tf.reduce_sum(tf.square(samples))


loss = step(1 << 18)
