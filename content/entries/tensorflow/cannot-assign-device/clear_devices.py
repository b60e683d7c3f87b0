"""A SavedModel, a frozen graph and the saved graph, loaded without their devices."""

import tensorflow as tf

v1 = tf.compat.v1
folder = "model"

with tf.Graph().as_default() as graph, v1.Session() as session:
    with tf.device("/GPU:1"):
        y = tf.add(tf.constant([1.0]), 2.0, name="y")
    builder = v1.saved_model.Builder(folder)
    builder.add_meta_graph_and_variables(session, ["serve"])
    builder.save()
    v1.train.export_meta_graph("model.meta", graph=graph)
    graph_def = graph.as_graph_def()

with tf.Graph().as_default(), v1.Session() as session:
    v1.saved_model.load(session, ["serve"], folder, clear_devices=True)
    assert session.run("y:0").tolist() == [3.0]

for node in graph_def.node:
    node.device = ""

with tf.Graph().as_default(), v1.Session() as session:
    tf.import_graph_def(graph_def, name="")
    assert session.run("y:0").tolist() == [3.0]

with tf.Graph().as_default():
    v1.train.import_meta_graph("model.meta", clear_devices=True)
    value = v1.Session().run("y:0")
assert value.tolist() == [3.0]
