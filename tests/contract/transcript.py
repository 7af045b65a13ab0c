#!/usr/bin/env python3
"""Runs the commands of transcript.txt and compares all that they say with what stands there.

A line with "$ " is a command of the shell, in a folder that has the demo in it. Behind it stand what
it prints, with "  " before each line, its messages with "! " before them, and "= CODE" when that is
not 0. "#" is a remark.

    transcript.py            compare; exit 1 and the differences when there are any, 77 when this
                             is a build with other libraries
    transcript.py --bless    take what is said now as what is wanted; read the diff before you commit
"""

import argparse
import difflib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
STORED = HERE / "transcript.txt"


def lines_of(data, before):
    text = data.decode("utf-8", "backslashreplace").replace("\r", "\\r")
    return [before + line for line in text.rstrip("\n").split("\n")] if data else []


def answer(command, room, env):
    """The lines that stand behind a command."""
    # No search for leaks: it takes longer than most commands, and the other tests have it.
    done = subprocess.run(
        ["bash", "-c", command], cwd=room, env=env, stdin=subprocess.DEVNULL, capture_output=True
    )
    said = lines_of(done.stdout, "  ") + lines_of(done.stderr, "! ")
    return said + ([f"= {done.returncode}"] if done.returncode else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default=os.environ.get("RELIQUARY", "build/dev/reliquary"))
    parser.add_argument("--room", type=Path, default=Path("build/transcript"))
    parser.add_argument("--bless", action="store_true", help="store what is said now")
    args = parser.parse_args()
    shutil.rmtree(args.room, ignore_errors=True)
    (args.room / "bin").mkdir(parents=True)
    (args.room / "bin/reliquary").symlink_to(Path(args.tool).resolve())
    asan = f"{os.environ.get('ASAN_OPTIONS', '')}:detect_leaks=0"
    path = f"{(args.room / 'bin').resolve()}:{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "LC_ALL": "C", "ASAN_OPTIONS": asan}
    built = subprocess.check_output([args.tool, "--version"], text=True)
    built = "# built with: " + built[built.index("(") + 1 : built.rindex(")")]
    stored, said = STORED.read_text(encoding="utf-8").rstrip("\n").split("\n"), []
    if args.bless:
        stored[1] = built
    elif stored[1] != built:
        print(f"transcript: skipped: made by a build with {stored[1]}")
        return 77
    for line in stored:
        if line.startswith(("$ ", "#")) or not line:
            said.append(line)
        if line.startswith("$ "):
            said += answer(line[2:], args.room, env)
    if args.bless:
        STORED.write_text("\n".join(said) + "\n", encoding="utf-8")
        return 0
    different = list(difflib.unified_diff(stored, said, "transcript.txt", "now", lineterm=""))
    print("\n".join(different[:100]))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
