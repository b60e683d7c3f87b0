"""A serving script's start-up check under error 804."""

import warnings

import torch

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    found = torch.cuda.is_available()
print("is_available():", found)
print("warning:", str(caught[0].message).partition(" (Triggered")[0])
assert found is False
assert "Error 804: forward compatibility was attempted on non supported HW" in str(caught[0].message)
