# Sounds and voices of KotOR: out of their wrappers, and back in.
"$tool" demo d -q
game=d/kotor

"$tool" convert $game/streamsounds $game/streamwaves -o open -q
for sound in streamsounds/demo_melody.wav streamsounds/demo_effect.wav; do
    cp $game/$sound back.wav
    "$tool" put back.wav open/"$(basename $sound)" -q
    same back.wav $game/$sound
done
cp $game/streamwaves/demo_voice.wav back.wav
"$tool" put back.wav open/demo_voice.mp3 -q
same back.wav $game/streamwaves/demo_voice.wav
tail -c +59 $game/streamwaves/demo_voice.wav | same - open/demo_voice.mp3

# MP3 is decoded where libmpg123 is built in: 60 frames of 1152 samples of 2 bytes, silence.
exits 0 "$tool" --version
if grep -q ', MP3 decoding' out.txt; then
    "$tool" convert $game/streamwaves/demo_voice.wav --to wav -o voice.wav -q
    equal "$(wc -c <voice.wav)" $((44 + 60 * 1152 * 2))
    head -c $((60 * 1152 * 2)) /dev/zero >silence
    tail -c +45 voice.wav | same - silence
else
    refuses 3 mp3 "$tool" convert $game/streamwaves/demo_voice.wav --to wav -o no.wav
    absent no.wav
    skips 'built without libmpg123'
fi

# PCM is not encoded, and that is said.
refuses 3 wav "$tool" convert $game/streamsounds/demo_melody.wav --to mp3 -o no.mp3
absent no.mp3

# A room more: its number follows, all other lines stay.
"$tool" json $game/override/demo01.lyt >lyt.json
sed 's/\["demo01_yard", .*/&["demo01_roof", 1.50, 2, 3e0],/' lyt.json >more.json
"$tool" build more.json -o more.lyt
has more.lyt 'roomcount 4'
has more.lyt '      demo01_roof 1.50 2 3e0'
exits 1 diff $game/override/demo01.lyt more.lyt
counts 3 out.txt '^[<>]'

# The demo has what an installation has: names by default, lips of a module, what all modules share.
for table in '' '--ltr humanf'; do
    exits 0 "$tool" name $game $table --count 3 --seed 1
    counts 3 out.txt ''
done
for archive in lips/demo01_loc.mod rims/global.rim patch.erf texturepacks/swpc_tex_{tpa,gui}.erf; do
    prints '^[1-9][0-9]* entries' "$tool" list $game/$archive
done
has out.txt demo_dial
