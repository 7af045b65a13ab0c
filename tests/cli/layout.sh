# layout and findings: the tables of the library, the pages of docs/formats and the code agree.
prints '0x0028 *4 *u32 *description_strref' "$tool" layout erf
refuses 2 nonsense "$tool" layout nonsense
prints '^lip-late-key: warning: ' "$tool" findings lip

python3 - "$tool" "$SOURCE_DIR" <<'EOF'
import json, os, re, subprocess, sys

tool, source = sys.argv[1:]
wrong = []

def ask(*args):
    return json.loads(subprocess.run([tool, *args], check=True, capture_output=True).stdout)

# ---- findings: every id that the code of a format uses is in its list, and the other way round
def files_of(family, name):
    base = os.path.join(source, "src/formats", family)
    for folder, _, names in os.walk(base):
        for file in names:
            path = os.path.join(folder, file)
            inside = os.path.relpath(path, base)
            if inside.startswith(name + "/") or re.match(re.escape(name) + r"(_\w+)?\.[ch]$", inside):
                yield path

formats = ask("formats", "--json")
names = {f["name"] for f in formats}
listed = {f["name"]: {k["id"].removeprefix(f["name"] + "-") for k in ask("findings", f["name"], "--json")}
          for f in formats}
for f in formats:
    used = set()
    for path in files_of(f["family"], f["name"]):
        base = os.path.basename(path)
        # mdl_ascii's files also fit the name mdl.
        if any(other != f["name"] and other.startswith(f["name"]) and other in path for other in names):
            continue
        text = open(path, encoding="utf-8").read()
        used |= set(re.findall(r'rq_find\(\s*[^,"]+,\s*"([a-z-]+)"', text))
    for missing in sorted(used - listed[f["name"]]):
        wrong.append(f"{f['name']}: {missing} is reported, but not in its list of findings")

for kind in ask("findings", "--json"):
    if not kind["text"] or not kind["why"]:
        wrong.append(f"{kind['id']} has no text or no reason")

# ---- layout: the tables of the pages
def rows_of(page):
    table = None
    for line in page.splitlines():
        cells = [c.strip() for c in line.strip().strip("|").split("|")] if line.startswith("|") else None
        if cells is None:
            if table:
                yield table
            table = None
        elif table is None:
            heads = [c.lower() for c in cells]
            table = (heads, []) if {"offset", "type", "name"} <= set(heads) else ([], [])
        elif table[0] and not set(cells[0]) <= set("- :"):
            table[1].append(dict(zip(table[0], cells)))
    if table:
        yield table

def number(text):
    return int(text, 0) if re.fullmatch(r"0[xX][0-9a-fA-F]+|\d+", text) else None

compared = 0
for f in formats:
    records = ask("layout", f["name"], "--json")
    page = open(os.path.join(source, "docs/formats", f["name"] + ".md"), encoding="utf-8").read()
    for heads, rows in rows_of(page):
        named = {r["name"].strip("`"): r for r in rows if number(r["offset"]) is not None}
        best = max(records, default=None, key=lambda r: sum(x["name"] in named for x in r["fields"]))
        if not named or not best or sum(x["name"] in named for x in best["fields"]) * 2 < len(named):
            continue
        compared += 1
        # A record that stands deeper in the file may be listed with the places that it has there.
        base = next((number(named[x["name"]]["offset"]) - x["offset"] for x in best["fields"]
                     if x["name"] in named), 0)
        for field in best["fields"]:
            row = named.get(field["name"])
            where = f"docs/formats/{f['name']}.md: {best['record']}.{field['name']}"
            if not row:
                wrong.append(f"{where} is missing")
                continue
            if number(row["offset"]) != field["offset"] + base:
                wrong.append(f"{where}: offset {row['offset']}, the code has {field['offset']}")
            kinds = ["", field["type"]]
            if field["type"] in ("text", "bytes"):
                kinds.append(f"{field['type']}[{field['size']}]")
            if row["type"].strip("`") not in kinds:
                wrong.append(f"{where}: type {row['type']}, the code has {field['type']}")
            size = number(row.get("size", ""))
            if size is not None and size != field["size"]:
                wrong.append(f"{where}: size {size}, the code has {field['size']}")
print(f"{compared} tables compared")
print("\n".join(wrong))
sys.exit(1 if wrong or compared < 2 else 0)
EOF

# Every function that reliquary(3) names is declared in a public header.
python3 - "$SOURCE_DIR" <<'EOF'
import glob, re, sys

page = open(f"{sys.argv[1]}/man/reliquary.3", encoding="utf-8").read()
headers = "".join(open(name, encoding="utf-8").read() for name in glob.glob(f"{sys.argv[1]}/include/reliquary/*.h"))
named = set(re.findall(r"\bFn (rq_\w+)", page))
assert len(named) > 20, named
missing = sorted(name for name in named if not re.search(rf"\b{name}\(", headers))
assert not missing, missing
EOF
