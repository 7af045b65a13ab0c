# Values printed and changed by their paths, in files and in archives.
"$tool" demo -q demo
mod=demo/kotor/modules/demo01.mod

value() { # what get prints, its arguments
    local expected=$1
    shift
    exits 0 "$tool" get "$@"
    equal "$(cat out.txt)" "$expected"
}

# get: one value on each line; what has parts as lines of path and value; patterns.
"$tool" extract -q $mod keeper.utc -o .
value keeper keeper.utc Tag
value 'keeper
-1' keeper.utc Tag FirstName/strref
value 'FirstName/strref = -1
FirstName/0 = Orla' keeper.utc FirstName
value 'ClassList/0/Class = 1' keeper.utc 'class*/?/Class'
exits 0 "$tool" get keeper.utc Tag 'FirstName/*' --json
python3 -c '
import json
assert json.load(open("out.txt")) == [
    {"path": "Tag", "type": "string", "value": "keeper"},
    {"path": "FirstName/strref", "type": "signed", "value": -1},
    {"path": "FirstName/0", "type": "text", "value": "Orla"}]'
refuses 1 'did you mean Tag?' "$tool" get keeper.utc tag
refuses 1 'there is TemplateResRef, Tag, ' "$tool" get keeper.utc zork
refuses 1 'something that fits' "$tool" get keeper.utc 'zork*'
refuses 3 'nowhere.utc' "$tool" get nowhere.utc Tag
refuses 2 'takes no options of games' "$tool" get keeper.utc Tag -o out
refuses 2 'is a game' "$tool" get demo/kotor keeper.utc --json
"$tool" get demo/kotor keeper.utc --module demo01 -o got
same got/keeper.utc keeper.utc

# set: the value and nothing else. "keeper" stands in the file as a tag and as a name of the template.
cp keeper.utc before.utc
exits 0 "$tool" set keeper.utc Tag=warden ClassList/0/Class=4
exits 1 "$tool" diff before.utc keeper.utc
counts 2 out.txt ''
has out.txt '^Tag: "keeper" -> "warden"$'
has out.txt '^ClassList/0/Class: 1 -> 4$'
exits 0 "$tool" set keeper.utc Tag=keeper ClassList/0/Class=1
same before.utc keeper.utc
exits 0 "$tool" set keeper.utc Tag=a=b -o other.utc
same before.utc keeper.utc
value a=b other.utc Tag
refuses 4 'there already' "$tool" set keeper.utc Tag=c -o other.utc
exits 0 "$tool" set keeper.utc Tag=c -o other.utc -f
value c other.utc Tag
exits 0 "$tool" set keeper.utc Tag=piped -o -
cp out.txt piped.utc
value piped piped.utc Tag

# All or nothing; what is wrong is told with the path, and the file is not touched.
touch -d '2001-01-01' keeper.utc
refuses 2 'Str: the engine accepts 3 to 255, not 300' "$tool" set keeper.utc Tag=x Str=300
refuses 2 'Gender: expected male, female' "$tool" set keeper.utc Gender=tall
refuses 2 'only a game has' "$tool" set keeper.utc Appearance_Type=somebody
refuses 1 'did you mean Str?' "$tool" set keeper.utc Tag=x str=3
refuses 1 'FirstName: expected a value, found locstring with parts' "$tool" set keeper.utc FirstName=x
refuses 2 'at most' "$tool" set keeper.utc TemplateResRef=seventeen_letters
refuses 2 'not PATH=VALUE' "$tool" set keeper.utc Tag
refuses 2 'not PATH=VALUE' "$tool" set keeper.utc =x
refuses 2 'for a file that is replaced' "$tool" set keeper.utc Tag=x --backup -o y.utc
refuses 3 'nowhere.utc' "$tool" set nowhere.utc Tag=x
same before.utc keeper.utc

# Names of values; a field that the tables know is added with its type.
cp keeper.utc named.utc
exits 0 "$tool" set named.utc Gender=female NoPermDeath=yes
value 1 named.utc Gender
value 1 named.utc NoPermDeath
exits 0 "$tool" get named.utc NoPermDeath --json
has out.txt '"type": "byte"'

# A dry run prints and writes nothing; neither does a value that is there already.
exits 0 "$tool" set keeper.utc Tag=warden FirstName/strref=7 --dry-run
equal "$(cat out.txt)" 'Tag: keeper -> warden
FirstName/strref: -1 -> 7'
exits 0 "$tool" set keeper.utc Tag=warden --dry-run --json
python3 -c '
import json
assert json.load(open("out.txt")) == [{"path": "Tag", "old": "keeper", "new": "warden"}]'
exits 0 "$tool" set keeper.utc Tag=keeper --backup
equal "$(stat -c %Y keeper.utc)" "$(date -d '2001-01-01' +%s)"
absent keeper.utc.bak
same before.utc keeper.utc

