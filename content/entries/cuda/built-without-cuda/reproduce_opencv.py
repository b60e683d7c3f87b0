"""An image to the GPU, with the OpenCV of PyPI."""

import cv2
import numpy as np

image = cv2.cuda_GpuMat()
image.upload(np.zeros((4, 4, 3), np.uint8))
