"""NVIDIA's own Python bindings, without a driver."""

from cuda.bindings import driver

print(driver.cuInit(0))
