#!/usr/bin/env python3
"""Compares what the tool puts out with the hashes in demo.txt and corpus.txt.

The point is that code may be moved and renamed at will while JSON, info, dump and every
converted file stay as they are. So only the command line is used here, no C, and whole folders
at a time, because a start of the sanitizer build costs more than most files do.

    contract.py            compare; exit 1 and a list of lines when something differs, 77 when
                           nothing could be compared
    contract.py --bless    take what the tool puts out now as what is wanted

A line is: first 16 hex digits of the SHA-256, kind, path. Kinds are what convert --to takes, with
":" and a variant behind it, and:

    file      the bytes of the input itself
    natural   convert without --to
    json      for archives, which convert passes over, the verb json
    info      its element of info --json
    entry     the bytes of an entry as extract writes it; "!" stands behind the archive's name
    KIND:said exit code, standard output and standard error of that run

In demo.txt every output has a line. In corpus.txt all that comes of one source file and kind is
one line, the hash of the sorted names and hashes; the room that the test ran in has them
singly in corpus-full.txt.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
GAMES = ("kotor", "redguard")

KINDS = (
    "png gif glb wav mp3 csv bmfont ttf ascii json xml 2da-text 2da-binary tga tpc dds mdl menu srt glyph text".split()
)
DIALECTS = [(kind, who) for kind in ("xml", "json", "csv") for who in ("xoreos", "pykotor")]
# Their bytes, or sizes in the index, depend on what packs a PNG.
PACKED = {"png", "gif", "bmfont", "glyph", "glb", "menu", "natural"}
# Where every file would take too long: the first ones of each extension.
DUMPS_OF_CORPUS = 6
DUMPS_OF_CORPUS_ENTRIES = 2
SHOWN = 40


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


class Tool:
    def __init__(self, path):
        self.path = str(Path(path).resolve())
        said = self.run(".", "--version").stdout.decode()
        self.built_with = said[said.index("(") + 1 : said.rindex(")")]

    def run(self, folder, *words, env=None):
        return subprocess.run(
            [self.path, *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, env=env
        )

    def run_on_one(self, folder, *words):
        """Without the search for leaks at the end, which takes longer than a small file does;
        the other tests of these verbs have it."""
        asan = f"{os.environ.get('ASAN_OPTIONS', '')}:detect_leaks=0"
        return self.run(folder, *words, env={**os.environ, "ASAN_OPTIONS": asan})


def everything_said(done):
    return b"%d\n%b\n%b" % (done.returncode, done.stdout, done.stderr)


def files_below(folder):
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def first_of_each_extension(paths, most):
    seen, taken = {}, []
    for path in paths:
        extension = os.path.splitext(path)[1].lower()
        seen[extension] = seen.get(extension, 0) + 1
        if most is None or seen[extension] <= most:
            taken.append(path)
    return taken


class Record:
    """Lines by (path, kind). Each knows the source file that it came of."""

    def __init__(self):
        self.lines = {}
        self.sources = {}

    def add(self, kind, path, data, source=None):
        self.lines[path, kind] = digest(data)
        self.sources[path, kind] = source or path

    def by_source(self):
        groups = {}
        for (path, kind), value in self.lines.items():
            groups.setdefault((self.sources[path, kind], kind), []).append(f"{path} {value}\n")
        return {
            key: digest("".join(sorted(rows)).encode()) for key, rows in groups.items()
        }


class Run:
    """One set of files: room/in/GAME/... is the input, all else in the room is made here."""

    def __init__(self, tool, room, is_demo):
        self.tool, self.room, self.is_demo = tool, room, is_demo
        self.input = room / "in"
        self.unpacked = room / "unpacked"
        self.record = Record()

    # ---- convert ----

    def convert(self, game, kind, *options, label=None, source="", folder=None):
        """One batch run; returns the inputs as the index has them."""
        label = label or kind
        out = self.room / "out"
        to = [] if kind == "natural" else ["--to", kind]
        # The gallery is there only in a build with npm; cli.gallery holds it.
        words = ["convert", game, *to, *options, "--no-gallery", "-o", "../out"]
        done = self.tool.run(folder or self.input, *words)
        self.record.add(f"{label}:said", f"{game}{source}", everything_said(done))
        if not out.exists():
            return []
        nodes, made = [], {}
        if (out / "index.json").exists():
            nodes = json.loads((out / "index.json").read_bytes())["inputs"]
        for node in nodes:
            for one in node["files"]:
                made[one["name"]] = node["path"]
        for name in files_below(out):
            whose = f"{game}/{made[name]}" if name in made else None
            whose = whose and self.source_of(whose)
            data = (out / name).read_bytes()
            self.record.add(label, f"{game}{source}/{name}", data, whose)
        # Folders of some kinds take 100 MB.
        shutil.rmtree(out)
        return nodes

    def source_of(self, path):
        """The file on disk that a path into archives starts with."""
        parts = path.split("/")
        for i in range(1, len(parts) + 1):
            start = "/".join(parts[:i])
            if (self.input / start).is_file():
                return start
        return path.split("!")[0]

    def convert_game(self, game):
        nodes = self.convert(game, "json")
        for kind in KINDS:
            if kind != "json":
                self.convert(game, kind)
        for kind, who in DIALECTS:
            self.convert(game, kind, "--dialect", who, label=f"{kind}:{who}")
        if self.is_demo:
            self.convert(game, "natural")
            self.convert(game, "png", "--all-levels", label="png:levels")
            self.convert(game, "wav", "--text-names", label="wav:names")
            self.convert(game, "glb", "--no-markers", label="glb:no-markers")
        return nodes

    # ---- archives ----

    def unpack(self, game, nodes):
        """Entries as files, those of archives in archives too. True when there are archives that
        convert shows as one thing: their entries have to be converted once more."""
        paths = {node["path"] for node in nodes}
        archives = {"/".join(p.split("/")[:i]) for p in paths for i in range(1, p.count("/") + 1)}
        archives = sorted(archives & paths, key=lambda p: (p.count("/"), p))
        shown_whole = {node["path"] for node in nodes if node["files"]}
        at, whole = {}, False
        for archive in archives:
            outer = max((a for a in at if archive.startswith(a + "/")), key=len, default=None)
            if outer:
                file = self.unpacked / (at[outer] + archive[len(outer) :])
            else:
                file = self.input / game / archive
            base = self.unpacked if outer else self.input
            name = file.relative_to(base).as_posix()
            if not file.is_file():
                continue
            to = self.unpacked / (name + "!")
            source = self.source_of(f"{game}/{archive}")
            out = os.path.relpath(to, base)
            done = self.tool.run(base, "extract", name, "-o", out)
            self.record.add("entry:said", name, everything_said(done), source)
            done = self.tool.run(base, "list", "--json", name)
            self.record.add("list", name, everything_said(done), source)
            at[archive] = name + "!"
            whole = whole or archive in shown_whole
        return whole

    # ---- one file at a time ----

    def one_by_one(self, folder, verb, kind, paths):
        for path in paths:
            done = self.tool.run_on_one(folder, verb, path)
            self.record.add(kind, path, everything_said(done), self.source_of(path))

    def info(self, folder, game):
        done = self.tool.run(folder, "info", "--json", game)
        text = done.stdout.decode()
        decoder = json.JSONDecoder()
        at = text.find("{")
        while at >= 0:
            value, end = decoder.raw_decode(text, at)
            path = value["path"]
            self.record.add("info", path, text[at:end].encode(), self.source_of(path))
            at = text.find("{", end)
        said = b"%d\n%b" % (done.returncode, done.stderr)
        self.record.add("info:said", game if folder == self.input else f"{game}!", said)

    def game(self, game):
        files = [f"{game}/{name}" for name in files_below(self.input / game)]
        for name in files:
            self.record.add("file", name, (self.input / name).read_bytes())
        nodes = self.convert_game(game)
        whole = self.unpack(game, nodes)
        entries = []
        if (self.unpacked / game).is_dir():
            entries = [f"{game}/{name}" for name in files_below(self.unpacked / game)]
        for name in entries:
            data = (self.unpacked / name).read_bytes()
            self.record.add("entry", name, data, self.source_of(name))
        self.info(self.input, game)
        if entries:
            self.info(self.unpacked, game)
        for kind in ("json", "glb") if whole else ():
            self.convert(game, kind, "--game", f"../in/{game}", source="!", folder=self.unpacked)
        self.json_of_the_rest(game, nodes, files, entries)
        sample = None if self.is_demo else DUMPS_OF_CORPUS
        self.one_by_one(self.input, "dump", "dump", first_of_each_extension(files, sample))
        sample = None if self.is_demo else DUMPS_OF_CORPUS_ENTRIES
        self.one_by_one(self.unpacked, "dump", "dump", first_of_each_extension(entries, sample))

    def json_of_the_rest(self, game, nodes, files, entries):
        """Of archives, and of the first in each extension of the rest, to hold the verb itself."""
        silent = {f"{game}/{n['path']}" for n in nodes if not n["files"] and n["format"] != "unknown"}
        chosen = {name for name in files if name in silent}
        chosen |= set(first_of_each_extension(files, 1))
        self.one_by_one(self.input, "json", "json:verb", sorted(chosen))
        inner = [name for name in entries if name.replace("!", "") in silent]
        self.one_by_one(self.unpacked, "json", "json:verb", inner)

    def listings_of_demo(self):
        """Of the installation and of the tool; expected to change on purpose now and then."""
        for kind, path, words in (
            ("formats", "formats", ["formats", "--json"]),
            ("ls", "kotor", ["ls", "--json", "kotor"]),
            ("ls", "kotor --module demo01", ["ls", "--json", "--module", "demo01", "kotor"]),
            ("find", "kotor", ["find", "--json", "kotor", "demo_glass.tpc", "guard.utc"]),
            ("grep", "kotor guard", ["grep", "kotor", "guard"]),
            ("scan", "kotor", ["scan", "--json", "kotor"]),
            ("scan", "redguard", ["scan", "--json", "redguard"]),
        ):
            self.record.add(kind, path, everything_said(self.tool.run(self.input, *words)))
        area = ["--module", "demo01", "--game", "kotor"]
        self.whole_place("kotor", "glb:module", area)
        self.whole_place("redguard", "glb:world", ["--world", "1", "--game", "redguard"])

    def whole_place(self, game, label, words):
        done = self.tool.run(self.input, "convert", *words, "--to", "glb", "-o", "../out")
        self.record.add(f"{label}:said", game, everything_said(done))
        out = self.room / "out"
        for name in files_below(out) if out.exists() else ():
            self.record.add(label, f"{game}/{name}", (out / name).read_bytes())
        shutil.rmtree(out, ignore_errors=True)


# ---- stored lines ----


def text_of(lines, built_with):
    rows = [f"{value} {kind} {path}\n" for (path, kind), value in sorted(lines.items())]
    return (
        "# Made by tests/contract/contract.py --bless, which says what the lines are.\n"
        f"# built with: {built_with}\n" + "".join(rows)
    )


def read_stored(path):
    lines, built_with = {}, ""
    for row in path.read_text().splitlines():
        if row.startswith("# built with: "):
            built_with = row[len("# built with: ") :]
        elif not row.startswith("#"):
            value, kind, name = row.split(" ", 2)
            lines[name, kind] = value
    return lines, built_with


def compare(stored, now, name):
    """Prints what differs; returns how many lines do."""
    rows = []
    for key in sorted(stored.keys() | now.keys()):
        path, kind = key
        if key not in now:
            rows.append(f"removed  {kind} {path}")
        elif key not in stored:
            rows.append(f"added    {kind} {path}")
        elif stored[key] != now[key]:
            rows.append(f"changed  {kind} {path}")
    for row in rows[:SHOWN]:
        print(f"{name}: {row}")
    if len(rows) > SHOWN:
        print(f"{name}: and {len(rows) - SHOWN} more")
    return len(rows)


def without_packed(lines):
    return {key: value for key, value in lines.items() if key[1].split(":")[0] not in PACKED}


def fits_build(stored_with, tool, name):
    """"same", "packing" when only what packs PNGs is another, or "other"."""
    if stored_with == tool.built_with:
        return "same"
    print(f"{name}: made by a build with {stored_with}; this one has {tool.built_with}")
    if stored_with.split(", ")[1:] == tool.built_with.split(", ")[1:]:
        print(f"{name}: skipped: {', '.join(sorted(PACKED))}, which another library packs")
        return "packing"
    print(f"{name}: skipped: made by another build")
    return "other"


# ---- the two sets ----


def fresh(room):
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir(parents=True)
    return room


def run_demo(tool, room):
    run = Run(tool, fresh(room), True)
    done = tool.run(room, "demo", "-q", "in")
    if done.returncode:
        sys.exit(f"the demo could not be made: {done.stderr.decode()}")
    for game in GAMES:
        run.game(game)
    run.listings_of_demo()
    return run.record


def known_kinds(tool):
    """Fails when there is a kind that KINDS lacks; the listing may change its form."""
    kinds = set()
    for row in json.loads(tool.run(".", "formats", "--json").stdout):
        to = row.get("converts_to", [])
        kinds |= set(to.split() if isinstance(to, str) else to)
    missing = sorted(kinds - set(KINDS))
    if missing:
        sys.exit(f"convert makes {', '.join(missing)}, which KINDS of contract.py lacks")


def corpus_files(corpus):
    """What is told about the files (README, expected values) is no input."""
    return [
        f"{game}/{name}"
        for game in GAMES
        for name in files_below(corpus / game)
        if not name.endswith((".md", ".json"))
    ]


def run_corpus(tool, room, corpus, files):
    run = Run(tool, fresh(room), False)
    for name in files:
        link = run.input / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(corpus / name)
    for game in GAMES:
        run.game(game)
    return run.record


def usable_corpus(corpus, stored):
    """The stored files, when all are there and as they were; files that came later are no matter,
    because only the stored ones are converted together."""
    wanted = {path: value for (path, kind), value in stored.items() if kind == "file"}
    other = []
    for path, value in wanted.items():
        file = corpus / path
        # As by_source does it.
        row = f"{path} {digest(file.read_bytes())}\n" if file.is_file() else ""
        if digest(row.encode()) != value:
            other.append(path)
    if other:
        print(f"corpus: skipped: {len(other)} files are missing or others, first {other[0]}")
        return None
    more = len(set(corpus_files(corpus)) - wanted.keys())
    if more:
        print(f"corpus: {more} files are not in the record yet; --bless takes them in")
    return sorted(wanted)


def judge(name, lines, stored, tool, room):
    text = text_of(lines, tool.built_with)
    (room / f"{name}.txt").write_text(text)
    if stored is None:
        (HERE / f"{name}.txt").write_text(text)
        print(f"{name}: {len(lines)} lines written")
        return 0
    wanted, built_with = stored
    if built_with != tool.built_with:
        wanted, lines = without_packed(wanted), without_packed(lines)
    count = compare(wanted, lines, name)
    if not count:
        print(f"{name}: {len(lines)} lines as they were")
    return count


def one_set(name, args, tool, corpus):
    """How many lines differ; None when it could not be compared."""
    room = args.room / name
    stored = None
    if not args.bless:
        stored = read_stored(HERE / f"{name}.txt")
        if fits_build(stored[1], tool, name) == "other":
            return None
    if name == "demo":
        lines = run_demo(tool, room).lines
    else:
        files = usable_corpus(corpus, stored[0]) if stored else corpus_files(corpus)
        if files is None:
            return None
        record = run_corpus(tool, room, corpus, files)
        (room / "corpus-full.txt").write_text(text_of(record.lines, tool.built_with))
        lines = record.by_source()
    return judge(name, lines, stored, tool, room)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default=os.environ.get("RELIQUARY", SOURCE / "build/dev/reliquary"))
    parser.add_argument("--room", type=Path, default=SOURCE / "build/contract")
    parser.add_argument("--only", choices=["demo", "corpus"])
    parser.add_argument("--bless", action="store_true", help="store what the tool puts out now")
    args = parser.parse_args()
    args.room = args.room.resolve()
    tool = Tool(args.tool)
    known_kinds(tool)
    corpus = os.environ.get("RELIQUARY_CORPUS")
    if corpus and not Path(corpus).is_dir():
        sys.exit(f"RELIQUARY_CORPUS names no folder: {corpus}")
    counts = []
    for name in [args.only] if args.only else ["demo", "corpus"]:
        if name == "corpus" and not corpus:
            print("corpus: skipped: no corpus")
            continue
        counts.append(one_set(name, args, tool, corpus and Path(corpus).resolve()))
    compared = [count for count in counts if count is not None]
    count = sum(compared)
    if count:
        print(f"{count} lines differ. When that is on purpose: tests/contract/contract.py --bless")
        print(f"(with RELIQUARY_CORPUS set); what was made now is listed in {args.room}")
    return 1 if count else 0 if compared else 77


if __name__ == "__main__":
    sys.exit(main())
