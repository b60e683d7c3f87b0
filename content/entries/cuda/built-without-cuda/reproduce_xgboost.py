"""Two trees with the GPU's method, with a build for the CPU only."""

import numpy as np
import xgboost

features = np.random.default_rng(0).random((100, 4))
data = xgboost.DMatrix(features, features[:, 0] > 0.5)
xgboost.train({"tree_method": "gpu_hist"}, data, num_boost_round=2)
