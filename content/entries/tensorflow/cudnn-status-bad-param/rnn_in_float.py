"""An LSTM behind a linear layer under autocast: the LSTM itself computes in float32."""
import torch
from torch import nn

torch.manual_seed(0)
linear, lstm = nn.Linear(128, 128).cuda(), nn.LSTM(128, 128).cuda()
sequences = torch.randn(5, 2, 128, device="cuda")

with torch.cuda.amp.autocast():
    features = linear(sequences)  # half precision
    with torch.cuda.amp.autocast(enabled=False):
        output, state = lstm(features.float())

print("torch", torch.__version__, "features", features.dtype, "output", output.dtype)
assert features.dtype == torch.half and output.dtype == torch.float
torch.testing.assert_close(output, lstm(linear(sequences))[0], rtol=1e-2, atol=1e-2)
