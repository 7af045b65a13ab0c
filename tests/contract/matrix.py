#!/usr/bin/env python3
"""Runs verbs with each of their options, and compares the hashes of all that comes out with matrix.txt.

What is hashed of a command: exit code, standard output, messages, and the names and bytes of the files that it
left in its folder. A line of matrix.txt is a command of COMMANDS: the hash of it and of it with each option that
its verb takes, how many runs these were, and the command. transcript.txt has the words; here are the combinations.

    matrix.py                compare; exit 1 and the lines that differ, 77 when this is a build with
                             other libraries
    matrix.py --bless        take what comes out now as what is wanted
    matrix.py --show FOLDER  also write what is hashed, a file for each line
"""

import argparse
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
STORED = HERE / "matrix.txt"
K, R, B = "demo/kotor", "demo/redguard", "demo/broken"

# "w" is a folder of the command's own; FILE>NAME copies a file or folder there first. What may be changed has to be
# such a copy: the demo is shared.
COMMANDS = f"""
formats
layout rgm
layout nothing
findings
findings lip
fields
fields UTC
fields UTC ClassList/Class
fields UTC nothing
schema UTC
new utc -o w/a.utc
new nothing -o w/a
info {K}/override/types01.gff
info {R}/ENGLISH.RTX {R}/maps/ISLAND.RGM
info {K}/modules/demo01.mod {B}/bmp-wrong-size.bmp nowhere
scan {R}/fxart {B}/bwm-material
dump {K}/override/demo_keeper.ssf
json {K}/override/demo_items.2da
json {K}/override/demo_items.2da {K}/override/demo_keeper.ssf nowhere
json {R}/SYSTEM.INI -o w/a.json
convert {K}/override/demo_crest.tpc -o w/a.png
convert {K}/override/demo_crest.tpc {K}/override/demo_items.2da nowhere -o w/out
convert {R}/fxart/ISLAND.COL -o w/a.png
convert {R}/ENGLISH.RTX -o w/out
convert {R}/maps/ISLAND.RGM --to json -o w/out
convert {B}/bwm-material -o w/out
convert {K}/modules/demo02_s.rim -o w/out --to json
render {K}/override/demo_door.mdl --size 32 -o w/a.png
list {K}/modules/demo01.mod
list {R}/ENGLISH.RTX
list {R}/ENGLISH.RTX dm* nothing*
list {K}/chitin.key
extract {K}/modules/demo01.mod *.utc *.uti -o w/out
extract {R}/ENGLISH.RTX dm01* -o w/out
extract {K}/modules/demo01.mod nothing -o w/out
pack {K}/override/types01.gff {K}/override/demo_items.2da -o w/a.mod
pack {K}/override/types01.gff -o w/a.rim
pack --from-module {K}/modules/demo02 -o w/a.mod
put w/demo01.mod {K}/override/types01.gff {K}/modules/demo01.mod>demo01.mod
put w/demo01.mod nowhere {K}/modules/demo01.mod>demo01.mod
rm w/demo01.mod *.utc lantern.uti {K}/modules/demo01.mod>demo01.mod
rm w/demo01.mod nothing {K}/modules/demo01.mod>demo01.mod
ls {K}
ls {K} demo_*.2da
ls {R} *.INI
find {K} demo_crest.tpc
find {K} nothing.tpc
get {K}/override/types01.gff Byte String List/0/Square
get {K}/override/types01.gff Nothing
get {K} demo_crest.tpc demo_items.2da -o w/out
set w/x.gff Byte=7 String=new {K}/override/types01.gff>x.gff
set w/x.gff Byte=777 {K}/override/types01.gff>x.gff
set w/x.gff List/-= List/0=null {K}/override/types01.gff>x.gff
cat {K} demo_items.2da
cat {K} demo_keeper.ssf
grep {K} lantern
grep {K}/override Lantern* --type 2da
grep {R} WORLD*
uses {K} lantern.uti
uses {K} 2
unused {K}
missing {K}
module {K} demo01
module {K} demo02
tlk {K} 1 2 99
name {K} --seed 3
lint w/x.are w/y.utc {B}/are-fog-negative.are>x.are {B}/utc-dead-saves.utc>y.utc
lint w/m w/s {B}/bwm-material>m {B}/sav-item>s
explain utc-duplicate-class
explain nothing
verify {K}/override {R}/fxart
verify {B}/bmp-wrong-size.bmp nowhere
diff {K}/modules/demo01.mod {K}/modules/demo02_s.rim
diff {K}/override/demo_items.2da {K}/override/demo_pool.2da
diff {K}/override/demo_crest.tpc {K}/override/demo_light.tpc
diff {K}/override w/o {K}/rims>o
merge {K}/override/demo_items.2da {K}/override/demo_pool.2da {K}/override/demo_by_hand.2da -o w/a.2da
merge {K}/rims w/a w/b -o w/out {K}/rims>a {K}/lips>b
ini get {R}/SYSTEM.INI
ini get {R}/SYSTEM.INI system/volume
ini set w/S.INI system/volume 5 {R}/SYSTEM.INI>S.INI
ini check {R}/SYSTEM.INI {R}/ITEM.INI {R}/WORLD.INI
pvo query {R}/maps/ISLAND.PVO 0 0 0
pvo patch w/I.PVO node:0 1 2 {R}/maps/ISLAND.PVO>I.PVO
save ls {K}/saves
save ls {R}/SAVEGAME
save show '{K}/saves/000002 - Game1'
save items '{K}/saves/000002 - Game1'
save globals '{K}/saves/000002 - Game1'
save journal '{K}/saves/000002 - Game1'
save party '{K}/saves-k2/000003 - Game2'
save get '{K}/saves/000002 - Game1' gold player/name
save set 'w/000002 - Game1' gold=5 player/hp=3 '{K}/saves/000002 - Game1>000002 - Game1'
save set 'w/000002 - Game1' gold=x '{K}/saves/000002 - Game1>000002 - Game1'
save diff '{K}/saves/000002 - Game1' '{K}/saves/000001 - DEMO'
save check '{K}/saves/000002 - Game1'
save repair 'w/000002 - Game1' events DEMO01 '{K}/saves/000002 - Game1>000002 - Game1'
save copy 'w/000002 - Game1' '{K}/saves/000002 - Game1>000002 - Game1'
run {K}/override/demo_hello.ncs
run {R}/maps/ISLAND.RGM --actor PATROL --ticks 3
run --hex 0a000707000000000500000000
play {R}/maps/ISLAND.RGM --actor PATROL
disassemble {K}/override/demo_hello.ncs
disassemble {R}/maps/ISLAND.RGM -o w/out
decompile {K}/override/demo_hello.ncs {K}/override/demo_asks.ncs -o w/out
decompile {R}/maps/ISLAND.RGM -o w/out
compile w/a.nss w/b.nss w/inc.nss a.nss b.nss inc.nss
assemble w/a.ncsasm a.ncsasm
completion bash
completion fish
"""

