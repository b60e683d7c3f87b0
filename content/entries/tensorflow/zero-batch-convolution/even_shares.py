"""Global batches that the number of replicas divides: no replica gets an empty share."""
import tensorflow as tf

cpu = tf.config.list_physical_devices("CPU")[0]
two = [tf.config.LogicalDeviceConfiguration()] * 2  # they stand in for two GPUs
tf.config.set_logical_device_configuration(cpu, two)
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
tf.keras.utils.set_random_seed(0)
layer = tf.keras.layers.Conv3D(4, 3, padding="same")
layer.build((None, 8, 8, 8, 2))


def shares(dataset):
    batches = strategy.experimental_distribute_dataset(dataset)
    return [part for batch in batches for part in strategy.experimental_local_results(batch)]


samples = tf.data.Dataset.from_tensor_slices(tf.ones((5, 8, 8, 8, 2)))
size = 2 * strategy.num_replicas_in_sync
dataset = samples.batch(size, drop_remainder=True)
even = shares(dataset)
print("as it was:", [len(part) for part in shares(samples.batch(4))])
print("dropping the remainder:", [len(part) for part in even])
for part in even:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(layer(part))
    gradient = tape.gradient(loss, layer.trainable_variables)[0]
    assert tf.reduce_all(tf.math.is_finite(gradient))
assert [len(part) for part in even] == [2, 2]
