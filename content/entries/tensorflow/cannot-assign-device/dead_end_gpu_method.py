"""Soft placement is on, and a tensor is sent to the GPU by its method."""

import tensorflow as tf

assert tf.config.get_soft_device_placement()
tf.constant(1.0).gpu()
