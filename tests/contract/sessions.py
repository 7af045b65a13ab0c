#!/usr/bin/env python3
"""Runs scripts of both games with options and with made-up commands of the debugger, and compares the hashes of all
that comes out with sessions.txt.

The commands follow from a seed, sensible and senseless ones, so that no pair of them has to be thought of. The seed of
a group of sessions is its name: new groups leave the others as they are. A line of sessions.txt is a group: the hash of
exit codes, standard output and messages, how many sessions these were, and its name. Options and files are as in
matrix.py, whose Matrix makes the lines.

    sessions.py                compare; exit 1 and the lines that differ, 77 when this is a build with
                               other libraries
    sessions.py --bless        take what comes out now as what is wanted
    sessions.py --show FOLDER  also write what is hashed, a file for each line
"""

import base64
import hashlib
import json
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from matrix import HERE, Matrix, main

K, R = "demo/kotor", "demo/redguard"
IN_A_GROUP = 8
# Of a session, which takes some ms and says a few million bytes at most: a mistake may never end.
MOST_SECONDS, MOST_BYTES = 8, 1 << 24

# ---- scripts of KotOR ----

LONG_LINE = " ".join(f"n{i} = n{i} + {i};" for i in range(16))
NSS = {
    "s/inc_sum.nss": """int gCount = 3;
float gRate = 1.5;

int Sum(int nLeft, int nRight)
{
    int nSum = nLeft + nRight;
    return nSum;
}

int Fib(int n)
{
    if (n < 2)
        return n;
    int nBefore = Fib(n - 1);
    return nBefore + Fib(n - 2);
}
""",
    "s/sums.nss": """#include "inc_sum"
struct point { int nX; vector vAt; string sName; };
struct pair { struct point pA; float fB; };
struct point gPoint;
struct pair gPair;
string gText = "lamp";
object gSelf = OBJECT_SELF;
vector gPlace = [1.0, 2.5, -3.0];

struct point Moved(struct point p, float fBy)
{
    struct point q = p;
    q.vAt.x += fBy;
    q.nX++;
    return q;
}

void Loop(int nTimes)
{
    int i;
    for (i = 0; i < nTimes; i++) {
        int nTwice = i * 2;
        if (nTwice > 2) {
            string sText = IntToString(nTwice); PrintString(sText);
        }
        gCount = Sum(gCount, nTwice);
    }
    while (i > 0)
        i--;
}

void Nothing() { }

void main()
{
    string sName = "door\\n";
    int i = 9; { int i = 4; gCount += i; }
    object oDoor = GetObjectByTag("door");
    gPoint.nX = 7; gPoint.sName = sName;
    gPoint = Moved(gPoint, 0.5);
    gPair.pA = gPoint;
    Loop(3);
    Nothing();
    gRate = IntToFloat(Fib(4));
    ExecuteScript("other", OBJECT_SELF);
    DelayCommand(1.5, SetGlobalNumber(sName, gCount));
    DelayCommand(0.25, Loop(2));
    AssignCommand(oDoor, PrintInteger(i));
    ExecuteScript("none", oDoor); ExecuteScript("../other", oDoor); ExecuteScript("bad", oDoor);
    gPlace = Vector(0.0, 1.0, 2.0) * 2.0;
    SetGlobalNumber("SUM", gCount);
}
""",
    "s/other.nss": """int gOwn = 2;
void Deeper(int nLevel, string sText)
{
    if (nLevel > 0)
        Deeper(nLevel - 1, sText + "!");
    else
        ExecuteScript("last", OBJECT_SELF);
}
void main()
{
    int nOwn = 4;
    Deeper(nOwn, "down");
    ExecuteScript("last", OBJECT_SELF);
    SetGlobalNumber("OTHER", nOwn + gOwn);
}
""",
    "s/last.nss": 'void main() { int nLast = GetGlobalNumber("LAST") + 1; SetGlobalNumber("LAST", nLast); }\n',
    "s/many.nss": "void main()\r\n{\r\n    "
    + "".join(f"int n{i} = {i};" + ("\r\n    " if i % 4 == 3 else " ") for i in range(16))
    + f"""{LONG_LINE}
    string s = "{'x' * 60}";
    effect e; event v; location l = GetLocation(OBJECT_SELF); talent t;
    float f = 2.0; f *= 3.0;

    /* nothing */
    n3 = -n3 << 2; PrintInteger(n3);
}}""".replace("\n", "\r\n"),
    "s/asks.nss": """int nAsked;
int Ask(string sName) {
    nAsked++;
    return GetGlobalBoolean(sName);
}
int StartingConditional()
{
    if (!Ask("LIT"))
        return Random(6);
    return GetGlobalNumber("N");
}
""",
    "s/zero.nss": """int Half(int n, int by) {
    return n / by;
}
void main() {
    int i;
    for (i = 2; i >= 0; i--)
        PrintInteger(Half(6, i));
    PrintString("never");
}
""",
    "s/endless.nss": "void main() {\n    int n = 5;\n    while (n) {\n        n++;\n    }\n}\n",
    "s/deep.nss": "int Down(int n) {\n    return Down(n + 1);\n}\nvoid main() {\n    int n = Down(0);\n}\n",
    "s/k_sixteen_letter.nss": 'void main() {\n    ExecuteScript("k_sixteen_letter", OBJECT_SELF);\n}\n',
    "s/calls.nss": "void main()\n{\n"
    + "".join(
        f'    ExecuteScript("{n}", OBJECT_SELF);\n'
        for n in "asks ASKS zero demo_hello folder .hidden a/b a:b k_sixteen_letter bare wrong asks".split()
    )
    + "}\n",
}
NAMES = {
    "sums": "gCount gRate gPoint gPair gText gSelf gPlace sName i oDoor nTimes nTwice sText p q fBy nSum nLeft nRight n"
    " nBefore #retval gOwn nOwn nLevel nLast gpoint gPoint.nX",
    "other": "gOwn nOwn nLevel sText nLast #retval",
    "many": "n0 n7 n15 n16 s e v l t f",
    "asks": "nAsked sName #retval",
    "zero": "n by i #retval",
    "endless": "n",
    "deep": "n #retval",
    "calls": "n nAsked sName by i",
    "k_sixteen_letter": "n",
}
FUNCTIONS = "main Sum Fib Moved Loop Nothing Deeper Ask StartingConditional Half Down".split()
FUNCTIONS += ["#globals", "#loader", "MAIN", "none"]
FILES = ["", "", "", "", *"sums inc_sum inc_sum.nss INC_SUM.NSS sums.nss other other.nss none .nss a:b".split()]
# Where copies lie: without symbols, with symbols alone, with symbols that are none or none of its own.
COPIES = {"bare": ["ncs"], "blind": ["ncs", "ndb"], "broken": ["ncs"], "strange": ["ncs"]}
WORLDS = {
    "k.json": {
        "self": "hero",
        "globals": {"numbers": {"N": 3, "SUM": -1}, "booleans": {"LIT": True}, "strings": {"T": "t\n"}},
        "objects": {"hero": {}, "door1": {"tag": "door", "numbers": {"2": 5}, "booleans": {"30": True}}},
        "answers": {"GetIsPC": True, "Random": [{"args": [6], "value": 4}, {"value": 0}]},
    },
    "bad.json": {"answers": {"NoSuch": 1}, "flags": {"NoSuch": 1}},
    "r.json": {
        "flags": {"100": 1, "TimeOfDay": 2, "52": -4},
        "locals": [7],
        "objects": {"Me": {"pos": [1, 2, 3], "refs": {"1": 3}}},
        "answers": {
            "sMoveByAxis": [{"args": [30], "value": 5, "ticks": 4}, {"value": -1, "ticks": 2}],
            "HandItem": [{"value": 1}],
        },
    },
    "r_few.json": {"flags": {"TimeOfDay": 9}, "locals": [1, 2, 3]},
}

