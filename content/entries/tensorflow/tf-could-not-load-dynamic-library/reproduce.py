"""TensorFlow that can use CUDA, without NVIDIA's libraries: what pip install tensorflow brings."""

from loader import missing

names = missing()
assert "libcudart.so.12" in names and "libcudnn.so.9" in names
