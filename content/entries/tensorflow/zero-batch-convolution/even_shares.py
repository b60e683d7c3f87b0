"""Two replicas and global batches that always divide: no replica gets an empty share."""
import tensorflow as tf

cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
layer = tf.keras.layers.Conv3D(4, 3, padding="same")
layer.build((None, 8, 8, 8, 2))


def shares_of(dataset):
    """Return what each replica gets, batch by batch."""
    return [strategy.experimental_local_results(batch) for batch in strategy.experimental_distribute_dataset(dataset)]


samples = tf.data.Dataset.from_tensor_slices(tf.ones((5, 8, 8, 8, 2)))
print("as it was:", [[len(share) for share in batch] for batch in shares_of(samples.batch(4))])
even = shares_of(samples.batch(4, drop_remainder=True))
print("dropping the remainder:", [[len(share) for share in batch] for batch in even])
for share in (share for batch in even for share in batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(layer(share))
    gradients = tape.gradient(loss, layer.trainable_variables)
    assert len(share) == 2
    assert tf.reduce_all(tf.math.is_finite(gradients[0]))
