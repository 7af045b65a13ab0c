# Pictures, sounds, glyphs and lines of a file by name: list, extract, put and rm of what is there, and of
# what is new. The bytes that new ones become are held in tests/golden/entries.c.
"$tool" demo -q demo
game=demo/redguard
files="fxart/TEXBSI.302 fxart/SKY001.BSI system/ICONS.GXA system/HARBOUR.GXA sound/MAIN.SFX ENGLISH.RTX
    fonts/QUAY.FNT"

# The names are those that convert gives, the files are the same, and put back they change nothing.
for file in $files; do
    name=$(basename "$file")
    case $name in
    *.SFX) kinds=wav ;;
    *.RTX) kinds='wav text' ;;
    *.FNT) kinds=glyph ;;
    *) kinds=png ;;
    esac
    for kind in $kinds; do "$tool" convert -q "$game/$file" --to "$kind" -o "open-$name"; done
    find "open-$name" -type f -printf '%f\n' | LC_ALL=C sort >converted.txt
    "$tool" list "$game/$file" --json >list.json
    python3 -c 'import json
for e in json.load(open("list.json")): print(e["name"])' | LC_ALL=C sort >listed.txt
    same listed.txt converted.txt
    "$tool" extract -q "$game/$file" -o "out-$name"
    mkdir "flat-$name"
    find "open-$name" -type f -exec cp -t "flat-$name" {} +
    same "out-$name" "flat-$name"
    cp "$game/$file" "$name"
    find "out-$name" -type f | LC_ALL=C sort >parts.txt
    while read -r part; do "$tool" put -q "$name" "$part"; done <parts.txt
    same "$name" "$game/$file"
done
equal "$(find out-TEXBSI.302 -name 'D02000_??.png' | wc -l)" 8

# Globs, one part to standard output, names that are not there.
"$tool" list $game/ENGLISH.RTX 'dm01.*' >out.txt
printf '%s\n' '        53  txt     dm01.txt' '    141164  wav     dm01.wav' \
    '2 entries, 141217 bytes' | same - out.txt
exits 0 "$tool" extract $game/ENGLISH.RTX dm01.txt -o -
printf 'Welcome to the quay, traveller. Mind the wet stones.\n' | same - out.txt
exits 0 "$tool" cat $game/ENGLISH.RTX dm01.txt
printf 'Welcome to the quay, traveller. Mind the wet stones.\n' | same - out.txt
refuses 1 'no entry fits dm99.txt; reliquary list shows' "$tool" cat $game/ENGLISH.RTX dm99.txt
refuses 2 'dm01.wav is no text; reliquary extract writes it' "$tool" cat $game/ENGLISH.RTX dm01.wav
exits 0 "$tool" extract $game/fonts/QUAY.FNT 065.png -o -
same out.txt out-QUAY.FNT/065.png
exits 1 "$tool" list $game/sound/MAIN.SFX '9*'
refuses 1 'no entry fits; reliquary list shows what is there' \
    "$tool" extract $game/sound/MAIN.SFX '9*' -o none
absent none
refuses 4 'D02001.png is there already; nothing was written' \
    "$tool" extract $game/fxart/TEXBSI.302 'D0200?.png' -o out-TEXBSI.302
"$tool" extract -q $game/fxart/TEXBSI.302 D02001.png --palette $game/3dart/ART_PAL.COL -o art
"$tool" convert -q $game/fxart/TEXBSI.302 --palette $game/3dart/ART_PAL.COL --to png -o art-all
same art/D02001.png art-all/TEXBSI.302/D02001.png
differ art/D02001.png out-TEXBSI.302/D02001.png
# A texture is one picture, and more than a PNG has.
refuses 2 'is not an archive' "$tool" list demo/kotor/override/demo_crest.tpc

# New ones: the file reads, what was there is as it was, and without them it is the old file again.
added() { # file, new name, source
    local name
    name=$(basename "$1")
    cp "$game/$1" "$name"
    cp "$3" "$2"
    prints "^would put in $2, [0-9]* bytes\$" "$tool" put "$name" "$2" --dry-run
    same "$name" "$game/$1"
    prints "^put $2 into new-$name\$" "$tool" put "$name" "$2" -o "new-$name"
    same "$name" "$game/$1"
    exits 0 "$tool" put "$name" "$2" --backup
    same "$name" "new-$name"
    same "$name.bak" "$game/$1"
    prints "^would replace $2: " "$tool" put "$name" "$2" --dry-run
    "$tool" verify -q "$name" --through json
    "$tool" extract -q "$name" -o "with-$name"
    exists "with-$name/$2"
    cp -r "out-$name" "old-$name"
    cp "with-$name/$2" "old-$name/$2"
    same "with-$name" "old-$name"
    prints "^would remove $2\$" "$tool" rm "$name" "$2" --dry-run
    prints "^removed $2 from $name\$" "$tool" rm "$name" "$2"
    same "$name" "$game/$1"
}
# Out of the game extract has no palette to show them with.
for file in $files; do
    name=$(basename "$file")
    rm -r "out-$name"
    "$tool" extract -q "$name" -o "out-$name"
done
added fxart/TEXBSI.302 D02064.png out-TEXBSI.302/D02001.png
added system/ICONS.GXA 007.png out-HARBOUR.GXA/HARBOUR.png
added sound/MAIN.SFX 010.wav out-MAIN.SFX/003.wav
printf 'A new line.\n' >words.txt
added ENGLISH.RTX new1.txt words.txt
added fonts/QUAY.FNT 127.png out-QUAY.FNT/065.png

