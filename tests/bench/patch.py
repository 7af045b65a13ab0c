#!/usr/bin/env python3
"""patch.py TOOL [FOLDER]: makes a game of 95 modules (200 MB) and a mod of 2,255 file operations, as many as the
largest known mod has, and measures how long `TOOL patch` takes to plan and to install it, and a mod of one file.
The aim: 5 s and 500 MB for the large one, 0.1 s for the small one."""

import os
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MODULES, PLAIN, CREATURES, FIELDS = 95, 111, 8, 40


def talk(texts):
    entries, at = b"", 0
    for text in texts:
        entries += struct.pack("<I16sIIIIf", 1, b"", 0, 0, at, len(text), 0)
        at += len(text)
    return b"TLK V3.0" + struct.pack("<III", 0, len(texts), 20 + len(entries)) + entries + b"".join(texts)


def archive(entries):
    count, keys, places, data = len(entries), b"", b"", b""
    start = 160 + 32 * count
    for i, (name, kind, bytes_) in enumerate(entries):
        keys += struct.pack("<16sIHH", name.encode(), i, kind, 0)
        places += struct.pack("<II", start + len(data), len(bytes_))
        data += bytes_
    head = struct.pack("<9I", 0, 0, count, 160, 160, 160 + 24 * count, 100, 1, 0xFFFFFFFF)
    return b"MOD V1.0" + head + bytes(116) + keys + places + data


def creature():
    fields = b"".join(struct.pack("<III", 4, i, i) for i in range(FIELDS))
    labels = b"".join((b"Field%d" % i).ljust(16, b"\0") for i in range(FIELDS))
    numbers = b"".join(struct.pack("<I", i) for i in range(FIELDS))
    at = [56, 68, 68 + 12 * FIELDS, 68 + 28 * FIELDS, 68 + 28 * FIELDS, 68 + 32 * FIELDS]
    head = struct.pack("<12I", at[0], 1, at[1], FIELDS, at[2], FIELDS, at[3], 0, at[4], 4 * FIELDS, at[5], 0)
    return b"UTC V3.2" + head + struct.pack("<III", 0xFFFFFFFF, 0, FIELDS) + fields + labels + numbers


def make(room):
    game, data, one = room / "game", room / "mod/tslpatchdata", room / "one/tslpatchdata"
    for folder in (game / "modules", game / "Override", data, one):
        folder.mkdir(parents=True)
    noise, utc = os.urandom(1 << 18), creature()
    (game / "swkotor.exe").write_bytes(b"")
    (game / "dialog.tlk").write_bytes(talk([b"text %d" % i for i in range(50000)]))
    (data / "append.tlk").write_bytes(talk([b"new %d" % i for i in range(40)]))
    entries = [(f"r{i:03}", 2002, noise[i * 1000 : i * 1000 + 19000]) for i in range(PLAIN)]
    entries += [(f"c{i:02}", 2027, utc) for i in range(CREATURES)]
    whole = archive(entries)
    ini = ["[TLKList]"] + [f"StrRef{i}={i}" for i in range(40)] + ["[InstallList]", "ov=Override"]
    ini += [f"m{m}=modules\\m{m:02}.mod" for m in range(MODULES)] + ["[ov]"]
    for i in range(640):
        (data / f"o{i}.tga").write_bytes(noise[: 20000 + i])
        ini.append(f"Replace{i}=o{i}.tga")
    for m in range(MODULES):
        (game / f"modules/m{m:02}.mod").write_bytes(whole)
        ini.append(f"[m{m}]")
        for i in range(10):
            (data / f"x{m}_{i}.wav").write_bytes(noise[m : m + 15000])
            ini.append(f"Replace{i}=x{m}_{i}.wav")
    pairs = [(m, i) for m in range(MODULES) for i in range(7)]
    ini += ["[GFFList]"] + [f"File{k}=g{m}_{i}.utc" for k, (m, i) in enumerate(pairs)]
    for m, i in pairs:
        ini += [f"[g{m}_{i}.utc]", f"!Destination=modules\\m{m:02}.mod", f"!Filename=c{i:02}.utc"]
        ini += [f"Field{f}={f + 5}" for f in range(8)] + [f"AddField0=a{m}_{i}", f"[a{m}_{i}]"]
        ini += ["FieldType=Int", "Label=New", "Value=StrRef3"]
    (data / "changes.ini").write_text("\n".join(ini))
    (one / "a.txt").write_text("a")
    (one / "changes.ini").write_text("[InstallList]\nf=Override\n[f]\nReplace0=a.txt\n")


def measure(what, command):
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True)
    seconds = time.monotonic() - start
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"{what:<24} {seconds:6.2f} s  at most {most} MB so far  exit {done.returncode}")
    return done.returncode


def main():
    tool = str(Path(sys.argv[1]).resolve())
    room = Path(tempfile.mkdtemp(dir=sys.argv[2] if len(sys.argv) > 2 else None))
    try:
        make(room)
        os.sync()
        game = str(room / "game")
        bad = measure("one file", [tool, "patch", str(room / "one"), game, "-q"])
        bad |= measure("large mod, planned", [tool, "patch", str(room / "mod"), game, "-q", "--dry-run"])
        bad |= measure("large mod, installed", [tool, "patch", str(room / "mod"), game, "-q"])
        bad |= measure("large mod, undone", [tool, "patch", "undo", game])
        return bad
    finally:
        shutil.rmtree(room)


if __name__ == "__main__":
    sys.exit(main())
