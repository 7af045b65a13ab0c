# The text of other tools: written, said what it loses, and built again.
tool=$RELIQUARY
"$tool" demo d -q
"$tool" extract d/kotor/modules/demo01.mod '*.utc' -o work -q
file=$(ls work/*.utc | head -1)
name=$(basename "$file")

for how in "xml xoreos" "xml pykotor" "json pykotor"; do
    set -- $how
    "$tool" convert "$file" --to "$1" --dialect "$2" -o "out-$2-$1" -q
    text="out-$2-$1/$name.$1"
    "$tool" build "$text" -o back.utc -f
    "$tool" diff "$file" back.utc > differences || grep -v '^layout' differences | (! grep .)
done
grep -q '<gff3 type="UTC">' "out-xoreos-xml/$name.xml"

# A loss is said on standard error, never on standard output.
cat > odd.json <<'JSON'
{"format":"gff","version":1,"type":"UTC ","root":{"id":4294967295,"fields":[
["A","float","nan:7fc00001"]]}}
JSON
"$tool" build odd.json -o odd.utc
"$tool" convert odd.utc --to xml -o - > odd.xml 2> said
grep -q 'lost at A: the bits of a NaN' said
grep -q '<float label="A">nan</float>' odd.xml

# Wrong usage.
! "$tool" convert odd.utc --to xml --dialect other -o x 2> said
grep -q 'xoreos and pykotor' said
! "$tool" convert odd.utc --to json --dialect xoreos -o x.json 2> said
grep -q 'xoreos has no json' said

# A talk table and lip movement as CSV, and back by build, by convert and by put.
"$tool" convert d/kotor/dialog.tlk --to csv -o dialog.csv -q
"$tool" build dialog.csv -o built.tlk
"$tool" convert dialog.csv --to tlk -o converted.tlk
cmp built.tlk converted.tlk
"$tool" diff built.tlk d/kotor/dialog.tlk >differences || (! grep -v '^[0-9]*/[a-z]*_variance: ' differences)
lip=$(find d/kotor -name '*.lip' | head -1)
"$tool" convert "$lip" --to csv -o lip.csv -q
"$tool" build lip.csv -o built.lip && cmp built.lip "$lip"
"$tool" convert lip.csv --to lip -o converted.lip && cmp converted.lip "$lip"
"$tool" put built.lip lip.csv -q && cmp built.lip "$lip"

# What a CSV can't become is said with what it can, and what something is made of.
code=0; "$tool" build dialog.csv -o x.txt 2> said || code=$?
[ $code = 2 ] && grep -q 'only .*\.tlk.*can be made from a CSV; the name of the file to make' said
code=0; "$tool" convert dialog.csv --to ssf -o x.ssf 2> said || code=$?
[ $code = 2 ] && grep -q 'can be made from xml json, not from this file' said
code=0; "$tool" convert odd.json --to tlk -o x.tlk 2> said || code=$?
[ $code = 2 ] && grep -q 'tlk: this is the text of a gff' said

# A CSV in the code page of the system, as spreadsheets save it.
printf 'strref,text\n0,a\n1,Gr\366\337e\n' >cp1252.csv
code=0; "$tool" build cp1252.csv -o x.tlk 2> said || code=$?
[ $code = 3 ] && grep -q 'row 3, 1: not UTF-8: save the file as CSV UTF-8' said
rtx=$(find d/redguard -iname '*.rtx' | head -1)
"$tool" convert "$rtx" --to csv -o rtx.csv -q
python3 -c '
rows = open("rtx.csv", newline="", encoding="utf-8").read().split("\r\n")
tag = rows[1].split(",")[0]
open("rtx.csv", "wb").write(("tag,text\n" + tag + ",Gr\u00f6\u00dfe\n").encode("cp1252"))'
code=0; "$tool" put "$rtx" rtx.csv 2> said || code=$?
[ $code = 3 ] && grep -q 'row 2.*: not UTF-8' said

# --encoding goes before what the text says; where it is missing, the message names it.
printf '{"format":"gff","version":1,"type":"UTC ","encoding":"cp1252",
"root":{"id":4294967295,"fields":[["A","string","\320\226"]]}}' >page.json
! "$tool" build page.json -o page.utc 2> said
"$tool" build page.json --encoding cp1251 -o page.utc
LC_ALL=C grep -aq "$(printf '\306')" page.utc
printf '{"strings": [{"_index": "0", "text": "\320\226", "soundResRef": ""}]}' >page-tlk.json
printf '<tlk language="0"><string id="0">\320\226</string></tlk>' >page-tlk.xml
printf 'strref,text\n0,\320\226\n' >page-tlk.csv
for text in page-tlk.json page-tlk.xml page-tlk.csv; do
    ! "$tool" build $text -o page.tlk 2> said
    grep -q 'not in cp1252; --encoding names its code page' said
    "$tool" build $text --encoding cp1251 -o page.tlk -f
    LC_ALL=C grep -aq "$(printf '\306')" page.tlk
done
# Our own CSV says what it has no place for, as a dialect does.
"$tool" convert d/kotor/override/demo_by_hand.2da --to csv -o hand.csv 2> said
[ "$(grep -c lost said)" = 4 ]
"$tool" convert d/kotor/override/demo_by_hand.2da --to csv --dialect pykotor -o other.csv 2> other
cmp said other && cmp hand.csv other.csv
"$tool" convert d/kotor/dialog.tlk --to csv -o again.csv 2> said
grep -q 'lost at string\[.*variance' said
