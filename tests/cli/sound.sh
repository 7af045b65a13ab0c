# Sounds, dialogue and fonts: out as open files, and back in.
"$tool" demo d -q
game=d/redguard

# Every voice and every text out and in again: the same bytes.
"$tool" convert $game/ENGLISH.RTX -o open -q
cp $game/ENGLISH.RTX back.rtx
"$tool" put back.rtx open/ENGLISH/*.wav open/ENGLISH.csv -q
same back.rtx $game/ENGLISH.RTX
"$tool" convert $game/sound/MAIN.SFX -o open -q
cp $game/sound/MAIN.SFX back.sfx
"$tool" put back.sfx open/MAIN/*.wav -q
same back.sfx $game/sound/MAIN.SFX

# A translation: one text changes, and the file still says so after a round trip.
python3 - <<'PY'
import csv
rows = list(csv.DictReader(open('open/ENGLISH.csv', newline='', encoding='utf-8')))
texts = [r for r in rows if r['text']]
texts[0]['text'] = 'Où est l\'île ?'
with open('french.csv', 'w', newline='', encoding='utf-8') as out:
    writer = csv.DictWriter(out, rows[0].keys())
    writer.writeheader()
    writer.writerows(rows)
PY
"$tool" put back.rtx french.csv -q
"$tool" verify back.rtx --through json -q
"$tool" convert back.rtx --to csv -o new.csv -q
has new.csv 'Où est'
# A letter that the code page has not is refused, and nothing changes.
sed 's/Où/Щ/' french.csv >wrong.csv
cp back.rtx before.rtx
refuses 2 'U+0429 .* is not in cp437' "$tool" put back.rtx wrong.csv
same back.rtx before.rtx

# Names from what is said.
"$tool" convert $game/ENGLISH.RTX --to wav --text-names -o named -q
ls named/ENGLISH >names.txt
has names.txt _

# Fonts: TrueType, BMFont with its atlas.
"$tool" convert $game/fonts/QUAY.FNT -o fonts -q
exists fonts/QUAY.ttf fonts/QUAY.png
has fonts/QUAY.fnt '^info face='

# A new voice of KotOR: the 58 bytes of docs/formats/wav.md and the MP3. A frame of MPEG 1 layer III of 32
# kbit/s at 32000 Hz, mono, has 144 bytes.
for i in 1 2; do
    printf '\xff\xfb\x18\xc4'
    head -c 140 /dev/zero
done >line.mp3
printf '%b' 'RIFF\x32\0\0\0WAVEfmt \x12\0\0\0\x1\0\x1\0\x22\x56\0\0\x22\x56\0\0\x1\0\x8\0\0\0' \
    'fact\x4\0\0\0\0\0\0\0data\0\0\0\0' >header.bin
cat header.bin line.mp3 >expected.wav
"$tool" convert -q line.mp3 --to wav --as voice -o voice.wav
same voice.wav expected.wav
prints 'voice: MP3 behind a RIFF' "$tool" info voice.wav
# An effect: 470 bytes and the RIFF, which comes out again.
"$tool" extract -q $game/sound/MAIN.SFX 003.wav -o .
"$tool" convert -q 003.wav --as sfx -o effect.wav
printf '\xff\xf3\x60\xc4' >expected.wav
head -c 466 /dev/zero >>expected.wav
cat 003.wav >>expected.wav
same effect.wav expected.wav
prints 'sound effect: RIFF behind 470 bytes' "$tool" info effect.wav
"$tool" convert -q effect.wav --to wav --as voice -o plain.wav
same plain.wav 003.wav
refuses 2 '^reliquary: --as knows voice|sfx, not music; see reliquary convert --help$' \
    "$tool" convert line.mp3 --to wav --as music -o x.wav
refuses 2 'it needs --to wav, and one file' "$tool" convert line.mp3 --to json --as voice -o x.json
refuses 2 'it needs --to wav, and one file' "$tool" convert line.mp3 003.wav --to wav --as sfx -o x
refuses 2 'can be made from wav mp3 json, not from this file' \
    "$tool" convert names.txt --to wav --as voice -o x.wav
refuses 4 'is there already' "$tool" convert 003.wav --to wav --as sfx -o effect.wav
absent x x.wav x.json

# An effect of MP3 has its samples: those that --to wav decodes.
corpus=${RELIQUARY_CORPUS:-}/kotor/wav
if [ ! -d "$corpus" ]; then
    skips 'no voices: set RELIQUARY_CORPUS'
elif ! "$tool" --version | grep 'MP3 decoding' >decoding.txt; then
    skips 'built without libmpg123'
else
    voice=$(find "$corpus" -name '*.wav' | LC_ALL=C sort | sed -n 1p)
    "$tool" convert -q "$voice" --to wav -o decoded.wav
    "$tool" convert -q "$voice" --to mp3 -o taken.mp3
    "$tool" convert -q taken.mp3 --to wav --as sfx -o effect2.wav
    tail -c +471 effect2.wav | same - decoded.wav
    "$tool" convert -q taken.mp3 --to wav --as voice -o voice2.wav
    same voice2.wav "$voice"
fi
