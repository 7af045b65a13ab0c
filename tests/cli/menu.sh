# Pages of the menu of Redguard as pictures, subtitles of its movies.
"$tool" demo d -q
game=d/redguard

"$tool" convert $game/MENU.INI --to menu --game $game -o open -q
exists open/MENU/page0.png open/MENU/page4.png
absent open/MENU/page3.png
# Two textures of 256 x 200 beside each other; one alone.
python3 - <<'PY'
import struct
def size(path):
    data = open(path, "rb").read()
    return struct.unpack(">II", data[16:24])
assert size("open/MENU/page0.png") == (512, 200), size("open/MENU/page0.png")
assert size("open/MENU/page4.png") == (256, 200), size("open/MENU/page4.png")
PY

# A menu laid down by hand: no texture, so 320 x 240; "l" of the font is drawn where the text stands.
mkdir -p small/fonts
cp $game/fonts/LOMENU.FNT small/fonts/
printf '[general]\r\nhi_res_menu=0\r\n[page0]\r\ntext_x[0]=%s\r\ntext_y[0]=20\r\ntext[0]=%s\r\njustify[0]=%s\r\n' 100 lll 0 >small/MENU.INI
draw() { # x text justify: the first and last column with ink
    printf '[page0]\ntext_x[0]=%s\ntext_y[0]=20\ntext[0]=%s\njustify[0]=%s\n' "$@" >small/MENU.INI
    "$tool" convert small/MENU.INI --to menu --game small -o drawn -f -q
    "$tool" convert drawn/MENU/page0.png --to tga -o drawn/page.tga -f -q
    python3 - <<'PY'
import struct
data = open("drawn/page.tga", "rb").read()
width, height, bits = struct.unpack("<HHB", data[12:17])
assert (width, height) == (320, 240), (width, height)
step, start = bits // 8, 18 + data[0]
ink = sorted({i % width for i in range(width * height)
              if any(data[start + i * step : start + i * step + 3])})
print(ink[0], ink[-1])
PY
}
read -r left_from left_to < <(draw 100 lll 0)
read -r middle_from middle_to < <(draw 100 lll 1)
read -r right_from right_to < <(draw 100 lll 2)
# Three letters of one advance: centred is moved by half of it, right by all.
equal $((left_to - left_from)) $((middle_to - middle_from))
equal $((left_to - left_from)) $((right_to - right_from))
equal $(((left_from - right_from) / 2)) $((left_from - middle_from))
[ "$right_to" -lt 100 ] || fail "the text ends at $right_to"
[ "$left_from" -ge 100 ] || fail "the text begins at $left_from"

# Subtitles: 15 frames a second without the movie; red, green, blue, first and last frame, text.
"$tool" convert $game/MENU.INI --to srt --game $game -o open -q
printf '1\n00:00:00,000 --> 00:00:06,067\n<font color="#ffff00">Land, at last</font>\n\n2\n00:00:07,000 --> 00:00:10,000\n<font color="#ffffff">The lamp is still lit.</font>\n\n' >expected.srt
same open/MENU/ARRIVAL.srt expected.srt
# With it: 0x10 is milliseconds of a frame, or hundredths of them when negative.
mkdir -p $game/anims
printf 'SMK2\0\0\0\0\0\0\0\0\0\0\0\0\144\0\0\0' >$game/anims/ARRIVAL.SMK
"$tool" convert $game/MENU.INI --to srt --game $game -o open -f -q
has open/MENU/ARRIVAL.srt '^00:00:10,500 --> 00:00:15,000$'
printf 'SMK2\0\0\0\0\0\0\0\0\0\0\0\0\030\374\377\377' >$game/anims/ARRIVAL.SMK
"$tool" convert $game/MENU.INI --to srt --game $game -o open -f -q
has open/MENU/ARRIVAL.srt '^00:00:01,050 --> 00:00:01,500$'

# Other settings have neither.
refuses 2 'no pages of a menu' "$tool" convert $game/KEYS.INI --to menu -o none
refuses 2 'no movie with subtitles' "$tool" convert $game/KEYS.INI --to srt -o none
