"""65 sequences in batches of 64 on two replicas: the last share is empty."""
import tensorflow as tf

cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])

dataset = tf.data.Dataset.from_tensor_slices(tf.zeros((65, 5, 3))).batch(64)
shares = []
for batch in strategy.experimental_distribute_dataset(dataset):
    shares.append([share.shape[0] for share in strategy.experimental_local_results(batch)])

print("sequences per replica, batch by batch:", shares)
assert shares == [[32, 32], [1, 0]]
