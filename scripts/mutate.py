"""What scripts/mutate.sh does; see there."""

import concurrent.futures
import difflib
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOM = Path("build/mutate").resolve()
TREE = ROOM / "tree"
WRONG = ROOM / "wrong.txt"  # names the file that has a mistake at the moment
JOBS = int(os.environ.get("JOBS", os.cpu_count() or 1))
QUIET = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)

# ---- mistakes ----

COMPARE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
LOGIC = {"&&": "||", "||": "&&"}
REST = "+ - - + * / / * % / << >> >> << & | | & += -= -= += |= &= &= |= ++ -- -- ++".split()
SWAPS = {**COMPARE, **LOGIC, **dict(zip(REST[::2], REST[1::2]))}
BINARY = "|".join(re.escape(sign) for sign in sorted(SWAPS, key=len, reverse=True))
DECLARES = re.compile(
    r"(const|static|struct|enum|union|unsigned|size_t|u?int\w*|bool|char|float|double|long|void|FILE"
    r"|return|case|default|goto)\b"
)
HIDDEN = (
    r'(?s)/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'',
    r"(?m)^[ \t]*#(?:.*\\\n)*.*$",
    r"(?s)\bstatic const\b[^;={]*= ?\{.*?\};",
)


def hide(text):
    """Blanks for what no mistake is made in: comments, strings, directives, tables of constants,
    and all outside of functions."""
    for pattern in HIDDEN:
        text = re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    inside, lines = False, []
    for line in text.split("\n"):
        inside = line == "{" or (inside and line != "}")
        lines.append(line if inside else " " * len(line))
    return "\n".join(lines)


def closing(text, at):
    depth = 1
    while depth:
        at += 1
        depth += (text[at] == "(") - (text[at] == ")")
    return at


def mistakes(text):
    """(kind, place, old, new) for everything that could go wrong in a file."""
    code = hide(text)
    for m in re.finditer(rf"(?<=[\w)\]] )({BINARY})(?= )|\+\+|--", code):
        sign = m.group()
        kind = "compare" if sign in COMPARE else "logic" if sign in LOGIC else "count"
        yield kind, m.start(), sign, SWAPS[sign]
    for m in re.finditer(r"(?<![\w.])\d+(?![\w.])", code):
        yield "number", m.start(), m.group(), str(int(m.group()) + 1 if m.group() != "1" else 0)
    for m in re.finditer(r"\bif (?=\()", code):
        old = text[m.end() : closing(code, m.end()) + 1]
        yield "if", m.end(), old, f"(!{old})"
    for m in re.finditer(r"\breturn ([^;]+);", code):
        old = text[m.start(1) : m.end(1)]
        if old not in ("0", "NULL"):
            yield "return", m.start(1), old, {"true": "false", "false": "true"}.get(old, "0")
    for m in re.finditer(r"(?<=[;{})e:])\s*\n +([^\s{][^\n{]*;)(?=\n)", code):
        if not DECLARES.match(m.group(1)):
            yield "statement", m.start(1), text[m.start(1) : m.end(1)], ";"


def draw(files, seed):
    """All mistakes of all files in an order that follows from the seed, each kind as often."""
    kinds, chance = {}, random.Random(seed)
    for name in files:
        for kind, *rest in mistakes((TREE / name).read_text(encoding="utf-8")):
            kinds.setdefault(kind, []).append((name, *rest))
    while kinds:
        kind = chance.choice(sorted(kinds))
        yield kinds[kind].pop(chance.randrange(len(kinds[kind])))
        kinds = {kind: left for kind, left in kinds.items() if left}


# ---- builds ----


