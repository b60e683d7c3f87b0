"""jax[cuda13] on a machine with a driver and a GPU."""

import jax

print("jax", jax.__version__, jax.devices("gpu"))
x = jax.numpy.arange(4.0)
assert jax.default_backend() == "gpu"
assert {device.platform for device in (x * 2).devices()} == {"gpu"}
