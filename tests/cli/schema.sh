# schema: JSON of real files is valid, and JSON with a mistake is not. The checker below knows the
# keywords that the schemas use, and fails on any other.
"$tool" demo -q games
for archive in games/kotor/modules/*.mod games/kotor/modules/*.rim; do
    "$tool" extract -q "$archive" -o "files/${archive##*/}"
done
for kind in $("$tool" fields | sed -n 's/^\([A-Z]*\) .*/\1/p'); do
    "$tool" schema "$kind" -o "$kind.json"
    "$tool" new "$kind" -o "files/new.$kind"
    "$tool" new "$kind" --game-version k2 -o "files/new2.$kind"
done
refuses 2 'did you mean UTC?' "$tool" schema utx
prints '"const": "UTC "' "$tool" schema utc

python3 - "$tool" <<'PY'
import copy, json, os, subprocess, sys

tool = sys.argv[1]
TYPES = {"object": dict, "array": list, "string": str, "number": (int, float), "integer": int}
NOTES = {"title", "description", "$schema", "$defs", "contentEncoding"}

def problem(schema, v, root):
    """What is wrong with v, or None."""
    if schema is True:
        return None
    for key, s in schema.items():
        wrong = None
        number = isinstance(v, (int, float))
        if key == "$ref":
            wrong = problem(root["$defs"][s.removeprefix("#/$defs/")], v, root)
        elif key == "const":
            wrong = v != s and f"{v!r}, not {s!r}"
        elif key == "type":
            kinds = [s] if isinstance(s, str) else s
            wrong = not any(isinstance(v, TYPES[k]) for k in kinds) and f"{v!r} is no {s}"
        elif key in ("minimum", "maximum"):
            wrong = number and (v < s if key == "minimum" else v > s) and f"{v} beyond {s}"
        elif key in ("minItems", "maxItems", "maxLength"):
            wrong = isinstance(v, (list, str)) and (len(v) < s if key == "minItems" else len(v) > s) and f"{key} {s}"
        elif key == "required":
            wrong = isinstance(v, dict) and any(k not in v for k in s) and f"one of {s} is missing"
        elif key == "properties":
            wrong = next(filter(None, (problem(p, v[k], root) for k, p in s.items() if k in v)), None)
        elif key == "prefixItems":
            wrong = isinstance(v, list) and next(filter(None, (problem(p, x, root) for p, x in zip(s, v))), None)
        elif key == "items":
            wrong = isinstance(v, list) and next(filter(None, (problem(s, x, root) for x in v)), None)
        elif key == "allOf":
            wrong = next(filter(None, (problem(p, v, root) for p in s)), None)
        elif key == "anyOf":
            all_wrong = [problem(p, v, root) for p in s]
            wrong = all(all_wrong) and all_wrong[-1]
        elif key == "if":
            wrong = problem(s, v, root) is None and problem(schema["then"], v, root)
        elif key != "then" and key not in NOTES:
            wrong = f"the checker does not know {key}"
        if wrong:
            return wrong
    return None

schemas, texts = {}, {}
for folder, _, names in os.walk("files"):
    for name in names:
        path = os.path.join(folder, name)
        d = json.loads(subprocess.run([tool, "json", path], check=True, capture_output=True).stdout)
        if d["format"] != "gff":
            continue
        kind = d["type"].strip()
        s = schemas.setdefault(kind, json.load(open(kind + ".json")))
        texts[path] = (s, d)
        wrong = problem(s, d, s)
        assert wrong is None, f"{path}: {wrong}"
print(len(texts), "files of", len(schemas), "kinds")
assert len(schemas) == 23 and len(texts) > 60

# Mistakes in a creature, each alone: another type, beyond the range, no text, a list too long.
s, good = texts["files/new.UTC"]
def refused(label, row):
    d = copy.deepcopy(good)
    fields = d["root"]["fields"]
    fields[[f[0] for f in fields].index(label)] = [label, *row]
    return problem(s, d, s)
one = next(f[2] for f in good["root"]["fields"] if f[0] == "ClassList")
assert refused("Gender", ["byte", 4]) is None
assert refused("PortraitId", ["word", 65534]) is None
assert refused("Gender", ["byte", 5])
assert refused("Gender", ["int", 1])
assert refused("Tag", ["string", 7])
assert refused("Conversation", ["resref", "a_name_of_more_than_16"])
assert refused("ClassList", ["list", one * 3])
assert refused("ClassList", ["list", [{"id": 2, "fields": [["Class", "byte", 1]]}]])
assert refused("FirstName", ["locstring", {"texts": []}])
d = copy.deepcopy(good)
d["root"]["fields"].append(["Unheard_Of", "int", 1])
assert problem(s, d, s) is None
PY
