"""Let the system choose the port, and tell the ranks which one it is."""

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def train(rank, port, answers):
    store = dist.TCPStore("127.0.0.1", port)
    dist.init_process_group("gloo", store=store, rank=rank, world_size=2)
    total = torch.tensor([rank + 1.0])
    dist.all_reduce(total)
    answers[rank] = total.item()
    dist.destroy_process_group()


if __name__ == "__main__":
    first_job = dist.TCPStore("127.0.0.1", 29500, is_master=True, wait_for_workers=False)
    store = dist.TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)
    answers = mp.Manager().dict()
    arguments = (store.port, answers)
    mp.start_processes(train, args=arguments, nprocs=2, start_method="fork")
    print("the other job has 29500, this one another:", store.port != 29500)
    assert store.port not in (0, 29500)
    assert dict(answers) == {0: 3.0, 1: 3.0}
