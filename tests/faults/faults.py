#!/usr/bin/env python3
"""Lets the system fail: faults.py TOOL LIBRARY DEMO

Each of COMMANDS is run once as it is, and then once for each call with which it asks the system for something of a file
(faults.c): that call fails. Whatever fails, the command

  - does all that it does otherwise, or says what is wrong and does not end with 0
  - leaves each file as it was, or as it would have become, and nothing else beside them
  - changes all of what can only be changed together (TOGETHER), or nothing of it
"""

import concurrent.futures
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

# "+": it goes on with other files, so that the gallery of what it made (index.*) has those alone. Not among them: save
# show, which lists what it can't read; save copy, which takes another number when it can't see whether one is free;
# patch, which leaves an instruction out and says so, as TSLPatcher does, and whose commit who comes next ends.
COMMANDS = """
info shelf01.utp demo_items.2da
json shelf01.utp
dump shelf01.utp
verify shelf01.utp demo_crest.tpc
get shelf01.utp Tag
set shelf01.utp Tag=other
set shelf01.utp Tag=other --backup
json shelf01.utp -o made.json
build shelf.json -o made.utp
build shelf.json -o shelf01.utp -f
convert demo_crest.tpc -o made
+ convert demo_crest.tpc demo_items.2da -o made
convert crest.png --to tpc -o made
convert guard.glb --to mdl -o made.mdl
convert guard.glb --to mdl -o demo_guard.mdl -f
diff shelf01.utp demo_items.2da
diff shelf01.utp other.utp
merge shelf01.utp other.utp shelf01.utp -o made.utp
list demo01.mod
extract demo01.mod -o made
extract demo01.mod *.utc -o .
extract --salvage demo01.mod -o made
pack shelf01.utp demo_items.2da -o made.mod
pack parts -o made.key
put demo01.mod shelf01.utp
put demo01.mod shelf01.utp --backup
put data/templates.bif shelf01.utp
rm demo01.mod *.utc
rm data/templates.bif *.utc
new utc -o made.utc
lint fog.are
lint fog.are --fix
ini get SYSTEM.INI
ini set SYSTEM.INI xngine/back_plane 5
ini check SYSTEM.INI
compile hello.nss -o made.ncs
decompile demo_hello.ncs -o made.nss
disassemble demo_hello.ncs -o made.pcode
run demo_hello.ncs
ls .
cat . gate.utd
get . gate.utd -o made
grep . lantern
uses . gate.utd
tlk . 1 2
save set save gold=5
save backup save
save get save screen -o made.png
name . --seed 3
patch mod . --dry-run
schema UTC -o made.json
"""
TOGETHER = (("chitin.key", "data/templates.bif"), ("demo_guard.mdl", "demo_guard.mdx"), ("made.mdl", "made.mdx"))
OF_GAME = """chitin.key dialog.tlk data/templates.bif modules/demo01.mod>demo01.mod override/shelf01.utp>shelf01.utp
override/demo_items.2da>demo_items.2da
override/demo_items.2da override/demo_crest.tpc>demo_crest.tpc override/demo_hello.ncs>demo_hello.ncs
override/demo_guard.mdl>demo_guard.mdl override/demo_guard.mdx>demo_guard.mdx"""


CHANGES = """[TLKList]
StrRef0=0
[2DAList]
Table0=demo_items.2da
[demo_items.2da]
AddRow0=row
[row]
label=patched
name=StrRef0
[InstallList]
install_folder0=override
[override]
File0=patched.txt
"""


