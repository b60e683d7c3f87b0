"""Does `pip check` name the pair that does not fit?"""

import subprocess
import sys

command = [sys.executable, "-m", "pip", "check"]
answer = subprocess.run(command, capture_output=True, text=True, check=False)
lines = [line for line in answer.stdout.splitlines() if line.startswith("torchvision")]
print(*lines, sep="\n")
assert answer.returncode != 0
assert any("has requirement torch==" in line for line in lines)
