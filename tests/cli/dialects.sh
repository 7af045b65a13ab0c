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
grep -q 'lost at A: the bits of a number' said
grep -q '<float label="A">nan</float>' odd.xml

# Wrong usage.
! "$tool" convert odd.utc --to xml --dialect other -o x 2> said
grep -q 'xoreos and pykotor' said
! "$tool" convert odd.utc --to json --dialect xoreos -o x.json 2> said
grep -q 'xoreos has no json' said
