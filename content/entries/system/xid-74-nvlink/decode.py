"""Which bits are set in the first of the numbers that an Xid 74 has in brackets."""

WHAT = {
    "ignore": {0, 23, 30},
    "follows another error": {1, 20},
    "ECC or parity inside the GPU": {4, 5},
    "link, perhaps hardware": {8, 9, 12, 16, 17, 24, 28},
    "weak signal": {21, 22},
}
LINE = "NVLink: fatal error detected on link 14(0x100000, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0)"
first = int(LINE.split("(")[1].split(",")[0], 16)
bits = {bit for bit in range(32) if first >> bit & 1}
found = [what for what, known in WHAT.items() if bits & known]
print(sorted(bits), found)
assert bits == {20}
assert found == ["follows another error"]
