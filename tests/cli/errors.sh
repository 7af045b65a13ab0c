# One clear message, the right exit code, nothing written.
"$tool" demo -q demo
mod=demo/kotor/modules/demo01.mod

refuses 2 'no such option: --bogus' "$tool" info --bogus "$mod"
refuses 2 'needs a value: --format' "$tool" info "$mod" --format
refuses 2 'takes no value: --json=yes' "$tool" info "$mod" --json=yes
refuses 2 'there is no verb frobnicate' "$tool" frobnicate
refuses 2 'needs FILE' "$tool" dump
refuses 3 'no such file' "$tool" info nowhere.mod
refuses 2 'needs -o' "$tool" convert "$mod"

# Numbers are numbers, in range.
for number in -3 abc '' 0 1000001 5x; do
    refuses 2 '--count: a number from 1 to 1000000' "$tool" name demo/kotor --count "$number"
done
for number in -1 x 4294967296 99999999999999999999; do
    refuses 2 '--seed: a number from 0' "$tool" name demo/kotor --seed="$number"
done
refuses 2 '--jobs: a number from 1 to 9999' "$tool" verify -j 0 "$mod"
exits 0 "$tool" name demo/kotor --count 1 --seed 4294967295

# A folder where one file is meant; no pipe is waited for; a path is named once.
for verb in json dump list "put $mod"; do
    refuses 3 'demo: is a folder' "$tool" $verb demo
done
mkfifo pipe
refuses 3 'pipe: is not a file' timeout 20 "$tool" info pipe
mkdir nothing
refuses 2 '^reliquary: nothing: has no files' "$tool" ls nothing

# One path that is not there does not hide the others.
for verb in info verify scan; do
    refuses 3 'no such file' "$tool" $verb nowhere.mod demo/redguard/fxart/ISLAND.COL
    has out.txt '[Cc][Oo][Ll]\|^verified 1:'
done

# What can't be written, and why.
if [ -e /dev/full ]; then
    cp "$mod" other.mod
    "$tool" rm -q other.mod module.ifo
    refuses 4 'standard output' sh -c '"$0" diff "$1" other.mod >/dev/full' "$tool" "$mod"
else
    skips 'no /dev/full'
fi
mkdir locked
chmod 555 locked
if can_deny; then
    refuses 4 'Permission denied' denied "$tool" extract "$mod" -o locked/below
else
    skips 'permissions do not hold the superuser back'
fi
rm -rf locked

# A truncated archive: what, where, what was expected.
head -c 1000 "$mod" >short.mod
refuses 3 'truncated at 0x' "$tool" extract short.mod -o taken
absent taken

# A GFF whose root holds itself: bytes by hand. One struct, one field of type 14 (Struct)
# whose data word is struct 0 again.
python3 - <<'PY'
import struct
head = b'GFF V3.2' + struct.pack('<12I', 56,1, 68,1, 80,1, 96,0, 96,0, 96,0)
body = struct.pack('<3I', 0xFFFFFFFF, 0, 1) + struct.pack('<3I', 14, 0, 0) + b'Self'.ljust(16, b'\0')
open('cycle.utc', 'wb').write(head + body)
PY
refuses 3 'struct 0 stands in the tree twice' "$tool" json cycle.utc -o cycle.json
absent cycle.json

# An archive with an entry that wants out of its folder: bytes by hand.
python3 - <<'PY'
import struct
head = b'MOD V1.0' + struct.pack('<9I', 0, 0, 1, 160, 160, 184, 0, 0, 0xFFFFFFFF) + bytes(116)
key = b'../../x'.ljust(16, b'\0') + struct.pack('<IHH', 0, 2027, 0)
open('evil.mod', 'wb').write(head + key + struct.pack('<2I', 192, 4) + b'evil')
PY
refuses 3 'outside the folder' "$tool" extract evil.mod -o deep/er/taken
absent deep x.utc deep/x.utc
exits 0 "$tool" convert -q evil.mod -o evilout
equal "$(find . -name 'x*' -not -path './demo/*')" ''

