"""The same wheel, asked for its OpenCL code."""

import lightgbm
import numpy as np

features = np.random.default_rng(0).random((1000, 4))
data = lightgbm.Dataset(features, features[:, 0] > 0.5)
lightgbm.train({"objective": "binary", "device_type": "gpu"}, data, num_boost_round=2)
