# Three versions become one. What is expected follows from the edits that each case makes; docs/merge.md has the rules.
"$tool" demo d -q
mod=d/kotor/modules/demo01.mod
"$tool" extract "$mod" -o parts >extracted.txt

# Edits of JSON: edit.py FILE OUT 'python on v, the document, and f(label), a field of its root'
cat >edit.py <<'PY'
import copy, json, subprocess, sys
tool, path, out, code = sys.argv[1:5]
v = json.loads(subprocess.check_output([tool, "json", path]))
def f(label, at=None):
    fields = (at or v["root"])["fields"]
    return next(x for x in fields if x[0] == label)
exec(code)
with open("t.json", "w", encoding="utf-8") as file:
    json.dump(v, file)
subprocess.check_call([tool, "build", "t.json", "-o", out, "--force"])
PY
edit() { python3 edit.py "$tool" "$@"; }

# GFF: other fields of both sides; the same change twice; a text and a new field.
base=parts/keeper.utc
edit "$base" a.utc 'f("Tag")[2] = "mine"; f("FirstName")[2]["texts"][0][1] = "Ours"; f("Str")[2] = 20'
edit "$base" b.utc 'f("Dex")[2] = 19; f("Str")[2] = 20; v["root"]["fields"].append(["Fresh", "int", 5]); f("FirstName")[2]["texts"].append([2, "Les leurs"])'
exits 0 "$tool" merge "$base" a.utc b.utc -o m.utc
prints '^mine$' "$tool" get m.utc Tag
prints '^20$' "$tool" get m.utc Str
prints '^19$' "$tool" get m.utc Dex
prints '^5$' "$tool" get m.utc Fresh
prints '^Ours$' "$tool" get m.utc FirstName/0
prints '^Les leurs$' "$tool" get m.utc FirstName/2

# However many languages: 150 texts of the base, of which each side changes and takes out one of the last.
edit "$base" many.utc 'f("FirstName")[2]["texts"] = [[i, "text %d" % i] for i in range(150)]'
edit many.utc many_a.utc 't = f("FirstName")[2]["texts"]; t[148][1] = "ours"; del t[147]'
edit many.utc many_b.utc 't = f("FirstName")[2]["texts"]; t[149][1] = "theirs"; del t[146]'
edit many.utc many_want.utc 't = f("FirstName")[2]["texts"]; t[148][1] = "ours"; t[149][1] = "theirs"; del t[146:148]'
exits 0 "$tool" merge many.utc many_a.utc many_b.utc -o many_m.utc
exits 0 "$tool" diff many_m.utc many_want.utc

# A conflict names the path and the three values; nothing is written until one side is chosen.
edit "$base" c.utc 'f("Tag")[2] = "yours"'
exits 1 "$tool" merge "$base" a.utc c.utc -o conflict.utc
has out.txt '^conflict: Tag: base keeper, a mine, b yours$'
has out.txt '^conflict.utc: 1 files, 1 merged, 1 conflicts; nothing was written (--ours or --theirs decides)$'
absent conflict.utc
exits 1 "$tool" merge "$base" a.utc c.utc --dry-run --json
python3 - <<'PY'
import json
told = json.load(open("out.txt", encoding="utf-8"))
assert told["conflicts"] == [{"path": "Tag", "base": "keeper", "a": "mine", "b": "yours"}], told
PY
exits 0 "$tool" merge "$base" a.utc c.utc -o ours.utc --ours
prints '^mine$' "$tool" get ours.utc Tag
exits 0 "$tool" merge "$base" a.utc c.utc -o theirs.utc --theirs -q
prints '^yours$' "$tool" get theirs.utc Tag
prints '^Ours$' "$tool" get theirs.utc FirstName/0
refuses 2 'exclude each other' "$tool" merge "$base" a.utc c.utc -o x --ours --theirs
refuses 2 'name it with -o' "$tool" merge "$base" a.utc c.utc
refuses 4 'there already' "$tool" merge "$base" a.utc a.utc -o ours.utc
refuses 3 'no such file' "$tool" merge "$base" a.utc nowhere -o x
refuses 2 'all folders' "$tool" merge "$base" a.utc d -o x