# Bytes of names never reach a terminal as they are, and JSON is UTF-8 whatever a path has.
python3 - <<'PY'
import struct
head = b'MOD V1.0' + struct.pack('<9I', 0, 0, 1, 160, 160, 184, 0, 0, 0xFFFFFFFF) + bytes(116)
key = b'a\x1b[31m\nb'.ljust(16, b'\0') + struct.pack('<IHH', 0, 2027, 0)
open('control.mod', 'wb').write(head + key + struct.pack('<2I', 192, 4) + b'evil')
PY
for verb in '0 list' '1 verify' '1 scan' '3 extract -o taken'; do
    exits ${verb%% *} "$tool" ${verb#* } control.mod
    cat out.txt err.txt >both.txt
    has both.txt 'a?\[31m?b.utc'
    lacks both.txt "$(printf '\033')"
done
mkdir odd
cp cycle.utc "odd/$(printf 'caf\351.utc')"
cp cycle.utc "odd/$(printf 'caf\350.utc')"
for verb in '3 info' '1 verify' '1 scan'; do
    exits ${verb% *} "$tool" ${verb#* } --json odd control.mod
    python3 -c 'import json; json.loads(open("out.txt", "rb").read().decode("utf-8", "strict"))'
done
exits 1 "$tool" verify --json odd
python3 -c 'import json; f = json.load(open("out.txt"))["files"]
assert [x["path"] for x in f] == ["odd/caf\uf7e8.utc", "odd/caf\uf7e9.utc"], f'

# The bad entry can be taken out, and none can be put in.
"$tool" rm -q evil.mod ../../x.utc
prints '^0 entries' "$tool" list evil.mod
refuses 2 'not a valid name for a resource' "$tool" put evil.mod cycle.utc --as ../y.utc

# A module of the game with such an entry, and what pack and keys have to say.
python3 - <<'PY'
import struct
head = b'RIM V1.0' + struct.pack('<4I', 0, 1, 120, 0) + bytes(96)
open('evil.rim', 'wb').write(head + b'..\\x'.ljust(16, b'\0') + struct.pack('<4I', 2027, 0, 152, 4) + b'evil')
PY
refuses 3 'outside the folder' "$tool" extract evil.rim -o deep/er/taken
absent deep
refuses 2 'needs -o' "$tool" pack demo -o archive.zip
refuses 2 'needs PATH' "$tool" pack -o archive.rim
refuses 2 'is not a folder' "$tool" pack evil.rim -o some.key
refuses 2 'no extension that the game knows' "$tool" pack "$SOURCE_DIR/LICENSE" -o some.rim
refuses 3 'nowhere.rim: no such file' "$tool" pack --from-module nowhere.rim -o nowhere.mod
"$tool" pack -q cycle.utc -o other.bif
refuses 2 'does not list other.bif' "$tool" list other.bif --key demo/kotor/chitin.key
refuses 2 'for BIF and BZF' "$tool" list "$mod" --key demo/kotor/chitin.key
head -c 100 demo/kotor/chitin.key >short.key
refuses 3 'truncated at 0x' "$tool" list other.bif --key short.key

# Nothing that fits is told by the exit code; an archive without entries is none of that.
exits 1 "$tool" list "$mod" 'nothing*'
equal "$(cat out.txt err.txt)" '0 entries, 0 bytes'
exits 1 "$tool" list "$mod" --json 'nothing*'
equal "$(cat out.txt err.txt)" '[]'
exits 0 "$tool" list "$mod" 'nothing*' '*.ifo'
counts 2 out.txt ''
exits 0 "$tool" list evil.mod
exits 1 "$tool" list evil.mod '*'
refuses 1 'no entry fits' "$tool" extract "$mod" 'nothing*' -o taken
absent taken

# Two files that would be one entry: neither is lost.
mkdir -p case/one case/two
for file in one/a one/b two/a; do cp cycle.utc case/$file.utc; done
refuses 2 'case/one/a.utc and case/two/a.utc would be one entry' "$tool" pack case -o case.mod
refuses 2 'would be one entry' "$tool" pack case -o case.key
cp "$mod" put.mod
refuses 2 'case/one/a.utc and case/two/a.utc' "$tool" put put.mod case/one/a.utc case/two/a.utc
same put.mod "$mod"
mv case/two/a.utc case/one/A.UTC
if [ "$(ls case/one | wc -l)" = 3 ]; then
    refuses 2 'A.UTC and case/one/a.utc would be one' "$tool" pack case/one -o case.rim
    rm case/one/A.UTC
else
    skips 'this file system does not tell A.UTC from a.utc'
fi
absent case.mod case.key case.rim data/case.bif
prints '^packed 2 files into case.mod$' "$tool" pack case/one -o case.mod

# An archive that contains itself, ten times: every entry is the whole file.
python3 - <<'PY'
import struct
n = 10
head = b'MOD V1.0' + struct.pack('<9I', 0, 0, n, 160, 160, 160 + 24 * n, 0, 0, 0xFFFFFFFF) + bytes(116)
keys = b''.join((b'self%d' % i).ljust(16, b'\0') + struct.pack('<IHH', i, 2011, 0) for i in range(n))
size = 160 + 32 * n
open('self.mod', 'wb').write(head + keys + struct.pack('<2I', 0, size) * n)
PY
prints '^verified .* different 0' "$tool" verify self.mod
exits 0 "$tool" json self.mod -o self.json

# Nothing is written over unasked.
echo precious >there.json
refuses 4 'there already' "$tool" json "$mod" -o there.json
has there.json '^precious$'
mkdir full
echo precious >full/module.ifo
refuses 4 'there already' "$tool" extract "$mod" -o full
equal "$(ls full)" module.ifo

# What is replaced in place: behind a link the real file, with its permissions; never what is
# read-only, and no BIF without its key.
cp "$mod" real.mod
chmod 600 real.mod
ln -s real.mod link.mod
"$tool" put -q link.mod cycle.utc
equal "$(readlink link.mod) $(stat -c %a real.mod)" 'real.mod 600'
prints ' cycle.utc$' "$tool" list real.mod
chmod 444 real.mod
cp real.mod before.mod
refuses 4 'is read-only' "$tool" rm link.mod cycle.utc
same real.mod before.mod
cp -r demo/kotor guarded
chmod 444 guarded/chitin.key
refuses 4 'chitin.key: is read-only' "$tool" put guarded/data/templates.bif cycle.utc
same guarded/data/templates.bif demo/kotor/data/templates.bif

# A destroyed header is no unknown file; what no format promises is. A text may be empty.
mkdir broken
for ext in mod tlk utc SFX mdl; do
    head -c 4000 /dev/zero >broken/zero.$ext
    : >broken/none.$ext
done
echo 'a plan' >broken/readme.txt
for name in a.dat a.sav TEXBSI.302 a.nss; do head -c 99 /dev/zero >broken/$name; done
: >broken/none.txi
(
    cd broken
    "$tool" pack -q zero.utc a.nss -o wrapped.mod
)
exits 1 "$tool" verify broken
has out.txt '^unrecognised: broken/zero.SFX: named like sfx, but not that inside$'
has out.txt '^unrecognised: broken/wrapped.mod/zero.utc: named like gff'
counts 11 out.txt '^unrecognised'
has out.txt '^verified .*identical 1, .* unknown 7, unrecognised 11$'
exits 1 "$tool" verify --json broken
python3 -c 'import json; v = json.load(open("out.txt"))
assert v["summary"]["unrecognised"] == 11
assert sum(f["verdict"] == "unrecognised" and "error" in f for f in v["files"]) == 11'
exits 1 "$tool" info broken
has out.txt '^broken/none.mdl: named like mdl'
has out.txt '^broken/a.dat: of no known'
exits 1 "$tool" scan broken
has out.txt 'none.tlk: unrecognised: named like tlk'
rm broken/zero.* broken/none.[^t]* broken/none.tlk broken/wrapped.mod
exits 0 "$tool" verify -q broken
exits 0 "$tool" info broken

# Verify can fail.
mkdir mixed
cp cycle.utc "$mod" mixed/
exits 1 "$tool" verify mixed
has out.txt '^unreadable: mixed/cycle.utc'
has out.txt '^verified .*unreadable 1,'

# What was kept by --backup goes again when nothing was replaced.
refuses 4 'chitin.key: is read-only' "$tool" put guarded/data/templates.bif cycle.utc --backup
cp demo/redguard/SYSTEM.INI fixed.ini
cp demo/kotor/override/shelf01.utp fixed.utp
cp demo/broken/are-fog-negative.are fixed.are
chmod 444 fixed.*
refuses 4 'fixed.ini: is read-only' "$tool" ini set fixed.ini xngine/back_plane 5 --backup
refuses 4 'fixed.utp: is read-only' "$tool" set fixed.utp Tag=other --backup
refuses 4 'fixed.are: is read-only' "$tool" lint fixed.are --fix --backup
absent guarded/data/templates.bif.bak fixed.ini.bak fixed.utp.bak fixed.are.bak
same fixed.utp demo/kotor/override/shelf01.utp

# A table of letters that begins no name makes none: 28 letters, no chance for any.
python3 - <<'PY'
size = 4 * 3 * (28 + 28 ** 2 + 28 ** 3)
open('demo/kotor/override/none.ltr', 'wb').write(b'LTR V1.0' + bytes((28,)) + bytes(size))
PY
refuses 1 'none.ltr: its chances lead to no name' "$tool" name demo/kotor --ltr none --count 3

# A BIF that ends before its resource, and one that is gone: told by name, and nothing is written.
mkdir gone
cp -r demo/kotor/chitin.key demo/kotor/data gone
head -c 300 demo/kotor/data/templates.bif >gone/data/templates.bif
for verb in get cat; do
    refuses 3 'gate.utd: truncated at 0x.*, data/templates.bif: resource 4 is outside of it$' "$tool" $verb gone gate.utd
done
rm gone/data/templates.bif
for verb in get cat; do
    refuses 3 'gate.utd: chitin.key: BIF number 0 is not there$' "$tool" $verb gone gate.utd
done
absent gate.utd
if [ -e /dev/full ]; then
    refuses 4 'standard output' sh -c '"$0" get demo/kotor demo01.lyt -o - >/dev/full' "$tool"
fi

# The same BIF for convert; a source, a listing and the routines of a game that may not be read.
refuses 3 'gate.utd: chitin.key: BIF number 0 is not there$' "$tool" convert --game gone --door gate -o gate.glb
absent gate.glb
cp -r demo/kotor shut
mkdir sources
echo 'void f();' >shut/override/nwscript.nss
echo 'void main() {}' >main.nss
cp main.nss sources/sealed.nss
"$tool" decompile demo/redguard/maps/ISLAND.RGM -o listings -q
chmod 000 shut/override/nwscript.nss sources/sealed.nss listings/MILL.soup
if can_deny; then
    refuses 3 'shut/override/nwscript.nss: .*Permission denied$' denied "$tool" compile main.nss --game shut -o -
    refuses 3 'listings/MILL.soup: .*Permission denied$' denied "$tool" compile listings \
        --base demo/redguard/maps/ISLAND.RGM -o -
    exits 3 denied "$tool" compile sources/sealed.nss -o -
    counts 1 err.txt '^reliquary: sources/sealed.nss: .*Permission denied$'
    has err.txt '^reliquary: 0 errors, 0 warnings, nothing is written$'
fi

# Names of a game whose SOUP386.DEF is none: nothing of the map is shown without them.
cp -r demo/redguard unnamed
printf 'bogus\n' >unnamed/soup386/SOUP386.DEF
refuses 3 'SOUP386.DEF: not a file of any known format$' "$tool" run unnamed/maps/ISLAND.RGM --game unnamed
refuses 3 ': not a file of any known format$' "$tool" disassemble unnamed/maps/ISLAND.RGM
refuses 3 ': not a file of any known format$' "$tool" decompile demo/redguard/maps/ISLAND.RGM --game unnamed
equal "$(cat out.txt)" ''

# Of two files that belong together none is left when the first can't be made: a link to nowhere is in its place.
"$tool" json demo/kotor/override/demo_guard.mdl -o guard.json -q
ln -s nowhere/guard.mdl guard.mdl
refuses 4 'guard.mdl: is there already; --force writes over it$' "$tool" build guard.json -o guard.mdl
absent guard.mdx
refuses 4 "nowhere/guard.mdx: can't create it" "$tool" build guard.json -o nowhere/guard.mdl

# The studio ends before it serves.
exits 0 "$tool" --version
if grep ', studio)' out.txt >found.txt; then
    refuses 3 'nowhere: there is nothing at this path$' timeout 20 "$tool" studio nowhere --no-browser --state kept
    refuses 4 "there.json/kept: can't make this folder: Not a directory$" timeout 20 "$tool" studio --no-browser \
        --state there.json/kept
    refuses 3 "studio: nowhere: can't be read$" timeout 20 "$tool" studio --no-browser --state kept --assets nowhere
fi

# A game that is not there, for every word of save that asks for one; a slot that is not there, or is half there.
slot='demo/kotor/saves/000001 - DEMO'
for words in "items@$slot" "journal@$slot" "set@$slot@credits=4" "repair@$slot@logs"; do
    IFS=@ read -ra parts <<<"$words"
    refuses 2 'nowhere: there is no such file or folder$' "$tool" save "${parts[@]}" --game nowhere
done