# ---- scripts of Redguard ----

SOUP = {
    "mill.soup": """actor "MILL"
instances 1
var var0 = count
var turns = 3
var sum = 0
var var3 = 0
var var4 = 0
attribute 3 = 11

code {
again:
    sum = sum + turns * 2
    gosub deep
    turns = turns - 1
    if turns > 0 else goto done
    goto again
done:
    flag 100 = sum
    var3 = 0
    turns = 2
    endint
deep:
    TimeOfDay = TimeOfDay + 1
    gosub deeper
    return
deeper:
    var3 = var3 + 1
    if var3 < 3 {
        gosub deep
    }
    task #302(1, sum)
    sum = Rnd(5) + 1
    return
start:
    var4 = var4 + 1
    sMoveByAxis(30)
    gosub turn
    @sMoveByAxis(7)
    Wait(2)
    Me.#1 = var4
    Me.#1++
    if var4 < 4 else goto last
    goto start
turn:
    flag 52 = var4
    return
last:
    end start
}
actor "PATROL"
code {
    end start
start:
    gosub start
}
actor "SIGNAL"
var var0 = count
var var1 = 0
var var2 = 0
var var3 = 0
code {
"""
    + "    var2 = var2 + 1\n" * 70
    + "    var3 = 7 / var1\n    return\n}\n",
}
HEX = {
    "adds": "0a000707000000000500000000",
    "flag": "0634000701000000000500000000",
    "gosub": "110a00000005000000000a00070100000012",
    "loop": "0400000000",
    "astray": "04f3010000",
    "recurs": "1100000000",
}
FLAGS = "TimeOfDay HaveInsignia GateOpen SeeCrendal timeofday flag0 flag52 flag100 flag9999 flag52x flag".split()

