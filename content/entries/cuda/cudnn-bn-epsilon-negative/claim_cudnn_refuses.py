"""cuDNN's own answer to several epsilons, through its C API."""

import ctypes

import torch

x = torch.randn(8, 3, 4, 4, device="cuda")
y = torch.empty_like(x)
scale, bias, mean, var, save_mean, save_invstd = (torch.ones(3, device="cuda") for _ in range(6))
print("torch", torch.__version__, "cuDNN", torch.backends.cudnn.version())

cudnn = ctypes.CDLL("libcudnn.so.9")  # the copy that torch has loaded
cudnn.cudnnGetErrorString.restype = ctypes.c_char_p
handle, x_desc, bn_desc = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
NCHW, FLOAT, SPATIAL = 0, 0, 1
assert cudnn.cudnnCreate(ctypes.byref(handle)) == 0
assert cudnn.cudnnCreateTensorDescriptor(ctypes.byref(x_desc)) == 0
assert cudnn.cudnnCreateTensorDescriptor(ctypes.byref(bn_desc)) == 0
assert cudnn.cudnnSetTensor4dDescriptor(x_desc, NCHW, FLOAT, *x.shape) == 0
assert cudnn.cudnnDeriveBNTensorDescriptor(bn_desc, x_desc, SPATIAL) == 0


def at(tensor):
    return ctypes.c_void_p(tensor.data_ptr())


def forward_training(epsilon):
    one, zero = ctypes.c_float(1), ctypes.c_float(0)
    status = cudnn.cudnnBatchNormalizationForwardTraining(
        handle, SPATIAL, ctypes.byref(one), ctypes.byref(zero), x_desc, at(x), x_desc, at(y),
        bn_desc, at(scale), at(bias), ctypes.c_double(0.1), at(mean), at(var),
        ctypes.c_double(epsilon), at(save_mean), at(save_invstd),
    )  # fmt: skip
    reason = ctypes.create_string_buffer(500)
    if status:
        cudnn.cudnnGetLastErrorString(reason, ctypes.c_size_t(500))
    print(f"epsilon={epsilon}: {cudnn.cudnnGetErrorString(status).decode()} ({status}) {reason.value.decode()}")
    return cudnn.cudnnGetErrorString(status)


answers = {epsilon: forward_training(epsilon) for epsilon in (-1.0, -1e-5, -1e-300, 0.0, 1e-6, 1e-5)}
torch.cuda.synchronize()
assert [answers[e] for e in (-1.0, -1e-5, -1e-300)] == [b"CUDNN_STATUS_BAD_PARAM"] * 3
assert [answers[e] for e in (0.0, 1e-6, 1e-5)] == [b"CUDNN_STATUS_SUCCESS"] * 3
