# One clear message, the right exit code, nothing written.
tool=$RELIQUARY

expect() { # code, words of the message, command...
    local code=$1 words=$2 got=0
    shift 2
    "$@" >out.txt 2>err.txt || got=$?
    [ "$got" = "$code" ] || { echo "exit $got, not $code: $*"; cat err.txt; exit 1; }
    grep -q -- "$words" err.txt || { echo "no '$words' in the message of: $*"; cat err.txt; exit 1; }
    [ "$(wc -l <err.txt)" -le 1 ] || { echo "more than one line: $*"; cat err.txt; exit 1; }
}

"$tool" demo -q demo
mod=demo/kotor/modules/demo01.mod

expect 2 'no such option: --bogus' "$tool" info --bogus "$mod"
expect 2 'there is no verb frobnicate' "$tool" frobnicate
expect 2 'needs FILE' "$tool" dump
expect 3 'no such file' "$tool" info nowhere.mod
expect 2 'needs -o' "$tool" convert "$mod"

# Numbers are numbers, in range.
for number in -3 abc '' 0 1000001 5x; do
    expect 2 '--count: a number from 1 to 1000000' "$tool" name demo/kotor --count "$number"
done
for number in -1 x 4294967296 99999999999999999999; do
    expect 2 '--seed: a number from 0' "$tool" name demo/kotor --seed="$number"
done
expect 2 '--jobs: a number from 1 to 9999' "$tool" verify -j 0 "$mod"
"$tool" name demo/kotor --count 1 --seed 4294967295 >/dev/null

# A folder where one file is meant; no pipe is waited for; a path is named once.
for verb in json dump list "diff $mod" "put $mod"; do
    expect 3 'demo: is a folder' "$tool" $verb demo
done
mkfifo pipe
expect 3 'pipe: is not a file' timeout 20 "$tool" info pipe
mkdir nothing
expect 2 '^reliquary: nothing: has no files' "$tool" ls nothing

# One path that is not there does not hide the others.
for verb in info verify scan; do
    expect 3 'no such file' "$tool" $verb nowhere.mod demo/redguard/fxart/ISLAND.COL
    grep -qi 'col' out.txt || { [ $verb = verify ] && grep -q 'verified 1:' out.txt; }
done

# What can't be written, and why.
if [ -e /dev/full ]; then
    cp "$mod" other.mod && "$tool" rm -q other.mod module.ifo
    code=0; "$tool" diff "$mod" other.mod >/dev/full 2>err.txt || code=$?
    [ "$code" = 4 ] && grep -q 'standard output' err.txt
fi
mkdir locked && chmod 555 locked
if ! touch locked/probe 2>/dev/null; then # the superuser may
    expect 4 'Permission denied' "$tool" extract "$mod" -o locked/below
fi
rm -rf locked

# A truncated archive: what, where, what was expected.
head -c 1000 "$mod" >short.mod
expect 3 'truncated at 0x' "$tool" extract short.mod -o taken
[ ! -e taken ]

# A GFF whose root holds itself: bytes by hand. One struct, one field of type 14 (Struct)
# whose data word is struct 0 again.
python3 - <<'PY'
import struct
head = b'GFF V3.2' + struct.pack('<12I', 56,1, 68,1, 80,1, 96,0, 96,0, 96,0)
body = struct.pack('<3I', 0xFFFFFFFF, 0, 1) + struct.pack('<3I', 14, 0, 0) + b'Self'.ljust(16, b'\0')
open('cycle.utc', 'wb').write(head + body)
PY
expect 3 'struct 0 stands in the tree twice' "$tool" json cycle.utc -o cycle.json
[ ! -e cycle.json ]

# An archive with an entry that wants out of its folder: bytes by hand.
python3 - <<'PY'
import struct
head = b'MOD V1.0' + struct.pack('<9I', 0, 0, 1, 160, 160, 184, 0, 0, 0xFFFFFFFF) + bytes(116)
key = b'../../x'.ljust(16, b'\0') + struct.pack('<IHH', 0, 2027, 0)
open('evil.mod', 'wb').write(head + key + struct.pack('<2I', 192, 4) + b'evil')
PY
expect 3 'outside the folder' "$tool" extract evil.mod -o deep/er/taken
[ ! -e deep ] && [ ! -e x.utc ] && [ ! -e deep/x.utc ]
"$tool" convert -q evil.mod -o evilout || true
[ -z "$(find . -name 'x*' -not -path './demo/*')" ]

