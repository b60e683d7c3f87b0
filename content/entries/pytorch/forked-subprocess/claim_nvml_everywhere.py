"""PYTORCH_NVML_BASED_CUDA_CHECK=1 where NVML cannot be loaded, then a fork."""

import multiprocessing
import os

import torch


def work(value):
    return torch.tensor([value], device="cuda").sum().item()


print("check by NVML:", os.environ["PYTORCH_NVML_BASED_CUDA_CHECK"])
print("is_available:", torch.cuda.is_available())
with multiprocessing.get_context("fork").Pool(1) as pool:
    pool.apply(work, (1.0,))