# ---- options, a session each line ----

NCS_OPTIONS = f"""

--trace
--json
--trace --json
--with k.json
--with k.json --json
--with k_scripts.json --trace
--with bad.json
--with none.json
--with -
-I s --trace
-I nowhere -I s --json
--game {K} --trace
--game s
--game-version k2 --trace
--game-version k3
--format ncs
--format gff
"""[1:-1].split("\n")
MANY = ",".join(["1"] * 256)
SOUP_OPTIONS = f"""

--trace
--json
--trace --json
--with r.json --trace
--with bad.json
--with none.json
--game {R} --trace
--game {K}
--game nowhere
--ticks 0
--ticks 0 --json
--ticks 1
--ticks 1 --json
--ticks 9
--ticks 9 --json
--ticks 4294967295 --start 5
--ticks 4294967296
--ticks x
--ticks ''
--ticks 5x
--ticks -1
--ticks 4 --start 5 --json
--ticks 4 --start 10 --json
--ticks 60 --with r.json
--ticks 60 --with r.json --json
--ticks 60 --with r.json --trace
--start 0
--start 5
--start 0x5
--start '#05'
--start 1
--start '#'
--start ''
--start g
--start 4294967295
--start 4294967296
--start '#97x'
--locals=1
--locals=1,-2,0x3
--locals=1,
--locals=,1
--locals=
--locals=x
--locals='1 2'
--locals=2147483647
--locals=2147483648
--locals=-2147483648
--locals=-2147483649
--locals={MANY}
--locals={MANY},1
"""[1:-1].split("\n")
FEW_OPTIONS = ["", "--json", "--trace", "--ticks 3", "--ticks 3 --json"]
RUN_WRONG = f"""

--hex ''
--hex 0
--hex 050 --json
--hex zz
--hex g0 --json
--hex '05 00 00 00 00'
--hex '0 5 0 0000000' --json
--hex '05\t00000000'
--hex 08
--hex '0A00070700000000 0500000000' --json
--hex 05 MILL.RGM
MILL.RGM
MILL.RGM --json
MILL.RGM --actor nobody
MILL.RGM --actor mill
s/sums.ncs s/asks.ncs
s/bad.ncs
plain --trace
nowhere
{K}/override/demo_items.2da
"""[1:-1].split("\n")
PLAY_WRONG = f"""

nowhere
ISLAND
ISLAND.RGM --game {R}
NOTHING --game {R}
{"x" * 90} --game {R}
{R}
{R}/SYSTEM.INI
maps --game {K}
MOVES.RGM --game nowhere
MOVES.RGM --group 1
MOVES.RGM --count 1
MOVES.RGM --actor PATROL --group x
MOVES.RGM --actor PATROL --group ''
MOVES.RGM --actor PATROL --group 1x
MOVES.RGM --actor PATROL --group -1
MOVES.RGM --actor PATROL --group 65536
MOVES.RGM --actor PATROL --group 17 --count 0
MOVES.RGM --actor PATROL --group 17 --count 1
MOVES.RGM --actor PATROL --group 17 --count 3
MOVES.RGM --actor PATROL --group 17 --count x
MOVES.RGM --actor PATROL --group 17 --count 10000
MOVES.RGM --actor PATROL --group 17 --count 10001
MOVES.RGM --actor PATROL --group 17 --count 1000000
"""[1:-1].split("\n")