# Bytes of names never reach a terminal as they are, and JSON is UTF-8 whatever a path has.
python3 - <<'PY2'
import struct
head = b'MOD V1.0' + struct.pack('<9I', 0, 0, 1, 160, 160, 184, 0, 0, 0xFFFFFFFF) + bytes(116)
key = b'a\x1b[31m\nb'.ljust(16, b'\0') + struct.pack('<IHH', 0, 2027, 0)
open('control.mod', 'wb').write(head + key + struct.pack('<2I', 192, 4) + b'evil')
PY2
for verb in list verify scan 'extract -o taken'; do
    "$tool" $verb control.mod >out.txt 2>&1 || true
    grep -q 'a?\[31m?b.utc' out.txt
    ! grep -q "$(printf '\033')" out.txt
done
mkdir odd && cp cycle.utc "odd/$(printf 'caf\351.utc')" && cp cycle.utc "odd/$(printf 'caf\350.utc')"
for verb in info verify scan; do
    "$tool" $verb --json odd control.mod >odd.json 2>/dev/null || true
    python3 -c 'import json; json.loads(open("odd.json", "rb").read().decode("utf-8", "strict"))'
done
"$tool" verify --json odd >odd.json || true
python3 -c 'import json; f = json.load(open("odd.json"))["files"]
assert [x["path"] for x in f] == ["odd/caf\uf7e8.utc", "odd/caf\uf7e9.utc"], f'

# The bad entry can be taken out, and none can be put in.
"$tool" rm -q evil.mod ../../x.utc
"$tool" list evil.mod >list.txt
grep -q '^0 entries' list.txt
expect 2 'not a valid name for a resource' "$tool" put evil.mod cycle.utc --as ../y.utc

# A module of the game with such an entry, and what pack and keys have to say.
python3 - <<'PY'
import struct
head = b'RIM V1.0' + struct.pack('<4I', 0, 1, 120, 0) + bytes(96)
open('evil.rim', 'wb').write(head + b'..\\x'.ljust(16, b'\0') + struct.pack('<4I', 2027, 0, 152, 4) + b'evil')
PY
expect 3 'outside the folder' "$tool" extract evil.rim -o deep/er/taken
[ ! -e deep ]
expect 2 'needs -o' "$tool" pack demo -o archive.zip
expect 2 'needs PATH' "$tool" pack -o archive.rim
expect 2 'is not a folder' "$tool" pack evil.rim -o some.key
expect 2 'no extension that the game knows' "$tool" pack "$SOURCE_DIR/LICENSE" -o some.rim
expect 3 'nowhere.rim: no such file' "$tool" pack --from-module nowhere.rim -o nowhere.mod
"$tool" pack -q cycle.utc -o other.bif
expect 2 'does not list other.bif' "$tool" list other.bif --key demo/kotor/chitin.key
expect 2 'for BIF and BZF' "$tool" list "$mod" --key demo/kotor/chitin.key
head -c 100 demo/kotor/chitin.key >short.key
expect 3 'truncated at 0x' "$tool" list other.bif --key short.key

# Two files that would be one entry: neither is lost.
mkdir -p case/one case/two && cp cycle.utc case/one/a.utc && cp cycle.utc case/one/b.utc
cp cycle.utc case/two/a.utc
expect 2 'case/one/a.utc and case/two/a.utc would be one entry' "$tool" pack case -o case.mod
expect 2 'would be one entry' "$tool" pack case -o case.key
cp "$mod" put.mod
expect 2 'case/one/a.utc and case/two/a.utc' "$tool" put put.mod case/one/a.utc case/two/a.utc
cmp put.mod "$mod"
mv case/two/a.utc case/one/A.UTC
if [ "$(ls case/one | wc -l)" = 3 ]; then
    expect 2 'A.UTC and case/one/a.utc would be one' "$tool" pack case/one -o case.rim
    rm case/one/A.UTC
fi
[ ! -e case.mod ] && [ ! -e case.key ] && [ ! -e case.rim ] && [ ! -e data/case.bif ]
[ "$("$tool" pack case/one -o case.mod)" = 'packed 2 files into case.mod' ]