# Texts of sources that commands name as their last words.
SOURCES = {
    "a.nss": 'void main() { int n = 1; n = n + 1; }\n',
    "b.nss": 'void main() { int n = "x"; nothing(n) }\n',
    "inc.nss": "int Twice(int n) { return n * 2; }\n",
    "a.ncsasm": "start:\n    CONSTI 1\n    NOPE\n    RETN\n",
}

# Options that wait, draw or take another program's time.
LEFT_OUT = {"help", "watch", "debug", "best", "jobs", "holopatcher", "no-color", "scale", "previews"}

VALUES = {
    "output": ["w/other", "-"],
    "to": ["json", "csv", "nope"],
    "dialect": ["pykotor", "rmm", "nope"],
    "actor": ["PATROL", "nobody"],
    "palette": [f"{R}/fxart/ISLAND.COL", "nowhere"],
    "game": [K, R, "nowhere"],
    "textures": [f"{R}/fxart"],
    "encoding": ["cp437", "dxt1", "nope"],
    "format": ["gff", "rtx", "nope"],
    "as": ["other.utc", "voice"],
    "world": ["1", "x"],
    "key": [f"{K}/chitin.key", "nowhere"],
    "module": ["demo01", "nothing"],
    "type": ["utc", "nope"],
    "source": ["override", "nope"],
    "game-version": ["k2", "k3"],
    "rule": ["utc-duplicate-class", "-are-fog-negative", "nope"],
    "count": ["2", "0", "x"],
    "seed": ["9", "x"],
    "ticks": ["2", "x"],
    "start": ["0", "x"],
    "through": ["json", "nope"],
    "size": ["16x8", "0"],
    "angle": ["10,20", "x"],
    "base": [f"{R}/maps/ISLAND.RGM"],
    "ltr": ["humanf", "nope"],
    "locals": ["1,2", "x"],
    "namespace": ["1"],
}


def told(data, room):
    """Without what differs from run to run: durations, times of files, the folder."""
    data = re.sub(rb"\b\d+\.\d+ s\b", b"T s", data.replace(str(room).encode(), b"ROOM"))
    data = re.sub(rb"\b20\d\d-\d\d-\d\d \d\d:\d\d\b", b"DATE", data)
    return re.sub(rb'"(time|saved)": *"?\d{9,}"?', rb'"\1":TIME', data)


