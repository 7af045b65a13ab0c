#!/usr/bin/env python3
"""creature.py TOOL [FOLDER]: how long `TOOL convert --creature` takes to put a creature with head, armour and two weapons together, on the
demo with tables like the game's; and how long the same body takes as a plain model. Processor time of the whole program, the best of
ten runs."""

import json
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

RUNS = 10
TABLES = {
    "appearance": ",label,modeltype,modela,texa,modelc,texc,race,racetex,normalhead\n0,Guard,B,demo_guard,demo_guard,demo_scout,demo_guard,,,0\n",
    "heads": ",head\n0,demo_head\n",
    "baseitems": ",label,itemclass,bodyvar\n0,saber,demo_saber,\n1,armour,,C\n",
}
WORN = ((2, "armour"), (16, "saber"), (32, "saber"))


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(what, command):
    times = []
    for _ in range(RUNS):
        before = processor_time()
        subprocess.run(command, check=True, capture_output=True)
        times.append(processor_time() - before)
    print(f"{what:<40} {min(times) * 1000:6.1f} ms")


def make(tool, room):
    def run(*words):
        return subprocess.run([tool, *map(str, words)], check=True, capture_output=True).stdout

    def blueprint(name, change):
        run("new", name.suffix[1:], "-o", name)
        document = json.loads(run("json", name))
        change({field[0]: field for field in document["root"]["fields"]})
        (room / "changed.json").write_text(json.dumps(document))
        run("build", room / "changed.json", "-o", name, "--force")

    def wear(fields):
        fields["Equip_ItemList"][2] += [{"id": slot, "fields": [["EquippedRes", "resref", item]]} for slot, item in WORN]

    run("demo", "-q", room / "demo")
    over = room / "demo/kotor/override"
    for name, text in TABLES.items():
        (room / f"{name}.csv").write_text(text)
        run("convert", room / f"{name}.csv", "--to", "twoda", "-o", over / f"{name}.2da")
    for ending in ("mdl", "mdx"):
        shutil.copy(over / f"demo_saber.{ending}", over / f"demo_saber_001.{ending}")
    blueprint(over / "saber.uti", lambda fields: fields["BaseItem"].__setitem__(2, 0))
    blueprint(over / "armour.uti", lambda fields: fields["BaseItem"].__setitem__(2, 1))
    blueprint(over / "armed.utc", wear)
    return over


def main():
    tool = str(Path(sys.argv[1]).resolve())
    room = Path(tempfile.mkdtemp(dir=sys.argv[2] if len(sys.argv) > 2 else None))
    try:
        over = make(tool, room)
        out = ["-o", str(room / "x.glb"), "--force", "-q"]
        measure("a creature with what it wears", [tool, "convert", "--creature", "armed", "--game", str(over.parent), *out])
        measure("its body alone", [tool, "convert", str(over / "demo_scout.mdl"), "--to", "glb", *out])
    finally:
        shutil.rmtree(room)


if __name__ == "__main__":
    sys.exit(main())
