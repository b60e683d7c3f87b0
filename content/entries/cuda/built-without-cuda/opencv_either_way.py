"""The GPU where this OpenCV can use one, else the CPU."""

import cv2
import numpy as np

image = np.full((4, 4, 3), (0, 0, 255), np.uint8)
if cv2.cuda.getCudaEnabledDeviceCount() > 0:
    on_gpu = cv2.cuda_GpuMat()
    on_gpu.upload(image)
    gray = cv2.cuda.cvtColor(on_gpu, cv2.COLOR_BGR2GRAY).download()
else:
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
assert gray.shape == (4, 4)
assert (gray == 76).all()
