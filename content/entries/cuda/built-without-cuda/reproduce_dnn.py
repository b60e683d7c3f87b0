"""A network of one ReLU that is to run with CUDA, in an OpenCV that has none."""

import cv2
import numpy as np


def field(number, value):
    """Encode a field of a protocol buffer: a number, or bytes of less than 128."""
    if isinstance(value, int):
        return bytes([number << 3, value])
    return bytes([number << 3 | 2, len(value)]) + value


def tensor(name):
    shape = b"".join(field(1, field(1, size)) for size in (1, 3, 4, 4))
    return field(1, name) + field(2, field(1, field(1, 1) + field(2, shape)))


node = field(1, b"x") + field(2, b"y") + field(4, b"Relu")
graph = field(1, node) + field(2, b"g") + field(11, tensor(b"x")) + field(12, tensor(b"y"))
with open("model.onnx", "wb") as file:
    file.write(field(1, 8) + field(7, graph) + field(8, field(2, 13)))

net = cv2.dnn.readNetFromONNX("model.onnx")
net.setPreferableBackend(cv2.dnn.DNN_BACKEND_CUDA)
net.setPreferableTarget(cv2.dnn.DNN_TARGET_CUDA)
net.setInput(np.ones((1, 3, 4, 4), np.float32))
out = net.forward()
