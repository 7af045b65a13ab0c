# Sounds and voices of KotOR: out of their wrappers, and back in.
tool=$RELIQUARY
"$tool" demo d -q
game=d/kotor

"$tool" convert $game/streamsounds $game/streamwaves -o open -q
for sound in streamsounds/demo_melody.wav streamsounds/demo_effect.wav; do
    cp $game/$sound back.wav
    "$tool" put back.wav open/"$(basename $sound)" -q
    cmp back.wav $game/$sound
done
cp $game/streamwaves/demo_voice.wav back.wav
"$tool" put back.wav open/demo_voice.mp3 -q
cmp back.wav $game/streamwaves/demo_voice.wav
tail -c +59 $game/streamwaves/demo_voice.wav | cmp - open/demo_voice.mp3

# MP3 is decoded where libmpg123 is built in: 60 frames of 1152 samples of 2 bytes, silence.
if "$tool" --version | grep -q ', MP3 decoding'; then
    "$tool" convert $game/streamwaves/demo_voice.wav --to wav -o voice.wav -q
    [ "$(wc -c <voice.wav)" = $((44 + 60 * 1152 * 2)) ]
    tail -c +45 voice.wav | cmp - <(head -c $((60 * 1152 * 2)) /dev/zero)
else
    code=0; "$tool" convert $game/streamwaves/demo_voice.wav --to wav -o no.wav 2>err.txt || code=$?
    [ $code != 0 ] && grep -q mp3 err.txt && [ ! -e no.wav ]
fi

# PCM is not encoded, and that is said.
code=0; "$tool" convert $game/streamsounds/demo_melody.wav --to mp3 -o no.mp3 2>err.txt || code=$?
[ $code != 0 ] && grep -q wav err.txt && [ ! -e no.mp3 ]

# A room more: its number follows, all other lines stay.
"$tool" json $game/override/demo01.lyt >lyt.json
sed 's/\["demo01_yard", .*/&["demo01_roof", 1.50, 2, 3e0],/' lyt.json >more.json
"$tool" build more.json -o more.lyt
grep -q 'roomcount 4' more.lyt
grep -q '      demo01_roof 1.50 2 3e0' more.lyt
[ "$(diff $game/override/demo01.lyt more.lyt | grep -c '^[<>]')" = 3 ]

# The demo has what an installation has: names by default, lips of a module, what all modules share.
[ "$("$tool" name $game --count 3 --seed 1 | wc -l)" = 3 ]
[ "$("$tool" name $game --ltr humanf --count 3 --seed 1 | wc -l)" = 3 ]
for archive in lips/demo01_loc.mod rims/global.rim patch.erf texturepacks/swpc_tex_{tpa,gui}.erf; do
    "$tool" list $game/$archive >list.txt
    [ -s list.txt ]
done
grep -q 'demo_dial' list.txt
