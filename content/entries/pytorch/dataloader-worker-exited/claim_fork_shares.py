"""How much memory of its own does a forked worker have after it read a shared list?"""

from torch.utils.data import DataLoader, Dataset


def private_memory():
    with open("/proc/self/smaps_rollup", encoding="ascii") as file:
        lines = [line for line in file if line.startswith("Private")]
    return sum(int(line.split()[1]) * 1024 for line in lines)


class Prices(Dataset):
    def __init__(self):
        self.prices = [float(i) for i in range(4_000_000)]

    def __len__(self):
        return 1

    def __getitem__(self, index):
        before = private_memory()
        total = 0.0
        for price in self.prices:
            total += price
        return private_memory() - before


loader = DataLoader(Prices(), num_workers=1, multiprocessing_context="fork")
grown = next(iter(loader)).item()
print("the worker grew by", grown // 2**20, "MiB")
assert grown < 8 * 2**20
