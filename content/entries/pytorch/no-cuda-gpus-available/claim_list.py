"""CUDA_VISIBLE_DEVICES=1,0 on a machine with one GPU, number 0."""

import os

import torch

torch.cuda._raw_device_count_nvml = lambda: 1  # what NVML answers on a machine with one GPU
os.environ["CUDA_VISIBLE_DEVICES"] = "0,1"
assert torch.cuda._device_count_nvml() == 1
os.environ["CUDA_VISIBLE_DEVICES"] = "1,0"
visible = torch.cuda._device_count_nvml()
print("visible with 1,0:", visible)
assert visible == 1
