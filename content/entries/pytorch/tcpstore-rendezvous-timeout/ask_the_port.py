"""Ask the port before the job: an answer, a refusal, and a name that does not resolve."""

import socket

import torch.distributed as dist


def ask(host, port):
    try:
        socket.create_connection((host, port), timeout=5).close()
    except OSError as error:
        return type(error).__name__
    return "open"


store = dist.TCPStore("127.0.0.1", 29500, is_master=True, wait_for_workers=False)
answers = ask("127.0.0.1", 29500), ask("127.0.0.1", 29501), ask("node0.invalid", 29500)
print(answers)
assert answers == ("open", "ConnectionRefusedError", "gaierror")