class Runner:
    def __init__(self, tool, library, demo):
        self.tool, self.library, self.demo = tool, library, Path(demo)
        self.room = Path("rooms").resolve()
        self.wrong = []

    def run(self, room, words, fault=None):
        """Exit code, standard output, messages, and the kinds of the calls."""
        calls = room.with_suffix(".calls")
        env = {**os.environ, "LD_PRELOAD": self.library, "RQ_FAULT_ROOM": str(room), "RQ_FAULTS": str(calls)}
        env |= {"ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0", "LC_ALL": "C"}
        env |= {"XDG_CACHE_HOME": str(room), "XDG_STATE_HOME": str(room), "HOME": str(room)}
        if fault is not None:
            env["RQ_FAULT"] = str(fault)
        done = subprocess.run([self.tool, *words], cwd=room, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        said = re.sub(rb"\d\d:\d\d:\d\d|\d+\.\d s", b"", done.stdout)  # the log of patch has times
        return done.returncode, said, done.stderr.decode(errors="replace"), calls.read_text()

    def plain(self, *words, room):
        subprocess.run([self.tool, *words], cwd=room, check=True, capture_output=True)

    def fixture(self, room):
        """What the commands work on."""
        room.mkdir(parents=True)
        for pair in OF_GAME.split():
            name, _, to = pair.partition(">")
            to = room / (to or name)
            to.parent.mkdir(exist_ok=True)
            shutil.copyfile(self.demo / "kotor" / name, to)
        shutil.copytree(self.demo / "kotor" / "data", room / "data", dirs_exist_ok=True)
        (room / "parts").mkdir()
        shutil.copyfile(room / "shelf01.utp", room / "parts" / "shelf01.utp")
        shutil.copyfile(self.demo / "redguard" / "SYSTEM.INI", room / "SYSTEM.INI")
        shutil.copyfile(self.demo / "broken" / "are-fog-negative.are", room / "fog.are")
        shutil.copytree(self.demo / "kotor" / "saves" / "000002 - Game1", room / "save")
        mod = room / "mod" / "tslpatchdata"
        mod.mkdir(parents=True)
        (mod / "changes.ini").write_text(CHANGES)
        (mod / "patched.txt").write_text("patched\n")
        head = struct.pack("<8sIIII24xIIf", b"TLK V3.0", 0, 1, 60, 1, 0, 4, 0)  # docs/formats/tlk.md
        (mod / "append.tlk").write_bytes(head + b"text")
        (room / "hello.nss").write_text('void main() { PrintString("hello"); }\n')
        self.plain("json", "shelf01.utp", "-o", "shelf.json", room=room)
        self.plain("convert", "demo_crest.tpc", "-o", "crest.png", room=room)
        self.plain("convert", "demo_guard.mdl", "--to", "glb", "-o", "guard.glb", room=room)
        shutil.copyfile(room / "shelf01.utp", room / "other.utp")
        self.plain("set", "other.utp", "Tag=third", room=room)

    def command(self, number, line):
        words = line.removeprefix("+ ").split()
        room = self.room / str(number)
        shutil.copytree(self.room / "fixture", room)
        whole = self.run(room, words)
        before, after = files_of(self.room / "fixture"), files_of(room)
        shutil.rmtree(room)
        if whole[0] not in (0, 1) or not whole[3]:
            self.wrong.append(f"{line}: ends with {whole[0]} without a fault: {whole[2]}")
            return 0
        for fault, kind in enumerate(whole[3]):
            shutil.copytree(self.room / "fixture", room)
            got = self.run(room, words, fault)
            for what in faults_of(whole, got, before, after, files_of(room)):
                if not (line.startswith("+") and "/index" in what):
                    said = got[2].strip().splitlines()[-1:]
                    self.wrong.append(f"{line}: call {fault} ({kind}) of {len(whole[3])}: {what} {said}")
            shutil.rmtree(room)
        return len(whole[3])


def files_of(room):
    """Names and bytes; those of records have their time."""
    files = {str(at.relative_to(room)): at for at in sorted(room.rglob("*")) if at.is_file()}
    return {name: at.read_bytes() for name, at in files.items() if at.name != "manifest"}


def faults_of(whole, got, before, after, now):
    """What is wrong with the end of a command for which a call failed."""
    if got[0] == whole[0] and got[1] == whole[1] and now == after:
        return
    if got[0] not in (1, 2, 3, 4):
        yield f"ends with {got[0]}, though not all is as it would be"
    if not got[2].strip() and b"[Error]" not in got[1]:
        yield "says nothing"
    for name in sorted(now.keys() | before.keys()):
        if now.get(name) not in (before.get(name), after.get(name)):
            yield f"{name} is neither as it was nor as it would be"
    for names in TOGETHER:
        changed = [name for name in names if before.get(name) != after.get(name)]
        if len({now.get(name) == after.get(name) for name in changed}) > 1:
            yield f"only a part of {' and '.join(names)} is new"


def main():
    runner = Runner(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3])
    runner.fixture(runner.room / "fixture")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        counts = list(pool.map(lambda pair: runner.command(*pair), enumerate(COMMANDS.strip().splitlines())))
    print(*runner.wrong, sep="\n")
    print(f"{len(counts)} commands, {sum(counts)} faults, {len(runner.wrong)} wrong")
    return 1 if runner.wrong or not all(counts) else 0


if __name__ == "__main__":
    sys.exit(main())
