"""A step that needs more than the 1 GiB that this process may take of the GPU."""

import tensorflow as tf

gpu = tf.config.list_physical_devices("GPU")[0]
limit = tf.config.LogicalDeviceConfiguration(memory_limit=1024)
tf.config.set_logical_device_configuration(gpu, [limit])


def step(batch_size):
    samples = tf.random.stateless_normal([batch_size, 1 << 20], seed=[1, 2])
    return tf.reduce_sum(tf.square(samples))


loss = step(512)
