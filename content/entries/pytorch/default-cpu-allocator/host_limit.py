"""Stands in for a machine or a job with little memory: address space as it is now, and `more` bytes."""

import resource

import torch


def leave(more):
    torch.set_num_threads(1)  # every thread reserves address space, too
    torch.empty(1)
    with open("/proc/self/statm", encoding="ascii") as file:
        now = int(file.read().split()[0]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (now + more, hard))
