"""Batches that the number of replicas divides: no replica gets an empty share."""
import tensorflow as tf

cpu = tf.config.list_physical_devices("CPU")[0]
two = [tf.config.LogicalDeviceConfiguration()] * 2  # they stand in for two GPUs
tf.config.set_logical_device_configuration(cpu, two)
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
layer = tf.keras.layers.LSTM(4)

dataset = tf.data.Dataset.from_tensor_slices(tf.ones((65, 5, 3)))
size = 32 * strategy.num_replicas_in_sync
dataset = dataset.shuffle(65).batch(size, drop_remainder=True)

shares = []
for batch in strategy.experimental_distribute_dataset(dataset):
    parts = strategy.experimental_local_results(batch)
    shares.append([len(layer(part)) for part in parts])
print("sequences per replica, batch by batch:", shares)
assert shares == [[32, 32]]