def files_of(folder):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and ".reliquary" not in str(path.relative_to(folder)):
            name = path.relative_to(folder).as_posix()
            yield f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()[:16]}\n".encode()


class Matrix:
    def __init__(self, tool, room, show):
        self.tool, self.room, self.show, self.options = tool, room, show, {}
        asan = f"{os.environ.get('ASAN_OPTIONS', '')}:detect_leaks=0"
        self.env = {**os.environ, "LC_ALL": "C", "ASAN_OPTIONS": asan}

    def run(self, words, room):
        return subprocess.run(
            [self.tool, *words], cwd=room, env=self.env, stdin=subprocess.DEVNULL, capture_output=True
        )

    def options_of(self, verb):
        """Names of options with an argument or None, as help lists them."""
        if verb not in self.options:
            text = self.run([verb, "--help"], self.room).stdout.decode()
            found = re.findall(r"^  (?:-\w,|   ) --([\w-]+)(?: ([^ ]+))?  ", text, re.M)
            self.options[verb] = [(n, a or None) for n, a in found if n not in LEFT_OUT]
        return self.options[verb]

    def variants(self, words, first):
        yield []
        for name, argument in self.options_of(words[0]):
            if f"--{name}" in words or (name == "output" and "-o" in words):
                continue
            values = VALUES.get(name, ["nothing"]) if argument else [None]
            for value in values if first else values[:1]:
                yield [f"--{name}"] + ([value] if value else [])
        known = [n for n, a in self.options_of(words[0]) if not a]
        for pair in (["json", "quiet"], ["json", "dry-run"], ["json", "all"], ["verbose", "all"]):
            if all(n in known for n in pair):
                yield [f"--{n}" for n in pair]

    def line(self, command, first):
        words, copies = [], []
        for word in shlex.split(command):
            (copies if ">" in word or word in SOURCES else words).append(word)
        room = self.room / hashlib.sha256(command.encode()).hexdigest()[:12]
        (room / "w").mkdir(parents=True)
        (room / "demo").symlink_to((self.room / "demo").resolve())
        hashed, count, shown = hashlib.sha256(), 0, []
        for more in self.variants(words, first):
            shutil.rmtree(room / "w")
            (room / "w").mkdir()
            for copy in copies:
                source, _, to = copy.partition(">")
                if copy in SOURCES:
                    (room / "w" / copy).write_text(SOURCES[copy], encoding="ascii")
                elif (room / source).is_dir():
                    shutil.copytree(room / source, room / "w" / to)
                else:
                    shutil.copy(room / source, room / "w" / to)
            done = self.run([*words, *more], room)
            said = [f"$ {' '.join([*words, *more])}\n= {done.returncode}\n".encode()]
            said += [told(done.stdout, room), b"!\n", told(done.stderr, room), b"#\n", *files_of(room / "w")]
            hashed.update(b"".join(said))
            shown += said
            count += 1
        if self.show:
            name = re.sub(r"[^\w]+", "_", command)[:80]
            (self.show / f"{name}.txt").write_bytes(b"".join(shown))
        return f"{hashed.hexdigest()[:16]} {count} {command}"

    def lines(self):
        commands = [line for line in COMMANDS.strip().split("\n")]
        verbs = [c.split()[0] for c in commands]
        firsts = [v not in verbs[:i] for i, v in enumerate(verbs)]
        for verb in verbs:
            self.options_of(verb)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(self.line, commands, firsts))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default=os.environ.get("RELIQUARY", "build/dev/reliquary"))
    parser.add_argument("--room", type=Path, default=Path("build/matrix"))
    parser.add_argument("--show", type=Path)
    parser.add_argument("--bless", action="store_true", help="store what comes out now")
    args = parser.parse_args()
    tool = str(Path(args.tool).resolve())
    shutil.rmtree(args.room, ignore_errors=True)
    args.room.mkdir(parents=True)
    if args.show:
        args.show.mkdir(parents=True, exist_ok=True)
    built = subprocess.check_output([tool, "--version"], text=True)
    built = "# built with: " + built[built.index("(") + 1 : built.rindex(")")].replace(", studio", "")
    stored = STORED.read_text(encoding="utf-8").rstrip("\n").split("\n") if STORED.exists() else []
    if not args.bless and stored[1] != built:
        print(f"matrix: skipped: made by a build with {stored[1]}")
        return 77
    matrix = Matrix(tool, args.room.resolve(), args.show)
    matrix.run(["demo", "demo", "-q"], args.room)
    lines = ["# All that verbs put out with their options: made by matrix.py --bless.", built]
    lines += matrix.lines()
    if args.bless:
        STORED.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return 0
    different = [line for line in lines if line not in stored]
    print("\n".join(different))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
