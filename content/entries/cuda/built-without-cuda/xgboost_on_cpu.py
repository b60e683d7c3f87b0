"""The same trees with the same method on the CPU."""

import numpy as np
import xgboost

features = np.random.default_rng(0).random((100, 4))
data = xgboost.DMatrix(features, features[:, 0] > 0.5)
model = xgboost.train({"tree_method": "hist", "device": "cpu"}, data, num_boost_round=20)
assert ((model.predict(data) > 0.5) == (features[:, 0] > 0.5)).mean() > 0.95