def plain(first, options):
    """Sessions without the debugger."""
    return [(shlex.split(f"{first} {option}"), []) for option in options]


# ---- made-up commands ----


class Chance:
    """Numbers that look like chance, the same for the same seed everywhere (Knuth's generator MMIX)."""

    def __init__(self, seed):
        self.state = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def one(self, of):
        return of[self.below(len(of))]

    def weighed(self, weights):
        """A key, as often as its number says."""
        at = self.below(sum(weights.values()))
        for key, weight in weights.items():
            at -= weight
            if at < 0:
                return key


def style(text):
    """How often a command comes, by what a session is about."""
    return {verb: int(often) for verb, often in (word.split("=") for word in text.split())}


NCS_STYLES = [
    style("break=4 delete=2 step=4 next=4 finish=2 instruction=2 continue=2 locals=3 globals=2 print=4 stack=2")
    | style("where=3 world=1 noise=2 quit=1"),
    style("step=8 locals=8 where=1 print=4 globals=1 stack=1"),
    style("next=6 finish=2 step=3 where=3 locals=2"),
    style("break=6 delete=3 continue=6 where=3 print=2 finish=1"),
    style("instruction=8 locals=3 stack=3 where=2 globals=2 print=1 finish=1 next=2"),
]
SOUP_STYLES = [
    style("break=5 delete=2 step=6 next=4 continue=2 print=6 where=3 noise=2 quit=1"),
    style("step=6 next=3 where=3 print=2"),
    style("break=6 delete=3 continue=6 where=2 print=2"),
    style("next=8 where=2 print=1"),
]
NUMBERS = ["", "", "", "", "1", "2", "3", "5", "7", "20", "100", "0", "x", "2x", "0x3"]
NOISE = [
    *"bogus STEP steps help h wh ? nextt s n c l b d p i f g break delete print".split(),
    *["", "   ", "\t", "whe re", "  next  now", "step\t2", "stack -1", "step -0", "qu it", "\xe9", "print \xe9"],
    *["x" * 31, "x" * 32, "x" * 40, "y " * 20, "q" * 300, "step" + " " * 300 + "2"],
    *["print " + "z" * 95, "print " + "z" * 96, "break " + "9" * 120],
]


def place_ncs(chance, places):
    kind = chance.below(10)
    if kind < 4:
        return f"{chance.one(FILES)}:{chance.below(45)}"
    if kind < 6:
        return chance.one(FUNCTIONS)
    if kind < 9:
        at = int(chance.one(places), 16)
        return chance.one([f"0x{at:x}", f"{at}", f"#{at:X}"])
    return chance.one(["", *": 0 -1 13x 0x # #xyz 4294967295 4294967296 1:2:3 sums:x".split(), " 21 22"])


def place_soup(chance, places):
    at = int(chance.one(places), 16)
    senseless = [f"#{at + 1:X}", "", "x", "-1", "#", "4294967296"]
    return chance.one([f"0x{at:x}", f"{at}", f"#{at:X}", f"#{at:02x}", f"{at}", f"0{at:o}", *senseless])


def line_of(chance, verb, places, names, place):
    """A command of the debugger, sometimes cut short."""
    if verb == "noise":
        return chance.one(NOISE)
    word = ""
    if verb in ("break", "delete"):
        word = place(chance, places)
    elif verb in ("step", "instruction", "stack"):
        word = chance.one(NUMBERS)
    elif verb == "print":
        word = chance.one(names)
    elif chance.below(12) == 0:
        word = chance.one(NUMBERS)
    short = verb[: 1 + chance.below(len(verb))] if chance.below(4) == 0 else verb
    return f"{short} {word}".rstrip()