# The backup is the file as it was, and is never written over.
exits 0 "$tool" set keeper.utc Tag=warden --backup
same before.utc keeper.utc.bak
cp keeper.utc warden.utc
refuses 4 'move what is there away' "$tool" set keeper.utc Tag=third --backup
same warden.utc keeper.utc
same before.utc keeper.utc.bak

# In an archive: the entry changes, the others and their order do not.
cp $mod before.mod
value keeper $mod/KEEPER.utc Tag
exits 0 "$tool" set $mod/keeper.utc Tag=warden --backup
same before.mod $mod.bak
exits 1 "$tool" diff before.mod $mod
equal "$(cat out.txt)" 'resources/keeper.utc/Tag: "keeper" -> "warden"'
"$tool" list before.mod >before.txt
"$tool" list $mod >after.txt
same before.txt after.txt
exits 0 "$tool" set $mod/keeper.utc Tag=keeper
same before.mod $mod
refuses 3 'there is keeper.utc, keeper.dlg' "$tool" get $mod/keper.utc Tag
refuses 3 'no such entry' "$tool" set $mod/nobody.utc Tag=x
refuses 2 'expected a whole number' "$tool" set $mod/keeper.utc Str=x
exits 0 "$tool" set $mod/keeper.utc Tag=warden -o copy.mod
same before.mod $mod
value warden copy.mod/keeper.utc Tag

# In an archive in an archive.
mkdir inner
cp $mod inner/inside.mod
cp keeper.utc inner/other.utc
"$tool" pack -q inner -o outer.sav
cp outer.sav before.sav
value keeper outer.sav/inside.mod/keeper.utc Tag
exits 0 "$tool" set outer.sav/INSIDE.MOD/Keeper.UTC Tag=warden
exits 1 "$tool" diff before.sav outer.sav
equal "$(cat out.txt)" 'resources/inside.mod/resources/keeper.utc/Tag: "keeper" -> "warden"'
exits 0 "$tool" verify outer.sav
exits 0 "$tool" set outer.sav/inside.mod/keeper.utc Tag=keeper
same before.sav outer.sav
refuses 3 'not an archive' "$tool" get outer.sav/other.utc/x.utc Tag

# In a BIF, whose entries have their names from the key; the key follows the size.
bif=demo/kotor/data/templates.bif
value keeper $bif/keeper.utc Tag
exits 0 "$tool" set $bif/keeper.utc Tag=a_longer_tag_than_before
value a_longer_tag_than_before $bif/keeper.utc Tag
exits 0 "$tool" verify -q demo/kotor/chitin.key $bif
"$tool" extract -q $bif keeper.utc -o bif
value a_longer_tag_than_before bif/keeper.utc Tag

# The other formats.
items=demo/kotor/override/demo_items.2da
value Rope $items 1/LABEL
exits 0 "$tool" set $items 1/label=Cord 1=one
value Cord $items 1/label
value Cord $items ONE/label
exits 0 "$tool" set demo/kotor/dialog.tlk 3/text='Another text' 3/sound=hum
value 'Another text' demo/kotor/dialog.tlk 3
value '3/sound = hum' demo/kotor/dialog.tlk '3/*'
exits 0 "$tool" set demo/kotor/override/demo_keeper.ssf dead=12 2=none
value '12
-1' demo/kotor/override/demo_keeper.ssf dead battle_cry_2
exits 0 "$tool" set demo/kotor/override/demo_voice.lip keys/0/shape=3
value 3 demo/kotor/override/demo_voice.lip keys/0/1
exits 0 "$tool" set demo/redguard/SYSTEM.INI xngine/back_plane=5123
exits 0 "$tool" ini get demo/redguard/SYSTEM.INI xngine/back_plane
equal "$(cat out.txt)" 5123
refuses 2 'is col, and set changes values of ini, gff, tlk, twoda, ssf, lip' "$tool" set demo/redguard/fxart/ISLAND.COL colors/0/0=1
refuses 2 'ARCHIVE/NAME is a file in it' "$tool" set $mod keeper.utc=1

# ini follows the same grammar.
printf '[a]\nx=1\nX=2\n' >twice.ini
refuses 1 'say which, as in a/x#1' "$tool" ini set twice.ini a/x 5
exits 0 "$tool" ini set twice.ini a/x#2 5
equal "$(cat twice.ini)" '[a]
x=1
X=5'
value 5 twice.ini a/x#2
