"""torchvision's CPU build, played by an operator that has a kernel for the CPU only."""

import torch

arguments = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"
torch.library.define("torchvision::nms", arguments)


@torch.library.impl("torchvision::nms", "cpu")
def keep_best(dets, scores, iou_threshold):
    return scores.argmax().reshape(1)


boxes = torch.tensor([[0.0, 0, 10, 10], [1, 1, 10, 10]], device="cuda")
scores = torch.tensor([0.9, 0.8], device="cuda")
keep = torch.ops.torchvision.nms(boxes, scores, 0.5)