# Lists: both sides add, one takes out, one changes another element; the order stays.
edit parts/store.utm base.utm 'f("ItemList")[2] = [{"id": i, "fields": [["InventoryRes", "resref", "item%d" % i], ["N", "int", i]]} for i in range(5)]'
edit base.utm a.utm 'l = f("ItemList")[2]; l.append({"id": 5, "fields": [["InventoryRes", "resref", "mine"], ["N", "int", 9]]}); f("N", l[1])[2] = 11'
edit base.utm b.utm 'l = f("ItemList")[2]; del l[3]; l.insert(0, {"id": 6, "fields": [["InventoryRes", "resref", "first"], ["N", "int", 7]]}); f("N", l[2 + 1])[2] = 12'
exits 0 "$tool" merge base.utm a.utm b.utm -o m.utm
"$tool" get m.utm 'ItemList/*/InventoryRes' >list.txt
equal "$(sed 's/.* = //' list.txt | tr '\n' ' ')" "first item0 item1 item2 item4 mine "
"$tool" get m.utm 'ItemList/*/N' >list.txt
equal "$(sed 's/.* = //' list.txt | tr '\n' ' ')" "7 0 11 12 4 9 "
# One takes out what the other changes.
edit base.utm gone.utm 'del f("ItemList")[2][1]'
exits 1 "$tool" merge base.utm a.utm gone.utm -o x.utm
has out.txt '^conflict: ItemList/1: base an element, a changed, b (nothing)$'
exits 0 "$tool" merge base.utm a.utm gone.utm -o x.utm --theirs
"$tool" get x.utm 'ItemList/*/InventoryRes' >list.txt
equal "$(sed 's/.* = //' list.txt | tr '\n' ' ')" "item0 item2 item3 item4 mine "

# A dialog: both add a line and a link to it. Links lead to the same lines as before.
add="n = copy.deepcopy(f('ReplyList')[2][0]); n['number'] = 90; n['id'] = 9; f('Text', n)[2]['texts'] = [[0, T]]; f('EntriesList', n)[2] = []; f('ReplyList')[2].append(n); k = copy.deepcopy(f('RepliesList', f('EntryList')[2][0])[2][0]); f('Index', k)[2] = 90; f('RepliesList', f('EntryList')[2][0])[2].append(k)"
edit parts/keeper.dlg a.dlg "T = 'Mine'; $add"
edit parts/keeper.dlg b.dlg "T = 'Yours'; $add"
exits 0 "$tool" merge parts/keeper.dlg a.dlg b.dlg -o m.dlg
"$tool" json m.dlg >m.json
python3 - <<'PY'
import json
v = json.load(open("m.json", encoding="utf-8"))
f = lambda label, at: next(x for x in at["fields"] if x[0] == label)[2]
replies = {r["number"]: f("Text", r)["texts"][0][1] for r in f("ReplyList", v["root"])}
links = [replies[f("Index", k)] for k in f("RepliesList", f("EntryList", v["root"])[0])]
assert links[-2:] == ["Mine", "Yours"], links
assert len(links) == 4, links
PY

# A line that b takes out with the only link to it.
edit parts/keeper.dlg less.dlg "f('RepliesList', f('EntryList')[2][1])[2].clear(); [f('RepliesList', e)[2].__setitem__(slice(None), [k for k in f('RepliesList', e)[2] if f('Index', k)[2] != 2]) for e in f('EntryList')[2]]; f('ReplyList')[2].pop()"
exits 0 "$tool" merge parts/keeper.dlg a.dlg less.dlg -o less.m.dlg
prints 'Mine' "$tool" get less.m.dlg 'ReplyList/2/Text/0'

# Tables: by label and column.
printf '2DA V2.0\n\n label a b\n0 one 1 1\n1 two 2 2\n2 three 3 3\n' >t.2da
printf '2DA V2.0\n\n label a b\n0 one 10 1\n1 two 2 2\n2 three 3 3\n3 four 4 4\n' >ta.2da
printf '2DA V2.0\n\n label a b c\n0 one 1 20 x\n2 three 3 3 ****\nnew five 5 5 y\n' >tb.2da
exits 0 "$tool" merge t.2da ta.2da tb.2da -o tm.2da
cat >want.csv <<'CSV'
,label,a,b,c
0,one,10,20,x
2,three,3,3,
3,four,4,4,
new,five,5,5,y
CSV
"$tool" json tm.2da >tm.json
python3 - <<'PY'
import json
v = json.load(open("tm.json", encoding="utf-8"))
rows = [[r["label"]] + [c or "" for c in r["cells"]] for r in v["rows"]]
want = [l.rstrip("\n").split(",") for l in open("want.csv")][1:]
assert v["columns"] == ["label", "a", "b", "c"], v["columns"]
assert rows == want, rows
PY
printf '2DA V2.0\n\n label a b\n0 one 11 1\n1 two 2 2\n2 three 3 3\n3 vier 4 4\n' >tc.2da
exits 1 "$tool" merge t.2da ta.2da tc.2da -o x.2da
has out.txt '^conflict: 0/a: base 1, a 10, b 11$'
has out.txt '^conflict: 3/label: base (nothing), a four, b vier$'

