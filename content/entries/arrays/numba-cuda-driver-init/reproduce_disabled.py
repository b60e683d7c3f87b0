"""NUMBA_DISABLE_CUDA=1 is set, as some job scripts and images do."""

from numba.cuda.cudadrv.driver import driver

count = driver.cuDeviceGetCount()
