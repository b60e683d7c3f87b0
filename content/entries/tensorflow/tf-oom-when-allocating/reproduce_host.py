"""More than the machine's memory, on the CPU."""

import tensorflow as tf

with tf.device("/CPU:0"):
    data = tf.zeros([1 << 22, 1 << 20])
