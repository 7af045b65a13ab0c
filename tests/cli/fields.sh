# fields: the tables of src/blueprint. Expected values are rows of kotor-fields.csv.
prints '^UTC  *a creature$' "$tool" fields
prints '^  Gender  *BYTE  *gender; above 4 is clamped; 0 to 4; enum:gender$' "$tool" fields UTC
has out.txt '^UTC /ClassList\[\]/$'
has out.txt 'Comment .*; not read$'
has out.txt 'Invulnerable .*; saved games only$'
"$tool" fields utc >small.txt
same small.txt out.txt

# One field in words: what the columns hold, and the names of its values.
prints '^  default  *65535 (ZL: ' "$tool" fields UTC FactionID
prints '^  refers to  *a row of the table classes$' "$tool" fields UTC ClassList/Class
has out.txt '^  range  *0 to 255$'
prints '^  values  *0 male$' "$tool" fields UTC Gender
prints '^  is read  *no: it is ignored (AN: ' "$tool" fields UTC Comment
prints '^  default  *none: without it the file does not load' "$tool" fields IFO Mod_Area_list
has out.txt '^  range  *1 elements$'

# A struct is listed, with what it shares; a door in a GIT is a UTD too.
prints '^GIT /Door List\[\]/, and the fields of UTD /$' "$tool" fields GIT 'Door List/0'
has out.txt '^  Bearing '

# CSV and JSON have every row once: 1853 of the list, and one that BIC has for itself.
python3 - "$tool" <<'PY'
import csv, io, json, subprocess, sys
def ask(*args):
    return subprocess.run([sys.argv[1], "fields", *args], check=True, capture_output=True, text=True).stdout
total = 0
for kind in json.loads(ask("--json")):
    rows = list(csv.DictReader(io.StringIO(ask(kind["kind"], "--csv"))))
    others = json.loads(ask(kind["kind"], "--json"))
    assert len(rows) == len(others) > 0
    for row, other in zip(rows, others):
        other.pop("values", None)
        assert {k: v for k, v in row.items() if v} == {k: str(v) for k, v in other.items()}, row
    total += len(rows)
assert total == 1854, total
PY

refuses 2 'no kind of file is named utx; did you mean UTC' "$tool" fields utx
refuses 2 'UTC has no Gendr; did you mean Gender?' "$tool" fields UTC Gendr
refuses 2 'did you mean ClassList/0/Class?' "$tool" fields UTC ClassList/0/Clas
refuses 2 'reliquary fields UTC lists' "$tool" fields UTC Nonsense/Of/Some/Sort
