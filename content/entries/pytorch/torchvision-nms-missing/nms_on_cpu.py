"""The operator that has only a CPU kernel, with the boxes brought to the CPU for it."""

import torch

arguments = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"
torch.library.define("torchvision::nms", arguments)


@torch.library.impl("torchvision::nms", "cpu")
def keep_best(dets, scores, iou_threshold):
    return scores.argmax().reshape(1)


boxes = torch.tensor([[0.0, 0, 10, 10], [1, 1, 10, 10]], device="cuda")
scores = torch.tensor([0.9, 0.8], device="cuda")
keep = torch.ops.torchvision.nms(boxes.cpu(), scores.cpu(), 0.5).to(boxes.device)
print("kept boxes:", keep.tolist(), "on", keep.device)
assert keep.is_cuda and keep.tolist() == [0]
