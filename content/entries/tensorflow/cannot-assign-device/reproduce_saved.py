"""A graph that was saved with its devices, loaded where these are missing."""

import tensorflow as tf

v1 = tf.compat.v1

with tf.Graph().as_default() as graph:
    with tf.device("/GPU:1"):
        y = tf.add(tf.constant([1.0]), 2.0, name="y")
    v1.train.export_meta_graph("model.meta", graph=graph)

with tf.Graph().as_default():
    v1.train.import_meta_graph("model.meta")
    v1.Session().run("y:0")