def typed(chance, styles, places, names, place):
    style, count = chance.one(styles), 5 + chance.below(56)
    first = [f"break {place(chance, places)}" for _ in range(chance.below(5))]
    return first + [line_of(chance, chance.weighed(style), places, names, place) for _ in range(count)]


def all_breaks(places):
    """More breaks than there is room for, before and after some were taken away, and all of them passed."""
    at = [int(place, 16) for place in places[:68]]
    lines = [f"break {a}" for a in at + at[:2]] + ["continue"] * 3
    lines += [f"delete #{a:X}" for a in (at[0], at[63 % len(at)], at[5], at[5], at[-1])]
    lines += [f"break {a}" for a in [*at[64:], at[5], at[0]]]
    return lines + ["continue"] * 70 + ["where", f"break {at[-1]}", f"break {at[0]}"] + ["continue"] * 3


# ---- sessions ----


class Sessions(Matrix):
    killed = False

    def done(self, words):
        """Standard output of a command that sessions need."""
        done = self.run(words, self.room)
        assert done.returncode == 0, f"{words}: {done.stderr.decode()}"
        return done.stdout

    def make(self):
        """The scripts, maps and worlds, in the room."""
        room = self.room
        for name, text in {**NSS, **SOUP}.items():
            (room / name).parent.mkdir(exist_ok=True)
            (room / name).write_bytes(text.encode())
        for name, value in WORLDS.items():
            (room / name).write_text(json.dumps(value))
        self.done(["compile", "s", "-g", "-q"])
        for name in NAMES:
            for folder, kinds in COPIES.items():
                for kind in kinds:
                    (room / folder).mkdir(exist_ok=True)
                    (room / folder / f"{name}.{kind}").write_bytes((room / f"s/{name}.{kind}").read_bytes())
            (room / f"broken/{name}.ndb").write_text("NDB V2.0")
            (room / f"strange/{name}.ndb").write_bytes((room / "s/last.ndb").read_bytes())
        (room / "s/bad.ncs").write_text("NCS V1.0B")
        (room / "s/bare.ncs").write_bytes((room / "s/asks.ncs").read_bytes())
        (room / "s/wrong.ncs").write_bytes((room / "s/asks.ncs").read_bytes())
        (room / "s/wrong.ndb").write_text("NDB V2.0")
        (room / "s/folder.ncs").mkdir()
        (room / "s/.hidden.ncs").write_bytes((room / "s/asks.ncs").read_bytes())
        (room / "plain").write_bytes((room / "s/asks.ncs").read_bytes())
        (room / "plain.ndb").write_bytes((room / "s/asks.ndb").read_bytes())
        world = {**WORLDS["k.json"], "scripts": {"none": base64.b64encode((room / "s/asks.ncs").read_bytes()).decode()}}
        (room / "k_scripts.json").write_text(json.dumps(world))
        # Away from the game, whose SOUP386.DEF has few functions.
        (room / "BASE.RGM").write_bytes((room / R / "maps/ISLAND.RGM").read_bytes())
        self.done(["compile", "mill.soup", "--base", "BASE.RGM", "-o", "MILL.RGM"])
        self.make_animations()

    def make_animations(self):
        """A map with each command of groups of animations, and sounds that are not there."""
        rgm = json.loads(self.done(["json", f"{R}/maps/ISLAND.RGM"]))
        parts = {section["tag"]: section.get("parts") for section in rgm["sections"]}
        parts["RAAN"][2]["models"][1]["path"] = f"fxart\\{'M' * 70}.3DC"
        groups = parts["RAGR"][0]["groups"]
        first = ["#0:", "ShowFrame", "#0", 0]
        groups += [
            {"group": 10 + n, "speed": speed, "type": 1, "commands": [first, *commands, ["EndAnimation", 0]]}
            for n, (speed, commands) in enumerate(
                [
                    (1, [["Rumble", n] for n in (0, 1, 2, 3, 4, 6, 8, 9, 16, 24, 31)]),
                    (0, [["Transition", n, "#0", 10] for n in (0, 1, 2, 3, 4, 8, 16, 21, 31, 32, 63)]),
                    (3, [["PlaySound", a, b] for a, b in ((0, 0), (1, 1), (2, -1), (3, 0), (99, 2), (-1, 0))]),
                    (2, [["SetRotationXYZ", -3, 2, 1, 0], ["SetPositionXYZ", 3, -2, 1, 0], ["LoopControl", "#0"]]),
                    (2, [["SetRotationAxis", 1, -300], ["SetPositionAxis", 2, 70], ["GoToFuture", "#0"]]),
                    (1, [["ConditionalDelay", 5], ["DelayCounter", 0], ["BreakPoint", 0], ["GoToPrevious", "#0"]]),
                    (4, [["ChangeAnimGroup", 2, 3]]),
                    (1, [["ShowFrame", "#0", 15], ["LoopControl", "#0"], ["DelayCounter", 2], ["GoToPrevious", "#0"]]),
                ]
            )
        ]
        (self.room / "moves.json").write_text(json.dumps(rgm))
        self.done(["build", "moves.json", "-o", "MOVES.RGM"])

    def session(self, words, lines):
        """What one says, in files, so that MOST_BYTES holds. Nothing, once one was killed."""
        if self.killed:
            return b""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as given:
            given.write("".join(line + "\n" for line in lines).encode())
            given.seek(0)
            done = subprocess.run([self.tool, *words], cwd=self.room, env=self.env, stdin=given, stdout=out, stderr=err)
            self.killed |= done.returncode in (-signal.SIGXCPU, -signal.SIGKILL, -signal.SIGXFSZ)
            said = [f"$ {' '.join(words)}\n= {done.returncode}\n".encode(), *(f"> {line}\n".encode() for line in lines)]
            for file in (out, err):
                file.seek(0)
                said += [file.read(), b"#\n"]
        return b"".join(said)

    def places_of(self, words):
        """Where instructions are, as a trace says it."""
        said = self.session([*words, "--trace"], []).decode("latin-1")
        return sorted(set(re.findall(r"^(?:t\d )?(?:0x|#)([0-9a-fA-F]+)  ", said, re.M))) or ["0", "8"]

    def debugged(self, name, first, options, styles, names, place):
        """A group of sessions of the debugger."""
        chance, places, sessions = Chance(name), self.places_of(first), []
        for _ in range(IN_A_GROUP):
            more = [word for option in options if chance.below(4) == 0 for word in option()]
            sessions.append(([*first, "--debug", *more], typed(chance, styles, places, names, place)))
        return sessions

    def ncs_groups(self):
        scripts = [(f"s/{name}.ncs", name) for name in NAMES]
        scripts += [(f"{folder}/sums.ncs", "sums") for folder in COPIES]
        for path, name in scripts:
            chance = Chance(f"options of {path}")
            options = [
                lambda: ["-I", chance.one(["s", "bare", "nowhere"])],
                lambda: ["--with", chance.one(["k.json", "k.json", "k_scripts.json"])],
                lambda: ["--game-version", chance.one(["k1", "k2"])],
                lambda: ["--game", K],
                lambda: chance.one([["--json"], ["--trace"], ["--json"]]),
            ]
            group = f"debug {path}"
            yield group, self.debugged(group, ["run", path], options, NCS_STYLES, NAMES[name].split(), place_ncs)

    def soup_groups(self):
        firsts = [["run", f"{R}/maps/ISLAND.RGM", "--actor", actor] for actor in ("MILL", "PATROL")]
        firsts += [["run", "MILL.RGM", "--actor", actor] for actor in ("MILL", "PATROL", "SIGNAL")]
        firsts += [["run", "MILL.RGM", "--actor", "MILL", "--ticks", ticks] for ticks in ("40", "700")]
        firsts += [["run", "--hex", HEX["gosub"]], ["run", "--hex", HEX["loop"]]]
        names = "var0 var1 var2 var3 var4 var5 var var2x var-1 locals flags world locals flags world".split() + FLAGS
        for first in firsts:
            group = "debug " + " ".join(first[1:])
            chance = Chance(f"options of {group}")
            options = [
                lambda: ["--with", chance.one(["r.json", "r_few.json"])],
                lambda: ["--locals=" + chance.one(["1", "1,2,3", "5,4,3,2,1", "-7,0x10"])],
                lambda: ["--start", chance.one(["0", "#00", "0x5", "10"])],
                lambda: ["--game", R],
                lambda: chance.one([["--json"], ["--trace"]]),
            ]
            if "--ticks" not in first:
                options.append(lambda: ["--ticks", chance.one(["0", "1", "3", "30"])])
            yield group, self.debugged(group, first, options, SOUP_STYLES, names, place_soup)

    def run_groups(self):
        """Scripts with options, without the debugger."""
        for name in ("s/sums", "bare/sums", "s/zero", "s/calls", "s/asks"):
            yield f"run {name}.ncs", plain(f"run {name}.ncs", NCS_OPTIONS)
        for name in ("s/endless", "s/deep"):
            yield f"run {name}.ncs", plain(f"run {name}.ncs", ["", "--json", "--trace"])
        for first in ("MILL.RGM --actor MILL", f"--hex {HEX['gosub']}"):
            yield f"run {first}", plain(f"run {first}", SOUP_OPTIONS)
        others = ["MILL.RGM --actor SIGNAL", f"{R}/maps/ISLAND.RGM --actor PATROL"]
        others += [f"--hex {code}" for code in HEX.values()]
        yield "run others", [one for other in others for one in plain(f"run {other}", FEW_OPTIONS)]
        yield "run wrong", plain("run", RUN_WRONG)

    def debug_groups(self):
        """What is not left to chance: more breaks than there is room for, every variable at every line."""
        breaks = "s/sums.ncs", "bare/sums.ncs", "MILL.RGM --actor SIGNAL", "MILL.RGM --actor MILL --ticks 200"
        starts = [["run", *words.split()] for words in breaks]
        yield "breaks", [([*words, "--debug"], all_breaks(self.places_of(words))) for words in starts]
        lines = ["break main", "continue", "locals", "break :9", "continue", "where"]
        yield "debug plain", [(["run", name, "--debug"], lines) for name in ("plain", "s/bare.ncs")]
        for name, variables in NAMES.items():
            ways = (
                ["step", "locals", "globals", "where"] * 60 + [f"print {v}" for v in variables.split()],
                ["instruction", "locals", "globals"] * 120,
                ["next", "locals"] * 30,
                ["break main", "continue", *["step", "where", "finish", "where"] * 20],
                [f"break {f}" for f in FUNCTIONS] + ["continue", "where", "locals", "globals", "stack 40"] * 20,
            )
            yield f"steps {name}", [(["run", f"s/{name}.ncs", "--debug"], way) for way in ways]

    def play_groups(self):
        few = ["", "--actor PATROL", "--actor patrol", "--actor nobody", "--actor PATROL --group 2"]
        many = [f"--actor PATROL --group {n}{more}" for n in [*range(10, 19), 65535] for more in ("", " --count 2")]
        many += ["--actor SIGNAL --group 1"]
        maps = {f"{R}/maps/ISLAND.RGM": few, f"ISLAND --game {R}": few}
        maps |= {"MOVES.RGM": few + many, f"MOVES.RGM --game {R}": many}
        for words, options in maps.items():
            yield f"play {words}", plain(f"play {words}", [option + to for option in options for to in ("", " --json")])
        yield "play wrong", plain("play", PLAY_WRONG)

    def line(self, group):
        name, sessions = group
        said = b"".join(self.session(words, lines) for words, lines in sessions)
        if self.show:
            (self.show / (re.sub(r"[^\w]+", "_", name)[:80] + ".txt")).write_bytes(said)
        return f"{hashlib.sha256(said).hexdigest()[:16]} {len(sessions)} {name}"

    def lines(self):
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_BYTES, MOST_BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        self.make()
        groups = [*self.ncs_groups(), *self.soup_groups(), *self.debug_groups()]
        groups += [*self.run_groups(), *self.play_groups()]
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(self.line, groups))


if __name__ == "__main__":
    sys.exit(main(HERE / "sessions.txt", Sessions, "All that scripts at work put out: made by sessions.py --bless."))
