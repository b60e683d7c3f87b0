"""Lines to copy are found in a program by their text."""

import pytest

from generator.content.regions import region_of

PROGRAM = """\
import torch

def step(batch):
    for part in batch:
        loss = model(part)

        loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize(
    ("block", "found"),
    [
        ("import torch\n", (0, 1)),
        ("for part in batch:\n    loss = model(part)\n\n    loss.backward()", (3, 7)),
        ("    loss = model(part)  ", (4, 5)),
        ("\nloss.backward()\n", (6, 7)),
        ("loss = model(part)\nloss.backward()", None),
        ("loss.backward()\noptimizer.step()", None),
        ("loss", None),
        ("", None),
    ],
)
def test_where_a_block_stands(block, found):
    assert region_of(PROGRAM, block) == found
