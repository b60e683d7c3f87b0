"""The first CUDA call, in a process of its own."""


def first_cuda_call():
    import torch  # here, so that only the new process loads it

    torch.zeros(3).cuda()
