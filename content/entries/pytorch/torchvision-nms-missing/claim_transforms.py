"""A program that needs no detection operator, only an image transform."""

import torch
from torchvision import transforms

flipped = transforms.RandomHorizontalFlip(p=1.0)(torch.tensor([[[1.0, 2.0]]]))
assert flipped.tolist() == [[[2.0, 1.0]]]