def copy_tree():
    """As it is here, but with one shared library for all programs, so that only that is linked
    again. Returns a hash of it."""
    listed = subprocess.check_output(["git", "ls-files", "-co", "--exclude-standard"], text=True)
    whole = hashlib.sha256()
    for old in (TREE, ROOM / "tmp"):
        shutil.rmtree(old, ignore_errors=True)
    for name in sorted(filter(os.path.isfile, listed.splitlines())):
        (TREE / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(name, TREE / name)
        whole.update(name.encode() + hashlib.sha256(Path(name).read_bytes()).digest())
    lists = TREE / "CMakeLists.txt"
    text = lists.read_text().replace("(reliquary_static STATIC", "(reliquary_static SHARED")
    lists.write_text(text.replace("VISIBILITY_PRESET hidden", "VISIBILITY_PRESET default"))
    if WRONG.exists():  # a run was killed: what is built has its mistake
        (TREE / WRONG.read_text()).touch()
    return whole.hexdigest()


class Test:
    def __init__(self, entry):
        self.name, self.command, self.seconds = entry["name"], entry["command"], None
        properties = {p["name"]: p["value"] for p in entry["properties"]}
        self.folder, self.temp = properties["WORKING_DIRECTORY"], ROOM / "tmp" / self.name
        self.env = {**os.environ, "RQ_HOSTILE_SECONDS": "3", "TMPDIR": str(self.temp)}
        self.env |= dict(pair.split("=", 1) for pair in properties.get("ENVIRONMENT", []))

    def passes(self, cancelled):
        shutil.rmtree(self.temp, ignore_errors=True)
        self.temp.mkdir(parents=True)
        started, most = time.monotonic(), 3600 if self.seconds is None else self.seconds * 8 + 20
        process = subprocess.Popen(
            self.command, cwd=self.folder, env=self.env, start_new_session=True, **QUIET
        )
        while process.poll() is None:
            if time.monotonic() - started > most or cancelled():
                os.killpg(process.pid, signal.SIGKILL)
            time.sleep(0.02)
        self.seconds = self.seconds or time.monotonic() - started
        return process.returncode in (0, 77)


class Build:
    def __init__(self, name, state, left_out=(), **options):
        self.folder, times = ROOM / name, ROOM / f"{name}.json"
        options |= {"CMAKE_BUILD_TYPE": "Debug", "CMAKE_LINK_DEPENDS_NO_SHARED": "ON"}
        options |= {"RQ_WERROR": "OFF", "RQ_SHARED": "OFF"}
        defined = [f"-D{key}={value}" for key, value in options.items()]
        with open(ROOM / f"{name}.log", "w") as log:
            for words in (
                ["-S", TREE, "-B", self.folder, *defined],
                ["--build", self.folder, "-j", str(JOBS)],
            ):
                subprocess.run(["cmake", *words], check=True, stdout=log, stderr=log)
        commands = json.loads((self.folder / "compile_commands.json").read_text())
        self.commands = {os.path.relpath(c["file"], TREE): c["command"] for c in commands}
        listed = subprocess.check_output(["ctest", "--show-only=json-v1"], cwd=self.folder)
        self.tests = [Test(e) for e in json.loads(listed)["tests"] if e["name"] not in left_out]
        known = json.loads(times.read_text()) if times.exists() else {}
        for test in self.tests:
            test.seconds = known.get(test.name) if known.get("state") == state else None
        failed = self.run([t for t in self.tests if t.seconds is None], stop=False)
        if failed:
            sys.exit(f"{name}: these tests fail without any mistake: {' '.join(failed)}")
        times.write_text(json.dumps({"state": state, **{t.name: t.seconds for t in self.tests}}))
        print(f"{name}: {sum(t.seconds for t in self.tests):.0f} s of tests", flush=True)

    def object(self, name):
        return (self.folder / re.search(r" -o (\S+)", self.commands[name]).group(1)).read_bytes()

    def make(self, name):
        """Compiles a file and links what it is in; false when it does not compile."""
        done = subprocess.run(self.commands[name], shell=True, cwd=self.folder, **QUIET)
        owner = "reliquary_static" if name.startswith("src/") else "reliquary"
        link = ["cmake", "-E", "cmake_link_script", f"CMakeFiles/{owner}.dir/link.txt"]
        subprocess.run(link, cwd=self.folder, check=True, **QUIET)
        return done.returncode == 0

    def run(self, tests, stop=True):
        """Names of tests that fail: the first, or all."""
        left, failed = list(tests), []

        def work(_):
            while left and not (stop and failed):
                test = left.pop(0)
                if not test.passes(lambda: stop and failed):
                    failed.append(test.name)

        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            list(pool.map(work, range(JOBS)))
        return failed

    def catch(self, name):
        """The test that notices, or None. First come those that are called like the file."""
        words = set(re.split(r"[/_.]", name.replace("tool/", "cli/")))
        order = lambda test: (-len(words & set(re.split(r"[_.]", test.name))), test.seconds)
        return next(iter(self.run(sorted(self.tests, key=order))), None)


# ---- all of it ----


def attempt(builds, name, wrong):
    """The verdict of the tests on a file."""
    path, made = TREE / name, []
    text, right = path.read_text(encoding="utf-8"), builds[0].object(name)
    WRONG.write_text(name)
    path.write_text(wrong, encoding="utf-8")
    try:
        for build in builds:
            made.append(build)
            if not build.make(name):
                return "does not compile"
            if build == builds[0] and build.object(name) == right:
                return "is the same code"
            test = build.catch(name)
            if test:
                return f"caught by {test}"
        return "survived"
    finally:
        path.write_text(text, encoding="utf-8")
        for build in made:
            build.make(name)
        WRONG.unlink()


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    state = copy_tree()
    builds = [Build("plain", state, CMAKE_C_FLAGS_DEBUG="-O1 -w")]
    # What cli.frozen compares has been compared by then, and it takes as long as all others.
    checks = {"CMAKE_C_FLAGS_DEBUG": "-O1 -g -w", "RQ_SANITIZE": "address,undefined,float-cast-overflow"}
    builds.append(Build("checked", state, ["cli.frozen"], **checks))
    every = sorted(name for name in builds[0].commands if name.startswith(("src/", "tool/")))
    tried, again, survived, started = 0, [], [], time.monotonic()
    for name, place, old, new in draw(sys.argv[3:] or every, seed):
        if tried == count:
            break
        began, text = time.monotonic(), (TREE / name).read_text(encoding="utf-8")
        wrong = text[:place] + new + text[place + len(old) :]
        verdict = attempt(builds, name, wrong)
        if verdict in ("is the same code", "does not compile"):
            again.append(verdict)
            continue
        tried += 1
        if verdict == "survived":
            pair = text.splitlines(), wrong.splitlines()
            survived.append("\n".join(difflib.unified_diff(*pair, name, name, n=2, lineterm="")))
        said = " ".join(f"{old} -> {new}".split())[:70]
        where = f"{name}:{text[:place].count(chr(10)) + 1}"
        print(f"{tried}: {where}: {said}: {verdict}, {time.monotonic() - began:.0f} s", flush=True)
    print(*survived, sep="\n\n")
    caught, each = tried - len(survived), (time.monotonic() - started) / max(tried, 1)
    print(f"\ncaught {caught} of {tried} ({100 * caught / max(tried, 1):.0f} %), {each:.0f} s each")
    for why in sorted(set(again)):
        print(f"drawn again, because it {why}: {again.count(why)}")


if __name__ == "__main__":
    main()
