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
DEMO = ROOM / "demo"  # as check.sh makes it for the tests, without any mistake
WRONG = ROOM / "wrong.txt"  # names the file that has a mistake at the moment
JOBS = int(os.environ.get("JOBS", os.cpu_count() or 1))
SLOW = 10  # seconds: such tests come after the others of both builds
# Ways to optimize: a mistake that leaves the code of one of them the same is none. The first is asked at once, the
# others, where they are at hand, of what no quick test has noticed.
OPTIMIZERS = ("cc -O2", "cc -O3", "clang-14 -O2")
QUIET = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)

# ---- mistakes ----

COMPARE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
LOGIC = {"&&": "||", "||": "&&"}
REST = "+ - - + * / / * % / << >> >> << & | | & += -= -= += |= &= &= |= ++ -- -- ++".split()
SWAPS = {**COMPARE, **LOGIC, **dict(zip(REST[::2], REST[1::2]))}
BINARY = "|".join(re.escape(sign) for sign in sorted(SWAPS, key=len, reverse=True))
TYPES = "(const|static|struct|enum|union|unsigned|size_t|u?int\\w*|bool|char|float|double|long|void|FILE)"
DECLARES = re.compile(rf"({TYPES}|return|case|default|goto)\b")
ARRAY = re.compile(rf"(?m)^ *{TYPES}\b[^=;\n]*\[$")  # a larger one is no mistake
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
        if not ARRAY.search(code, code.rfind("\n", 0, m.start()) + 1, m.start()):
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
    again. Files that are there already keep their time, others get that of now: what was built of
    an older tree is never newer than its source. Returns a hash of it."""
    listed = subprocess.check_output(["git", "ls-files", "-co", "--exclude-standard"], text=True)
    names, whole = sorted(filter(os.path.isfile, listed.splitlines())), hashlib.sha256()
    shutil.rmtree(ROOM / "tmp", ignore_errors=True)
    for old in [at for at in TREE.rglob("*") if at.is_file()]:
        if str(old.relative_to(TREE)) not in names:
            old.unlink()
    for name in names:
        data, to = Path(name).read_bytes(), TREE / name
        whole.update(name.encode() + hashlib.sha256(data).digest())
        if name == "CMakeLists.txt":
            data = data.replace(b"(reliquary_static STATIC", b"(reliquary_static SHARED")
            data = data.replace(b"VISIBILITY_PRESET hidden", b"VISIBILITY_PRESET default")
        if not to.exists() or to.read_bytes() != data:
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(data)
            shutil.copymode(name, to)
    for page in ("studio/web", "tests/gltf"):
        modules, link = Path(page, "node_modules").resolve(), TREE / page / "node_modules"
        if modules.is_dir() and not link.is_symlink():
            link.symlink_to(modules)
    if WRONG.exists():  # a run was killed: what is built has its mistake
        (TREE / WRONG.read_text()).touch()
    return whole.hexdigest()


def recall(what, state):
    """What keep has kept of the same sources."""
    path = ROOM / f"{what}.json"
    kept = json.loads(path.read_text()) if path.exists() else {}
    return kept.get("kept", {}) if kept.get("state") == state else {}


def keep(what, state, value):
    (ROOM / f"{what}.json").write_text(json.dumps({"state": state, "kept": value}))


class Test:
    def __init__(self, entry):
        self.name, self.command, self.seconds = entry["name"], entry["command"], None
        properties = {p["name"]: p["value"] for p in entry["properties"]}
        self.folder, self.temp = properties["WORKING_DIRECTORY"], ROOM / "tmp" / self.name
        self.env = {**os.environ, "TMPDIR": str(self.temp)}
        self.notes = ROOM / "notes" / self.name
        self.env |= {"RQ_DEMO_DIR": str(DEMO), "RQ_REACHED": str(self.notes)}
        self.env |= dict(pair.split("=", 1) for pair in properties.get("ENVIRONMENT", []))

    def passes(self, cancelled):
        shutil.rmtree(self.temp, ignore_errors=True)
        self.temp.mkdir(parents=True)
        started, most = time.monotonic(), 3600 if self.seconds is None else self.seconds * 4 + 20
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
    def __init__(self, name, left_out=(), **options):
        self.name, self.folder, self.proven = name, ROOM / name, set()
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

    def files(self, name):
        """The object of a file, and what it is linked into."""
        link = (self.folder / self.link(name)).read_text()
        return [self.folder / re.search(r" -o (\S+)", c).group(1) for c in (self.commands[name], link)]

    @staticmethod
    def link(name):
        owner = "reliquary_static" if name.startswith("src/") else "reliquary"
        return f"CMakeFiles/{owner}.dir/link.txt"

    def make(self, name):
        """Compiles a file and links what it is in; false when it does not compile."""
        done = subprocess.run(self.commands[name], shell=True, cwd=self.folder, **QUIET)
        link = ["cmake", "-E", "cmake_link_script", self.link(name)]
        return done.returncode == 0 and not subprocess.run(link, cwd=self.folder, **QUIET).returncode

    def optimized(self, name, compiler):
        """The code of a file as a compiler of OPTIMIZERS makes it; None where that is not possible."""
        code = ROOM / "optimized.o"
        code.unlink(missing_ok=True)
        words = self.commands[name].split(" ", 1)[1]
        words = re.sub(r" -o \S+| -fsanitize-coverage=\S+| -fno-inline| -O1| -g\b", " ", f" {words}")
        subprocess.run(f"{compiler} {words} -g0 -o {code}", shell=True, cwd=self.folder, **QUIET)
        return code.read_bytes() if code.exists() else None

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

    def catch(self, name, able, slow):
        """The test that notices, or None. First come those that are called like the file."""
        words = set(re.split(r"[/_.]", name.replace("tool/", "cli/")))
        order = lambda test: (-len(words & set(re.split(r"[_.]", test.name))), test.seconds)
        tests = [t for t in self.tests if t.name in able and (t.seconds > SLOW) == slow]
        return next(iter(self.run(sorted(tests, key=order))), None)

    def proves(self, name):
        """A test that caught something has to pass without any mistake; one that does not is left out
        from here on."""
        for test in self.tests:
            if test.name == name and name not in self.proven and not test.passes(lambda: False):
                print(f"{self.name}: {name} fails without any mistake, and is left out", flush=True)
                self.tests.remove(test)
                return False
        self.proven.add(name)
        return True


# ---- which test reaches which function ----

PLACES = 64 << 20  # bytes of notes; see reach.c


def tracing():
    """Options that make a build note the places that its tests run."""
    subprocess.run(
        ["cc", "-O2", "-shared", "-fPIC", "-o", ROOM / "libreach.so", "scripts/reach.c"], check=True
    )
    link = f"-L{ROOM} -lreach -Wl,-rpath,{ROOM}" + " -fuse-ld=lld" * bool(shutil.which("ld.lld"))
    return {f"CMAKE_{kind}_LINKER_FLAGS": link for kind in ("EXE", "SHARED")}


def lines_of(build, places):
    """Place in the notes -> "file:line"."""
    lines = {}
    for first, program in ((0, "libreliquary.so"), (PLACES // 2, "reliquary")):
        own = [p for p in places if first <= p < first + PLACES // 2]
        asked = "\n".join(f"{p - first - 1:#x}" for p in own)
        told = subprocess.run(
            ["addr2line", "-e", build.folder / program],
            input=asked, text=True, stdout=subprocess.PIPE, check=True,
        ).stdout  # fmt: skip
        for place, line in zip(own, told.splitlines()):
            lines[place] = os.path.relpath(line.split(" ")[0], TREE)
    return lines


def reach(build, state):
    """Lines by test, and how long each takes. A test that fails, or that hides its processes, is not in
    it: that is always run."""
    kept = recall("reached", state)
    if not kept:
        shutil.rmtree(DEMO, ignore_errors=True)
        subprocess.run([build.folder / "reliquary", "demo", "-q", DEMO], check=True)
        for test in build.tests:
            test.notes.parent.mkdir(exist_ok=True)
            with open(test.notes, "wb") as notes:
                notes.truncate(PLACES)
            test.notes.chmod(0o666)
        failed = build.run(build.tests, stop=False)
        ran = {}
        for test in build.tests:
            ran[test.name] = [m.start() for m in re.finditer(b"\x01", test.notes.read_bytes())]
            test.notes.unlink()
        lines = lines_of(build, sorted(set().union(*ran.values())))
        reached = {
            name: sorted({lines[place] for place in places})
            for name, places in ran.items()
            if places and name not in failed
        }
        kept = {"lines": reached, "seconds": {t.name: t.seconds for t in build.tests}}
        keep("reached", state, kept)
    unknown = [test.name for test in build.tests if test.name not in kept["lines"]]
    print(f"{sum(kept['seconds'].values()):.0f} s of tests; always run: {' '.join(unknown)}", flush=True)
    return {name: set(lines) for name, lines in kept["lines"].items()}, kept["seconds"]


def able_to_notice(reached, tests, name, text, line):
    """What runs the function with the mistake; none else can tell the difference."""
    lines = text.splitlines()
    first = max(i for i in range(line) if lines[i] == "{")
    last = next(i for i in range(line, len(lines)) if lines[i] == "}")
    own = {f"{name}:{i}" for i in range(first, last + 2)}
    return {t.name for t in tests if t.name not in reached or not own.isdisjoint(reached[t.name])}


# ---- all of it ----


def same_code(build, name, texts, compilers):
    """Whether one of the compilers makes the same of both texts of a file. The second stays there."""
    codes = []
    for text in texts:
        (TREE / name).write_bytes(text)
        codes.append([build.optimized(name, compiler) for compiler in compilers])
    return any(right and right == wrong for right, wrong in zip(*codes))


SAME, BROKEN = "is the same code", "does not compile"
LEFT = "no quick test notices"


def attempt(builds, name, wrong, able, slow):
    """The verdict of the quick or of the slow tests on a file, and whether it holds."""
    path, kept, test = TREE / name, [], None
    text = path.read_bytes()
    texts = text, wrong.encode()
    verdict = "survived" if slow else LEFT
    WRONG.write_text(name)
    try:
        if not slow and same_code(builds[0], name, texts, OPTIMIZERS[:1]):
            return SAME, True
        path.write_bytes(texts[1])
        for build in builds:
            kept += [(file, file.read_bytes()) for file in build.files(name)]
            if not build.make(name):
                return BROKEN, True
            test = build.catch(name, able, slow)
            if test:
                verdict = f"caught by {test}"
                break
        if verdict == LEFT and same_code(builds[0], name, texts, OPTIMIZERS[1:]):
            return SAME, True
    finally:
        for file, data in [(path, text), *kept]:
            file.write_bytes(data)
        WRONG.unlink()
    return verdict, not test or build.proves(test)


class Mistake:
    def __init__(self, name, place, old, new):
        self.name, self.old, self.new = name, old, new
        self.text = (TREE / name).read_text(encoding="utf-8")
        self.wrong = self.text[:place] + new + self.text[place + len(old) :]
        self.line, self.key = self.text[:place].count("\n") + 1, f"{name} {place} {new}"

    def judge(self, builds, able, slow):
        holds = False
        while not holds:
            verdict, holds = attempt(builds, self.name, self.wrong, able, slow)
        return verdict

    def difference(self):
        pair = self.text.splitlines(), self.wrong.splitlines()
        return "\n".join(difflib.unified_diff(*pair, self.name, self.name, n=2, lineterm=""))

    def __str__(self):
        said = " ".join(f"{self.old} -> {self.new}".split())[:70]
        return f"{self.name}:{self.line}: {said}"


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    state = copy_tree()
    # A function that is inlined has no place of its own to be noted.
    traced = "-O1 -fno-inline -w -g -gno-column-info -fsanitize-coverage=trace-pc"
    # A browser takes minutes for what unit.service and property.answers ask for; random files take minutes,
    # and have not caught one of 300.
    left_out = {"cli.studio", "property.hostile"}
    builds = [Build("plain", left_out, CMAKE_C_FLAGS_DEBUG=traced, **tracing())]
    reached, seconds = reach(builds[0], state)
    # What tests hold to tests/contract has been compared by then.
    held = {f"property.{path.stem}" for path in Path("tests/contract").glob("*.txt")}
    held |= left_out | {"cli.frozen", "cli.transcript", "cli.matrix", "cli.sessions"}
    checks = {"CMAKE_C_FLAGS_DEBUG": "-O1 -g -w", "RQ_SANITIZE": "address,undefined,float-cast-overflow"}
    builds.append(Build("checked", held, **checks))
    for build in builds:
        for test in build.tests:
            test.seconds = seconds[test.name]
    every = sorted(name for name in builds[0].commands if name.startswith(("src/", "tool/")))
    verdicts, tried, again, started = recall("verdicts", state), [], [], time.monotonic()

    def judge(number, mistake, slow):
        began = time.monotonic()
        able = able_to_notice(reached, builds[0].tests, mistake.name, mistake.text, mistake.line)
        if slow or mistake.key not in verdicts:
            verdict = mistake.judge(builds, able, slow)
            verdicts[mistake.key] = "survived: no test runs it" if verdict == LEFT and not able else verdict
            keep("verdicts", state, verdicts)
        verdict = verdicts[mistake.key]
        if verdict not in (SAME, BROKEN):
            print(f"{number}: {mistake}: {verdict}, {time.monotonic() - began:.0f} s", flush=True)
        return verdict

    # The slow tests take minutes for a mistake, so that they come when the others have tried all.
    for drawn in draw(sys.argv[3:] or every, seed):
        if len(tried) == count:
            break
        mistake = Mistake(*drawn)
        verdict = judge(len(tried) + 1, mistake, False)
        if verdict in (SAME, BROKEN):
            again.append(verdict)
        else:
            tried.append(mistake)
    survived = []
    for number, mistake in enumerate(tried, 1):
        if verdicts[mistake.key] == LEFT:
            judge(number, mistake, True)
        if verdicts[mistake.key].startswith("survived"):
            survived.append(mistake.difference())
    print(*survived, sep="\n\n")
    count = len(tried)  # fewer than asked for, when the files have no more
    caught, each = count - len(survived), (time.monotonic() - started) / max(count, 1)
    print(f"\ncaught {caught} of {count} ({100 * caught / max(count, 1):.0f} %), {each:.0f} s each")
    for why in sorted(set(again)):
        print(f"drawn again, because it {why}: {again.count(why)}")


if __name__ == "__main__":
    main()
