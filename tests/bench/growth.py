#!/usr/bin/env python3
"""Runs heavy verbs on demos of growing size and prints the processor time of each.

    growth.py RELIQUARY [SCALE ...]      scales are 1 4 16 64 unless others are given

The last column is how many times the time grows when the bytes grow to those of the last scale
from those of the second: about 1 is linear, clearly above is not. Times are user and system
together, the best of three, with one thread, less what a start of the program takes.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# {kotor}, {redguard}: the demo of that scale; {out}: a folder that is empty before each run.
VERBS = (
    "verify {all} -j1",
    "verify {all} -j1 --through json",
    "info {kotor}",
    "scan {all}",
    "lint {kotor} -j1",
    "lint {redguard} -j1",
    "convert {kotor} --to json -j1 -o {out}",
    "convert {redguard} -j1 -o {out}",
    "grep {kotor} warrior -j1",
    "missing {kotor} -j1",
    "uses {kotor} dialog.tlk -j1",
    "ls {kotor}",
    "find {kotor} dialog.tlk",
    "tlk {kotor} 1",
)


def processor_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def best_time(tool, words, out):
    best = None
    for _ in range(3):
        shutil.rmtree(out, ignore_errors=True)
        time = processor_time([tool] + words)
        best = time if best is None else min(best, time)
    return best


def size_of(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def main():
    tool = os.path.abspath(sys.argv[1])
    scales = [int(text) for text in sys.argv[2:]] or [1, 4, 16, 64]
    with tempfile.TemporaryDirectory() as room:
        room = Path(room)
        demos = [room / f"demo{scale}" for scale in scales]
        for scale, demo in zip(scales, demos):
            subprocess.run([tool, "demo", "-q", "--scale", str(scale), demo], check=True)
            shutil.rmtree(demo / "broken", ignore_errors=True)
        sizes = [size_of(demo) for demo in demos]
        start = best_time(tool, ["--version"], room / "out")
        print(f"{'':40}" + "".join(f"{f'x{scale}':>10}" for scale in scales) + "    growth")
        print(f"{'MB':40}" + "".join(f"{size / 1e6:10.1f}" for size in sizes))
        for verb in VERBS:
            times = []
            for demo in demos:
                words = verb.format(all=demo, kotor=demo / "kotor", redguard=demo / "redguard",
                                    out=room / "out").split()
                times.append(max(best_time(tool, words, room / "out") - start, 1e-4))
            second = min(1, len(demos) - 1)
            growth = times[-1] / times[second] / (sizes[-1] / sizes[second])
            print(f"{verb:40}" + "".join(f"{time * 1000:10.1f}" for time in times) + f"{growth:10.2f}")


if __name__ == "__main__":
    main()
