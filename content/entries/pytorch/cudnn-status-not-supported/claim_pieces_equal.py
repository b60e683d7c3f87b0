"""A sequence as a whole and in pieces, on the CPU: output and gradients."""

import torch

torch.manual_seed(0)
lstm = torch.nn.LSTM(input_size=4, hidden_size=16, num_layers=2).double()
x = torch.randn(600, 3, 4, dtype=torch.double)
whole, _ = lstm(x)
whole.sum().backward()
expected = [p.grad.clone() for p in lstm.parameters()]
lstm.zero_grad()
pieces, state = [], None
for part in x.split(256):
    y, state = lstm(part, state)
    pieces.append(y)
torch.cat(pieces).sum().backward()
gap = max((p.grad - e).abs().max().item() for p, e in zip(lstm.parameters(), expected))
print("torch", torch.__version__, f"| largest difference of a gradient: {gap:.1e}")
assert torch.allclose(torch.cat(pieces), whole)
assert gap < 1e-8
