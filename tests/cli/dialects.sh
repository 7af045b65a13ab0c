# The text of other tools: written, said what it loses, and built again.
"$tool" demo d -q
"$tool" extract d/kotor/modules/demo01.mod '*.utc' -o work -q
file=work/keeper.utc

for how in "xml xoreos" "xml pykotor" "json pykotor"; do
    set -- $how
    "$tool" convert $file --to "$1" --dialect "$2" -o "out-$2-$1" -q
    "$tool" build "out-$2-$1/keeper.utc.$1" -o back.utc -f
    exits 0 "$tool" diff $file back.utc
done
has out-xoreos-xml/keeper.utc.xml '<gff3 type="UTC">'

# A loss is said on standard error, never on standard output.
cat > odd.json <<'JSON'
{"format":"gff","version":1,"type":"UTC ","root":{"id":4294967295,"fields":[
["A","float","nan:7fc00001"]]}}
JSON
"$tool" build odd.json -o odd.utc
exits 0 "$tool" convert odd.utc --to xml -o -
has err.txt 'lost at A: the bits of a NaN'
has out.txt '<float label="A">nan</float>'

# Wrong usage.
refuses 2 'xoreos and pykotor' "$tool" convert odd.utc --to xml --dialect other -o x
refuses 2 'xoreos has no json' "$tool" convert odd.utc --to json --dialect xoreos -o x.json

# A talk table and lip movement as CSV, and back by build, by convert and by put.
"$tool" convert d/kotor/dialog.tlk --to csv -o dialog.csv -q
"$tool" build dialog.csv -o built.tlk
"$tool" convert dialog.csv --to tlk -o converted.tlk
same built.tlk converted.tlk
exits 1 "$tool" diff built.tlk d/kotor/dialog.tlk
counts 10 out.txt '^[0-9]*/[a-z]*_variance: '
counts 10 out.txt ''
lip=d/kotor/override/demo_voice.lip
"$tool" convert $lip --to csv -o lip.csv -q
"$tool" build lip.csv -o built.lip
same built.lip $lip
"$tool" convert lip.csv --to lip -o converted.lip
same converted.lip $lip
"$tool" put built.lip lip.csv -q
same built.lip $lip

# What a CSV can't become is said with what it can, and what something is made of.
refuses 2 'only .*\.tlk.*can be made from a CSV; the name of the file to make' "$tool" build dialog.csv -o x.txt
refuses 2 'can be made from xml json, not from this file' "$tool" convert dialog.csv --to ssf -o x.ssf
refuses 2 'tlk: this is the text of a gff' "$tool" convert odd.json --to tlk -o x.tlk

# A CSV in the code page of the system, as spreadsheets save it.
printf 'strref,text\n0,a\n1,Gr\366\337e\n' >cp1252.csv
refuses 3 'row 3, 1: not UTF-8: save the file as CSV UTF-8' "$tool" build cp1252.csv -o x.tlk
rtx=d/redguard/ENGLISH.RTX
"$tool" convert $rtx --to csv -o rtx.csv -q
python3 -c '
rows = open("rtx.csv", newline="", encoding="utf-8").read().split("\r\n")
tag = rows[1].split(",")[0]
open("rtx.csv", "wb").write(("tag,text\n" + tag + ",Gr\u00f6\u00dfe\n").encode("cp1252"))'
refuses 3 'row 2.*: not UTF-8' "$tool" put $rtx rtx.csv

# --encoding goes before what the text says; where it is missing, the message names it.
printf '{"format":"gff","version":1,"type":"UTC ","encoding":"cp1252",
"root":{"id":4294967295,"fields":[["A","string","\320\226"]]}}' >page.json
refuses 3 'not in cp1252' "$tool" build page.json -o page.utc
"$tool" build page.json --encoding cp1251 -o page.utc
has page.utc "$(printf '\306')"
printf '{"strings": [{"_index": "0", "text": "\320\226", "soundResRef": ""}]}' >page-tlk.json
printf '<tlk language="0"><string id="0">\320\226</string></tlk>' >page-tlk.xml
printf 'strref,text\n0,\320\226\n' >page-tlk.csv
for text in page-tlk.json page-tlk.xml page-tlk.csv; do
    code=3
    if [ $text = page-tlk.csv ]; then code=2; fi
    refuses $code 'not in cp1252; --encoding names its code page' "$tool" build $text -o page.tlk
    "$tool" build $text --encoding cp1251 -o page.tlk -f
    has page.tlk "$(printf '\306')"
done
# Our own CSV says what it has no place for, as a dialect does.
exits 0 "$tool" convert d/kotor/override/demo_by_hand.2da --to csv -o hand.csv
counts 4 err.txt lost
mv err.txt said
exits 0 "$tool" convert d/kotor/override/demo_by_hand.2da --to csv --dialect pykotor -o other.csv
same said err.txt
same hand.csv other.csv
exits 0 "$tool" convert d/kotor/dialog.tlk --to csv -o again.csv
has err.txt 'lost at string\[.*variance'