# A file of one picture gets a second, and the first one a number.
"$tool" put -q HARBOUR.GXA out-ICONS.GXA/001.png
"$tool" list HARBOUR.GXA >out.txt
counts 2 out.txt '  png     00[01].png$'
"$tool" rm -q HARBOUR.GXA 001.png
same HARBOUR.GXA $game/system/HARBOUR.GXA

# Tags that differ in case alone are two lines; one name twice is refused. A glob that fits nothing is told.
mkdir one two
printf 'low\n' >one/ab01.txt
printf 'high\n' >two/AB01.txt
printf 'again\n' >two/ab01.txt
if [ "$(ls two | wc -l)" = 2 ]; then
    prints '^put 2 files into ENGLISH.RTX$' "$tool" put ENGLISH.RTX one/ab01.txt two/AB01.txt
    "$tool" list ENGLISH.RTX >out.txt
    has out.txt ' 4  txt     ab01.txt$'
    has out.txt ' 5  txt     %41%4201.txt$'
    "$tool" rm -q ENGLISH.RTX ab01.txt %41%4201.txt
    same ENGLISH.RTX $game/ENGLISH.RTX
else
    skips 'this file system does not tell AB01.txt from ab01.txt'
fi
refuses 2 'one/ab01.txt and two/ab01.txt would be one entry' "$tool" put ENGLISH.RTX two/ab01.txt one/ab01.txt
refuses 1 'ENGLISH.RTX: no entry fits zz\*; reliquary list shows what is there' "$tool" rm ENGLISH.RTX 'zz*'
same ENGLISH.RTX $game/ENGLISH.RTX

# A line gets its text and then its voice; a glob removes both. Of numbers a glob removes the last first.
cp out-ENGLISH.RTX/dm01.wav new1.wav
"$tool" put -q ENGLISH.RTX new1.txt new1.wav
prints 'entries  *17, 13 of them with a voice' "$tool" info ENGLISH.RTX
"$tool" extract -q ENGLISH.RTX 'new1.*' -o line
same line/new1.wav out-ENGLISH.RTX/dm01.wav
same line/new1.txt words.txt
prints '^removed 2 from ENGLISH.RTX$' "$tool" rm ENGLISH.RTX 'new1.*'
same ENGLISH.RTX $game/ENGLISH.RTX
cp 127.png 128.png
"$tool" put -q QUAY.FNT 127.png 128.png
"$tool" rm -q QUAY.FNT 128.png 127.png
same QUAY.FNT $game/fonts/QUAY.FNT
"$tool" rm -q MAIN.SFX '*.wav'
prints 'effects  *0:' "$tool" info MAIN.SFX

# What can't be is refused with the reason, and nothing is written.
nothing() { # file, name, words
    local name source=out-TEXBSI.302/D02001.png
    name=$(basename "$1")
    cp "$game/$1" "$name"
    case $2 in *.txt) source=words.txt ;; *.wav) source=new1.wav ;; esac
    exits 2 "$tool" put "$name" $source --as "$2"
    printf 'reliquary: %s: %s: %s\n' $source "${2%.*}" "$3" | same - err.txt
    same "$name" "$game/$1"
}
nothing fxart/TEXBSI.302 D03001.png \
    'no such image here, and no name for a new one: that is D02 and three digits'
nothing fxart/TEXBSI.302 D02000.png 'is animated here: its frames are D02000_00 to D02000_07'
nothing fxart/TEXBSI.302 D02000_08.png \
    'no such image here; one frame of an animated image is NAME_00, NAME_01 ...'
nothing system/ICONS.GXA 008.png 'no picture of that number: there are 7, and a new one is 007'
nothing sound/MAIN.SFX 011.wav \
    'no such effect: the name is a number below 10, and a new one is 010'
nothing ENGLISH.RTX abcde.txt \
    'no such entry, and no tag for a new one: that is four letters, digits or signs, and no blank'
nothing ENGLISH.RTX new1.wav 'no such entry: a new line gets its text first, new1.txt'
nothing fonts/QUAY.FNT 128.png 'no such glyph: there are 032 to 126, and a new one is 127'
refuses 2 'MAIN.SFX: 003: only the last effect, 009, can go: the others are known by their number' \
    "$tool" rm MAIN.SFX 003.wav
refuses 2 'D02000_00: is one frame of an animated image: D02000.png removes all of it' \
    "$tool" rm TEXBSI.302 D02000_00.png
refuses 2 '^reliquary: SKY001.BSI: bsi: is not an archive' "$tool" rm SKY001.BSI SKY001.png
same MAIN.SFX $game/sound/MAIN.SFX
same TEXBSI.302 $game/fxart/TEXBSI.302

# Colours that have to be matched need a palette. Where none is found, the message says how to give one.
python3 - <<'PY'
import struct, zlib

def chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

with open('true.png', 'wb') as out:
    out.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 2, 0, 0, 0))
              + chunk(b'IDAT', zlib.compress(b'\0\x10\x20\x30')) + chunk(b'IEND', b''))
PY
refuses 2 '; --palette names one, --game a folder of the game that has it$' \
    "$tool" put TEXBSI.302 true.png --as D02064.png
same TEXBSI.302 $game/fxart/TEXBSI.302
"$tool" put -q TEXBSI.302 true.png --as D02064.png --game $game
"$tool" put -q TEXBSI.302 true.png --as D02065.png --palette $game/3dart/ART_PAL.COL
prints 'images  *24,' "$tool" info TEXBSI.302
