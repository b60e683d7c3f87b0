"""What do tf.cond and a plain `if` put into the graph?"""
import tensorflow as tf

signature = [tf.TensorSpec((None, 8, 8, 3))]


@tf.function(input_signature=signature)
def with_cond(batch):
    return tf.cond(tf.shape(batch)[0] > 0, lambda: tf.nn.relu(batch), lambda: tf.zeros((0, 8, 8, 3)))


@tf.function(input_signature=signature)
def with_if(batch):
    if tf.shape(batch)[0] > 0:
        return tf.nn.relu(batch)
    return tf.zeros((0, 8, 8, 3))


conditionals = []
for function in (with_cond, with_if):
    operations = function.get_concrete_function().graph.get_operations()
    conditionals.append([operation.type for operation in operations if "If" in operation.type])
print("tf.cond:", conditionals[0], "if:", conditionals[1])
assert conditionals[0] and not conditionals[1]