# Talk tables and sounds.
cp d/kotor/dialog.tlk t.tlk
cp t.tlk ta.tlk
cp t.tlk tb.tlk
"$tool" set ta.tlk 1="Mine" >changed.txt
"$tool" set tb.tlk 2="Yours" >changed.txt
exits 0 "$tool" merge t.tlk ta.tlk tb.tlk -o tm.tlk
prints '^Mine$' "$tool" get tm.tlk 1
prints '^Yours$' "$tool" get tm.tlk 2
"$tool" set tb.tlk 1="Yours too" >changed.txt
exits 1 "$tool" merge t.tlk ta.tlk tb.tlk -o x.tlk
has out.txt '^conflict: 1: base Bad StrRef, a Mine, b Yours too$'
cp d/kotor/override/demo_keeper.ssf s.ssf
cp s.ssf sa.ssf
cp s.ssf sb.ssf
"$tool" set sa.ssf dead=5 >changed.txt
"$tool" set sb.ssf select_1=6 >changed.txt
exits 0 "$tool" merge s.ssf sa.ssf sb.ssf -o sm.ssf
prints '^5$' "$tool" get sm.ssf dead
prints '^6$' "$tool" get sm.ssf select_1

# Texts by lines; an INI by keys.
printf '[a]\nx=1\ny=2\n[b]\nz=3\n' >t.ini
printf '[a]\nx=10\ny=2\nmine=1\n[b]\nz=3\n' >ta.ini
printf '[a]\nx=1\ny=2\nyours=1\n[b]\nz=30\n' >tb.ini
exits 0 "$tool" merge t.ini ta.ini tb.ini -o tm.ini
printf '[a]\nx=10\ny=2\nmine=1\nyours=1\n[b]\nz=30\n' >want.ini
same tm.ini want.ini
printf '[a]\nx=11\ny=2\nmine=2\n[b]\nz=3\n' >tc.ini
exits 1 "$tool" merge t.ini ta.ini tc.ini -o x.ini
has out.txt '^conflict: line 2: base x=1, a x=10, b x=11$'
has out.txt '^conflict: line 4: base (nothing), a mine=1, b mine=2$'
printf 'one\ntwo\nthree\n' >t.nss
printf 'zero\none\ntwo\nthree\n' >ta.nss
printf 'one\nthree\nfour\n' >tb.nss
exits 0 "$tool" merge t.nss ta.nss tb.nss -o tm.nss
printf 'zero\none\nthree\nfour\n' >want.nss
same tm.nss want.nss
printf 'null\none\ntwo\nthree\n' >tc.nss
exits 1 "$tool" merge t.nss ta.nss tc.nss -o x.nss
has out.txt '^conflict: line 1: base (nothing), a zero, b null$'
exits 0 "$tool" merge t.nss ta.nss tc.nss -o x.nss --theirs -q
same x.nss tc.nss

# Folders and archives entry by entry; other files are one value.
mkdir base mine yours
for side in base mine yours; do
    cp "$mod" "$side/x.mod"
    printf 'bytes\0one' >"$side/x.bin"
    printf 'same' >"$side/same.txt"
    printf 'old' >"$side/gone.txt"
done
"$tool" set mine/x.mod/keeper.utc Tag=mine >changed.txt
"$tool" set yours/x.mod/keeper.utc Str=21 >changed.txt
"$tool" put yours/x.mod base/same.txt >put.txt
"$tool" rm mine/x.mod hum.uts >removed.txt
rm yours/gone.txt
printf 'new' >mine/new.txt
exits 0 "$tool" merge base mine yours -o both
has out.txt '^both: 4 files, 1 merged, 0 conflicts$'
prints '^mine$' "$tool" get both/x.mod/keeper.utc Tag
prints '^21$' "$tool" get both/x.mod/keeper.utc Str
"$tool" list both/x.mod >entries.txt
has entries.txt ' same.txt$'
lacks entries.txt ' hum.uts$'
absent both/gone.txt
exists both/new.txt
printf 'bytes\0two' >mine/x.bin
printf 'bytes\0three' >yours/x.bin
"$tool" set yours/x.mod/keeper.utc Tag=yours >changed.txt
exits 1 "$tool" merge base mine yours -o other
has out.txt '^conflict: x.bin: base 9 bytes, a 9 bytes, b 11 bytes$'
has out.txt '^conflict: x.mod/keeper.utc/Tag: base keeper, a mine, b yours$'
absent other
exits 0 "$tool" merge base mine yours -o other --theirs -q
same other/x.bin yours/x.bin

# Names of files in folders are one, whatever their case; the merged file has the name of a.
mkdir case_base case_a case_b
cp t.2da case_base/Table.2da
cp ta.2da case_a/TABLE.2DA
cp tb.2da case_b/table.2da
exits 0 "$tool" merge case_base case_a case_b -o case_m
equal "$(ls case_m)" TABLE.2DA
same case_m/TABLE.2DA tm.2da
