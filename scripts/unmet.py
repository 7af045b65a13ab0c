"""Lists small mistakes that no test can notice, without making any: scripts/unmet.py [FILE...]

Builds the sources with marks (reach.c), runs all tests once, and prints the places of the mistakes of scripts/mutate.py

  - in lines that no test runs
  - of comparisons (< for <=, or a limit that is one more) whose sides never were as near to each other as it takes to
    tell the difference

FILE: only these. It needs clang-14 and llvm-symbolizer-14, and takes half an hour. RELIQUARY_CORPUS and
RELIQUARY_PATCH_SAMPLES have to be set as .ci/run sets them.
"""

import os
import re
import subprocess
import sys

import mutate

# What reach.c notes: a place was run; of a comparison, how far its left side was above the right one.
RUN, MET = 1, {0: 2, 1: 4, -1: 8}
# The same where the right side is a number: the distance that tells it from the number of the mistake.
DISTANCE = {"<": 0, ">=": 0, ">": 1, "<=": 1}
LEFT_OUT = {"cli.studio", "cli.gallery", "property.hostile"}  # minutes, for what others run as well


def run_all(build):
    """The notes of all tests."""
    notes = mutate.ROOM / "unmet.notes"
    with open(notes, "wb") as file:
        file.truncate(mutate.PLACES)
    notes.chmod(0o666)
    subprocess.run([build.folder / "reliquary", "demo", "-q", "-f", mutate.DEMO], check=True)
    for test in build.tests:
        test.env["RQ_REACHED"] = str(notes)
    for name in build.run(build.tests, stop=False):
        print(f"{name} failed; what it meets may be missing", file=sys.stderr)
    return notes.read_bytes()


def calls(build, program, names):
    """Addresses behind the calls of functions that begin with names -> "file:line:column"."""
    path, addresses, called = build.folder / program, [], False
    listing = ["objdump", "-d", "--no-show-raw-insn", path]
    with subprocess.Popen(listing, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if called and ":" in line:
                addresses.append(int(line.split(":")[0], 16))
                called = False
            called = called or ("call" in line and re.search(rf"<__sanitizer_cov_trace_({names})", line))
    asked = "\n".join(hex(address - 1) for address in addresses)
    words = ["llvm-symbolizer-14", f"--obj={path}", "--no-inlines", "--functions=none"]
    told = subprocess.run(words, input=asked, text=True, stdout=subprocess.PIPE, check=True).stdout
    places = [line for line in told.splitlines() if line]
    return [(a, os.path.relpath(p, mutate.TREE)) for a, p in zip(addresses, places)]


def gather(build, notes):
    """Lines with blocks -> whether one was run; places of comparisons -> what was met."""
    lines, compared = {}, {}
    for first, program in ((0, "libreliquary.so"), (mutate.PLACES // 2, "reliquary")):
        for address, place in calls(build, program, "pc>"):
            line = place.rsplit(":", 1)[0]
            lines[line] = lines.get(line, 0) | notes[first + address]
        for address, place in calls(build, program, "(const_)?cmp"):
            compared[place] = compared.get(place, 0) | notes[first + address]
    return lines, compared


def needed(code, kind, place, old, new):
    """The place of the comparison that a mistake is in, and what of MET tells the difference; or None."""
    if kind == "compare":
        return (place, MET[0]) if old not in ("==", "!=") else None
    before = re.search(r"(<=|>=|<|>) $", code[:place][-4:])
    if kind != "number" or not before or re.match(r" ([-+*/%|^]|&(?!&)|<<|>>)", code[place + len(old) :]):
        return None
    distance = DISTANCE[before.group(1)] - (new == "0")
    return place - len(before.group()), MET[distance]


def unmet(name, lines, compared):
    """(line, what) of every mistake of a file that no test can notice."""
    text = (mutate.TREE / name).read_text(encoding="utf-8")
    for kind, place, old, new in mutate.mistakes(text):
        line = text.count("\n", 0, place) + 1
        block = next((n for n in range(line, max(line - 8, 0), -1) if f"{name}:{n}" in lines), line)
        if not lines.get(f"{name}:{block}", RUN):
            yield line, "not run"
            continue
        at, bit = needed(text, kind, place, old, new) or (None, 0)
        if at is not None:
            column = at - text.rfind("\n", 0, at)
            met = compared.get(f"{name}:{line}:{column}", bit)
            if not met & bit:
                yield line, f"{old} -> {new}"


def main():
    mutate.copy_tree()
    options = {"CMAKE_C_COMPILER": "clang-14"}
    options["CMAKE_C_FLAGS_DEBUG"] = "-O0 -w -g -fsanitize-coverage=bb,trace-pc,trace-cmp"
    for name, value in mutate.tracing().items():
        options[name] = f"{value} -fno-sanitize-link-runtime"
    build = mutate.Build("unmet", LEFT_OUT, **options)
    lines, compared = gather(build, run_all(build))
    every = sorted(name for name in build.commands if name.startswith(("src/", "tool/")))
    count = 0
    for name in sys.argv[1:] or every:
        source = (mutate.TREE / name).read_text(encoding="utf-8").splitlines()
        found = {}
        for line, what in unmet(name, lines, compared):
            found.setdefault(line, []).append(what)
            count += 1
        for line, what in sorted(found.items()):
            print(f"{name}:{line}: [{'; '.join(dict.fromkeys(what))}] {source[line - 1].strip()}")
    print(f"{count} mistakes that no test can notice")


if __name__ == "__main__":
    main()
