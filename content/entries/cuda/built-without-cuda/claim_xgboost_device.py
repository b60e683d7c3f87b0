"""`device="cuda"` raises nothing: where did it train?"""

import json

import numpy as np
import xgboost

features = np.random.default_rng(0).random((100, 4))
data = xgboost.DMatrix(features, features[:, 0] > 0.5)
model = xgboost.train({"device": "cuda"}, data, num_boost_round=2)
device = json.loads(model.save_config())["learner"]["generic_param"]["device"]
print(device, xgboost.build_info()["USE_CUDA"])
assert device.startswith("cuda")
