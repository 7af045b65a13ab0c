"""Stores inputs that fuzzing found, for tests/property/found.c: scripts/fuzz-found.py [TARGET...]

After `scripts/fuzz.sh --profile TARGET...`: of each corpus below build/fuzz/corpus as many inputs of up to 640 bytes, from
the smallest to the largest, as 32 KB hold. tests/fuzz/found/TARGET has them one behind the other, each behind
its size (u16). Default: every target that has such a file.
"""

import sys
from pathlib import Path

FOUND = Path("tests/fuzz/found")
LARGEST, MOST = 640, 32768


def pick(inputs):
    """Every so many of the inputs, in the order of their sizes."""
    inputs = sorted({i for i in inputs if len(i) <= LARGEST}, key=lambda i: (len(i), i))
    step = max(1, sum(len(i) + 2 for i in inputs) / MOST)
    return [inputs[int(n * step)] for n in range(int(len(inputs) / step))]


def main():
    targets = sys.argv[1:] or sorted(path.name for path in FOUND.iterdir())
    for target in targets:
        corpus = Path("build/fuzz/corpus", target)
        inputs = pick([path.read_bytes() for path in corpus.iterdir()])
        data = b"".join(len(i).to_bytes(2, "little") + i for i in inputs)
        FOUND.mkdir(exist_ok=True)
        (FOUND / target).write_bytes(data)
        print(f"{target}: {len(inputs)} inputs, {len(data)} bytes")


if __name__ == "__main__":
    main()
