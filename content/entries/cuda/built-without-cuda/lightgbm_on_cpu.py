"""The same trees on the CPU."""

import lightgbm
import numpy as np

features = np.random.default_rng(0).random((1000, 4))
data = lightgbm.Dataset(features, features[:, 0] > 0.5)
model = lightgbm.train({"objective": "binary", "device_type": "cpu"}, data, num_boost_round=20)
assert ((model.predict(features) > 0.5) == (features[:, 0] > 0.5)).mean() > 0.95
