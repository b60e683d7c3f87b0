"""On TensorFlow's CPU: can this error be raised without any GPU?"""

import tensorflow as tf

tf.config.set_visible_devices([], "GPU")
data = tf.zeros([1 << 22, 1 << 20])
