"""Ask for a device by a name that TensorFlow lists."""

import tensorflow as tf

v1 = tf.compat.v1
names = [device.name for device in tf.config.list_logical_devices()]
print(names)

with tf.Graph().as_default():
    with tf.device(names[0]):
        y = tf.constant([1.0]) + 2.0
    value = v1.Session().run(y)
assert value.tolist() == [3.0]