# An archive that contains itself, ten times: every entry is the whole file.
python3 - <<'PY'
import struct
n = 10
head = b'MOD V1.0' + struct.pack('<9I', 0, 0, n, 160, 160, 160 + 24 * n, 0, 0, 0xFFFFFFFF) + bytes(116)
keys = b''.join((b'self%d' % i).ljust(16, b'\0') + struct.pack('<IHH', i, 2011, 0) for i in range(n))
size = 160 + 32 * n
open('self.mod', 'wb').write(head + keys + struct.pack('<2I', 0, size) * n)
PY
"$tool" verify self.mod | tail -n 1 | grep -q 'different 0'
"$tool" json self.mod -o self.json

# Nothing is written over unasked.
echo precious >there.json
expect 4 'there already' "$tool" json "$mod" -o there.json
[ "$(cat there.json)" = precious ]
mkdir -p full && echo precious >full/module.ifo
expect 4 'there already' "$tool" extract "$mod" -o full
[ "$(ls full)" = module.ifo ]

# What is replaced in place: behind a link the real file, with its permissions; never what is
# read-only, and no BIF without its key.
cp "$mod" real.mod && chmod 600 real.mod && ln -s real.mod link.mod
"$tool" put -q link.mod cycle.utc
[ -L link.mod ] && [ "$(stat -c %a real.mod)" = 600 ]
"$tool" list real.mod | grep -q ' cycle.utc$'
chmod 444 real.mod && cp real.mod before.mod
expect 4 'is read-only' "$tool" rm link.mod cycle.utc
cmp real.mod before.mod
cp -r demo/kotor guarded && chmod 444 guarded/chitin.key
expect 4 'chitin.key: is read-only' "$tool" put guarded/data/templates.bif cycle.utc
cmp guarded/data/templates.bif demo/kotor/data/templates.bif

# A destroyed header is no unknown file; what no format promises is. A text may be empty.
mkdir broken
for ext in mod tlk utc SFX mdl; do
    head -c 4000 /dev/zero >broken/zero.$ext
    : >broken/none.$ext
done
echo 'a plan' >broken/readme.txt && head -c 99 /dev/zero >broken/a.dat
head -c 99 /dev/zero >broken/a.sav && head -c 99 /dev/zero >broken/TEXBSI.302
: >broken/none.txi && head -c 99 /dev/zero >broken/a.ncs
(cd broken && "$tool" pack -q zero.utc a.ncs -o wrapped.mod)
code=0
"$tool" verify broken >verify.txt || code=$?
[ "$code" = 1 ]
grep -qx 'unrecognised: broken/zero.SFX: named like sfx, but not that inside' verify.txt
grep -q '^unrecognised: broken/wrapped.mod/zero.utc: named like gff' verify.txt
[ "$(grep -c '^unrecognised' verify.txt)" = 11 ]
tail -n 1 verify.txt | grep -q 'identical 1, .* unknown 7, unrecognised 11$'
"$tool" verify --json broken >verify.json || [ $? = 1 ]
python3 -c 'import json; v = json.load(open("verify.json"))
assert v["summary"]["unrecognised"] == 11
assert sum(f["verdict"] == "unrecognised" and "error" in f for f in v["files"]) == 11'
code=0
"$tool" info broken >info.txt || code=$?
[ "$code" = 1 ]
grep -q '^broken/none.mdl: named like mdl' info.txt && grep -q '^broken/a.dat: of no known' info.txt
code=0
"$tool" scan broken >scan.txt || code=$?
[ "$code" = 1 ] && grep -q 'none.tlk: unrecognised: named like tlk' scan.txt
rm broken/zero.* broken/none.[^t]* broken/none.tlk broken/wrapped.mod
"$tool" verify -q broken && "$tool" info broken >info.txt

# Verify can fail.
mkdir mixed && cp cycle.utc mixed/ && cp "$mod" mixed/
code=0
"$tool" verify mixed >verify.txt || code=$?
[ "$code" = 1 ]
grep -q '^unreadable: mixed/cycle.utc' verify.txt
tail -n 1 verify.txt | grep -q 'unreadable 1,'
