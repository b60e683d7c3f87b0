"""One training step on two replicas, of which the second gets an empty share."""
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
with strategy.scope():
    layer = tf.keras.layers.BatchNormalization()
    layer.build((None, 8, 8, 3))
    optimizer = tf.keras.optimizers.SGD(0.01)
    optimizer.build(layer.trainable_variables)


@tf.function
def step(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(layer(batch, training=True) ** 2)
    gradients = tape.gradient(loss, layer.trainable_variables)
    optimizer.apply_gradients(zip(gradients, layer.trainable_variables))
    return loss


dataset = tf.data.Dataset.from_tensor_slices(tf.random.normal((1, 8, 8, 3))).batch(2)
for batch in strategy.experimental_distribute_dataset(dataset):
    print("shares:", [len(share) for share in strategy.experimental_local_results(batch)])
    print("loss:", float(strategy.reduce("SUM", strategy.run(step, args=(batch,)), axis=None)))
finite = {variable.path: bool(tf.reduce_all(tf.math.is_finite(variable))) for variable in layer.variables}
print("finite:", finite)
assert all(finite.values())
