# Tasks of the README with the program of the zip, under wine. What a picture, a sound or a model has to be is
# known from the demo, which writes the same bytes on every system, and from the tool's own refusals.
prints 'libdeflate, PNG reading, LZMA, MP3 decoding, all code pages' "$tool" --version
exits 0 "$tool" demo -q demo
mod=demo/kotor/modules/demo01.mod

# What is in a module, and in one creature of it.
prints 'guard\.utc' "$tool" list $mod '*.utc'
lacks out.txt '\.dlg'
exits 0 "$tool" extract -q $mod '*.utc' -o work
prints 'guard' "$tool" info work

# Every field as text, an edit, and back.
exits 0 "$tool" json work/guard.utc -o guard.json
exits 0 "$tool" build guard.json -o again.utc
same again.utc work/guard.utc
sed 's/"guard"/"sentry"/' guard.json >sentry.json
exits 0 "$tool" build sentry.json -o sentry.utc
exits 1 "$tool" diff work/guard.utc sentry.utc
has out.txt 'sentry'

# Into the module again.
exits 0 "$tool" put -q $mod sentry.utc
prints 'sentry\.utc' "$tool" list $mod 'sentry*'

# A saved game.
slot="demo/kotor/saves/000002 - Game1"
prints '^credits  *318' "$tool" save show "$slot" --game demo/kotor
exits 0 "$tool" save set "$slot" gold=5000
prints '^credits  *5000' "$tool" save show "$slot" --game demo/kotor
exits 0 "$tool" save restore "$slot"
prints '^credits  *318' "$tool" save show "$slot" --game demo/kotor

# Models and maps as GLB: the header of glTF 2.0 is "glTF", version 2 and the file's own size.
glb() {
    equal "$(head -c 8 "$1" | od -An -tx1 | tr -d ' ')" 676c544602000000
    equal "$(od -An -tu4 -j8 -N4 "$1" | tr -d ' ')" "$(stat -c %s "$1")"
}
exits 0 "$tool" convert -q demo/kotor/override/demo_guard.mdl -o guard.glb
glb guard.glb
exits 0 "$tool" convert -q demo/redguard/maps/ISLAND.RGM -o island.glb
glb island.glb

# A picture of a bank, repainted: PNG is read. Unchanged pixels change nothing.
palette=demo/redguard/fxart/ART_PAL.COL
if [ ! -f $palette ]; then palette=$(find demo/redguard -iname 'ART_PAL.COL' | head -1); fi
exits 0 "$tool" convert -q demo/redguard/fxart/TEXBSI.302 --palette "$palette" -o shown
cp demo/redguard/fxart/TEXBSI.302 TEXBSI.302
png=$(find shown -name '*.png' | LC_ALL=C sort | head -1)
exits 0 "$tool" put -q TEXBSI.302 "$png" --palette "$palette"
same TEXBSI.302 demo/redguard/fxart/TEXBSI.302

# PNG to TPC and back: the same pixels, as nothing is lost in rgba.
tpc=$(find demo/kotor -name 'demo_crest.tpc' | head -1)
exits 0 "$tool" convert -q "$tpc" --to png -o crest.png
exits 0 "$tool" convert -q crest.png --to tpc --encoding rgba -o crest.tpc
prints 'tpc' "$tool" info crest.tpc
exits 0 "$tool" convert -q crest.tpc --to png -o second.png
same crest.png second.png

# BZF needs liblzma.
prints '[a-z]' "$tool" list demo/kotor/data/talk.bzf
exits 0 "$tool" extract -q demo/kotor/data/talk.bzf -o talk

# A voice: 32 kbit/s at 32000 Hz are 144 bytes a frame, so the 8698 bytes are 60 frames behind a header of 58. Layer III
# of MPEG 1 has 1152 samples a frame; each is two bytes behind a header of 44.
equal "$(stat -c %s demo/kotor/streamwaves/demo_voice.wav)" $((58 + 60 * 144))
exits 0 "$tool" convert -q demo/kotor/streamwaves/demo_voice.wav -o voice.wav
equal "$(stat -c %s voice.wav)" $((44 + 2 * 60 * 1152))
prints 'PCM, 32000 Hz, 1 channels, 16 bits' "$tool" info voice.wav

# Scripts of both games.
exits 0 "$tool" decompile -q demo/redguard/maps/ISLAND.RGM -o scripts
cp demo/redguard/maps/ISLAND.RGM map.RGM
exits 0 "$tool" compile -q scripts -o map.RGM --force
same map.RGM demo/redguard/maps/ISLAND.RGM
echo 'void main() { PrintString("hello"); }' >hello.nss
exits 0 "$tool" compile -q hello.nss --game-version k1 -o hello.ncs
equal "$(head -c 8 hello.ncs)" "NCS V1.0"

# A whole game as open files, and the proof.
exits 0 "$tool" convert -q demo/redguard -o open
exists open/index.html
exits 0 "$tool" verify -q demo/kotor demo/redguard
exits 0 "$tool" verify -q --through json demo/kotor/modules
