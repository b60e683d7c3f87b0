"""Two trees on the GPU through CUDA, with the LightGBM of PyPI."""

import lightgbm
import numpy as np

features = np.random.default_rng(0).random((1000, 4))
data = lightgbm.Dataset(features, features[:, 0] > 0.5)
lightgbm.train({"objective": "binary", "device_type": "cuda"}, data, num_boost_round=2)
