# No line of a script of ours is unable to fail under bash -e and pipefail.
python3 - "$SOURCE_DIR" <<'PY'
import glob, os, re, sys

def closing(text, at, opened):
    """Behind the quote or parenthesis that closes the one at text[at - 1]."""
    while at < len(text):
        c = text[at]
        if c == "\\" and opened != "'":
            at += 2
        elif c == opened.translate(str.maketrans("(", ")")):
            return at + 1
        elif opened != "'" and (c == '"' or c == "(" and (opened == "(" or text[at - 1] == "$")):
            at = closing(text, at + 1, c)
        elif opened == "(" and c == "'":
            at = closing(text, at + 1, c)
        else:
            at += 1
    return at

HERE = re.compile(r"(?<!<)<<-?\s*(['\"]?)(\w+)\1")

def hide(text, substitutions):
    """The text with comments, quoted strings and here-documents as blanks of the same length; with
    what stands in $(...) too, where -e does not hold and && is the way to stop, if asked."""
    out, at, ends = [], 0, []
    def blank(to):
        out.append(re.sub(r"[^\n]", "_", text[at:to]))
        return to
    while at < len(text):
        c = text[at]
        here = HERE.match(text, at)
        if c == "\\" and text[at + 1 : at + 2] != "\n":
            at = blank(at + 2)
        elif c == "#" and (at == 0 or text[at - 1] in " \t\n;("):
            end = text.find("\n", at)
            out.append(" " * (end - at))
            at = end
        elif c == "'":
            at = blank(closing(text, at + 1, "'"))
        elif c == '"':
            end = closing(text, at + 1, c)
            inner = text.find("$(", at, end)
            while not substitutions and inner >= 0:
                at = blank(inner) + 2
                out.append("$(")
                inner_end = closing(text, at, "(")
                out.append(hide(text[at:inner_end], False))
                at = inner_end
                inner = text.find("$(", at, end)
            at = blank(end)
        elif c == "$" and text[at + 1 : at + 2] == "(" and substitutions:
            at = blank(closing(text, at + 2, "("))
        elif here:
            ends.append(here.group(2))
            at = blank(here.end())
        elif c == "\n" and ends:
            body = re.compile(r"\n(.*\n)*?\t*%s(?=\n|$)" % ends.pop(0)).match(text, at)
            at = blank(body.end() if body else len(text))
        else:
            out.append(c)
            at += 1
    return "".join(out)

def statements(text):
    """(line, statement, whether it is the condition of if, elif, while or until)"""
    text = re.sub(r"\\\n", "  ", text)
    text = re.sub(r"(\|\||&&|\|)[ \t]*\n", lambda m: m.group().replace("\n", " ") + "\0", text)
    condition, line = False, 1
    for part in re.split(r"(;;|;|\n)", text):
        words = part.strip(" \0")
        while True:
            m = re.match(r"(if|elif|while|until|then|do|else|\{|case .* in|[^\s()]+\)|\()(?=[\s!]|$)\s*", words)
            if not m:
                break
            if m.group(1) in ("if", "elif", "while", "until"):
                condition = True
            elif m.group(1) in ("then", "do"):
                condition = False
            words = words[m.end():]
        if words:
            yield line, words, condition
        line += part.count("\n") + part.count("\0")

QUIET = r"\|\s*(grep\s+(-\S+\s+)*-\w*[qm]|head\b)"

def faults(text, of_tests):
    for line, words, condition in statements(hide(text, True)):
        words = re.sub(r"\[\[.*?\]\]|\(\(.*?\)\)", "_", words)
        if condition:
            continue
        if re.match(r"!\s", words) and "||" not in words:
            yield line, "a command behind ! never fails: use lacks, differ, exits or if"
        if "&&" in words:
            yield line, "the left side of && never fails: use two lines, or if"
        if of_tests and re.search(r"\|\|\s*true\b", words):
            yield line, "|| true takes any exit code: use exits"
        if of_tests and re.search(r"=\$\?", words):
            yield line, "use exits or refuses for exit codes"
    for line, words, _ in statements(hide(text, False)):
        if re.search(QUIET, words):
            yield line, "what writes into this pipe may be killed: write a file, then has"
        if re.search(r"\b(local|export|readonly|declare)\s+\w+=_?\$\(", words):
            yield line, "the exit code is lost: assign in a line of its own"

BAD = r"""
! cmp -s a b
a && b
[ -e a ] && [ -e b ]
a &&
    b
if a; then ! b; fi
for x in 1 2; do a && b; done
f() { a && b; }
a && b || fail "c && d"
(! grep x)
"$tool" a | grep -q b
"$tool" a | grep -E -q b
x=$(ls | head -n 1)
equal "$(ls | head -n 1)" b
local x=$(a)
export x="$(a)"
code=0; a || code=$?
a || true
case $x in a) ! b ;; esac
"""
GOOD = r"""
if ! a; then b; fi
while a && ! b; do c; done
if { a &&
    b; } >c; then d; fi
[[ -e a && -e b ]]
x=$(cd a && pwd)
equal "$(cd "$x" && pwd)" "a && b"
! a || b
a || [ $? = 1 ]
# a && b
echo 'a && ! b' "a | grep -q b" \&\& c
head -c 4 a | tail -c 1
cat <<'END' >a
a && b
! c
END
cmp a - <<<"b"
case $x in a) b ;; *) c ;; esac
"""

def lines_of(sample):
    """Each logical line alone."""
    for m in re.finditer(r"(.*<<'END'.*\n(?:.*\n)*?END|.*(&&|\\)\n.*|.+)\n", sample):
        yield m.group()

wrong = [f"not rejected: {s.strip()}" for s in lines_of(BAD) if not list(faults(s, True))]
wrong += [f"rejected: {s.strip()}" for s in lines_of(GOOD) if list(faults(s, True))]
source, seen = sys.argv[1], 0
for folder in ("scripts", "tests/cli", "tests/support"):
    for path in sorted(glob.glob(os.path.join(source, folder, "*.sh"))):
        seen += 1
        for line, why in faults(open(path, encoding="utf-8").read(), folder == "tests/cli"):
            wrong.append(f"{os.path.relpath(path, source)}:{line}: {why}")
print("\n".join(wrong))
sys.exit(1 if wrong or seen < 20 else 0)
PY
