# The two games have the same files everywhere, each as tests/contract/demo.txt has it. cli.frozen
# compares all that is made of them, but only by builds with the same libraries. cli.rules looks at
# broken/.
"$tool" demo -q one
packed=
exits 0 "$tool" --version
if ! grep -q LZMA out.txt; then
    skips 'built without liblzma: the BZF and the key that lists it'
    packed='kotor/data/talk.bzf kotor/chitin.key'
fi
python3 - "$SOURCE_DIR/tests/contract/demo.txt" one $packed <<'PY'
import hashlib, pathlib, sys

wanted = {}
for line in open(sys.argv[1], encoding="utf-8"):
    if not line.startswith("#"):
        value, kind, path = line.rstrip("\n").split(" ", 2)
        if kind == "file" and path not in sys.argv[3:]:
            wanted[path] = value
top = pathlib.Path(sys.argv[2])
found = {
    path.relative_to(top).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    for path in top.rglob("*")
    if path.is_file()
    and path.relative_to(top).parts[0] != "broken"
    and path.relative_to(top).as_posix() not in sys.argv[3:]
}
wrong = [f"not there: {path}" for path in wanted.keys() - found.keys()]
wrong += [f"not in the list: {path}" for path in found.keys() - wanted.keys()]
wrong += [f"other bytes: {path}" for path in wanted.keys() & found.keys() if wanted[path] != found[path]]
print(f"{len(found)} files", *sorted(wrong), sep="\n")
sys.exit(1 if wrong or not found else 0)
PY

# Once more is the same; where something is there already, nothing is written.
"$tool" demo -q two
same one two
refuses 4 'is there already' "$tool" demo one
same one two

# --force writes over what is there; a scale of 2 has all that is in one, and more of it.
printf x >two/redguard/WORLD.INI
exits 0 "$tool" demo -q --force two
same one two
refuses 4 'WORLD.INI/redguard/fxart: can.t make this folder: Not a directory$' "$tool" demo one/redguard/WORLD.INI
exits 0 "$tool" demo -q --scale 2 more
diff -rq one more >more.txt || [ $? = 1 ]
lacks more.txt '^Only in one'
has more.txt '^Only in more'
