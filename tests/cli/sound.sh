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
