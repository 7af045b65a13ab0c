# Pictures and sounds against each other, number by number, and texts that are cut for a line.
wave() { # file, channels, samples as Python
    python3 - "$@" <<'PY'
import struct, sys
name, channels, samples = sys.argv[1], int(sys.argv[2]), eval(sys.argv[3])
data = struct.pack(f"<{len(samples)}h", *samples)
fmt = struct.pack("<HHIIHH", 1, channels, 1000, 2000 * channels, 2 * channels, 16)
body = b"WAVEfmt " + struct.pack("<I", 16) + fmt + b"data" + struct.pack("<I", len(data)) + data
open(name, "wb").write(b"RIFF" + struct.pack("<I", len(body)) + body)
PY
}
# One sample of 1,000 a second differs, the first, the last, and those around 512, of which a block is made.
wave plain.wav 1 '[0] * 1100'
for at in 0 1 511 512 1023 1024 1099; do
    wave other.wav 1 "[0] * $at + [1] + [0] * (1099 - $at)"
    exits 1 "$tool" diff plain.wav other.wav
    equal "$(cat out.txt)" "sound: differs from $((at / 1000)).$(printf '%03d' $((at % 1000))) s on"
done
# Two channels: the right one of a frame.
wave plain2.wav 2 '[0] * 1200'
for at in 0 511 512; do
    for side in 0 1; do
        wave other.wav 2 "[0] * ($at * 2 + $side) + [1] + [0] * (1199 - $at * 2 - $side)"
        exits 1 "$tool" diff plain2.wav other.wav
        equal "$(cat out.txt)" "sound: differs from 0.$(printf '%03d' "$at") s on"
    done
done
# What is longer and the same before its end, by one frame and by many; the same in another number of channels.
for size in 1099 1101 2000 1; do
    wave other.wav 1 "[0] * $size"
    exits 1 "$tool" diff plain.wav other.wav
    equal "$(sed -n 1p out.txt)" "sound: 1.100 s, 1000 Hz, 1 channels -> $((size / 1000)).$(printf '%03d' \
        $((size % 1000))) s, 1000 Hz, 1 channels"
    lacks out.txt 'differs'
done
wave other.wav 1 "[0] * 600 + [1] + [0] * 800"
exits 1 "$tool" diff plain.wav other.wav
has out.txt '^sound: 1.100 s, 1000 Hz, 1 channels -> 1.401 s, 1000 Hz, 1 channels$'
has out.txt '^sound: differs from 0.600 s on$'
exits 1 "$tool" diff plain.wav plain2.wav
equal "$(sed -n 1p out.txt)" 'sound: 1.100 s, 1000 Hz, 1 channels -> 0.600 s, 1000 Hz, 2 channels'
lacks out.txt 'differs'
exits 0 "$tool" diff plain.wav plain.wav
equal "$(cat out.txt)" ''

# Pictures of 2 by 2 pixels: TGA, the lowest row first, blue, green, red, alpha.
picture() { # file, bytes in hex
    python3 - "$@" <<'PY'
import struct, sys
head = struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, 2, 2, 32, 8)
open(sys.argv[1], "wb").write(head + bytes.fromhex(sys.argv[2]))
PY
}
shown() { # the pixels of d.png, the highest row first, as red, green, blue
    "$tool" convert -q d.png --to tga -o d.tga -f
    python3 - <<'PY'
data = open("d.tga", "rb").read()
depth = data[16] // 8
assert data[2] == 2 and data[12:16] == bytes((2, 0, 2, 0)), data[:18]
rows = [data[18 + y * 2 * depth : 18 + (y + 1) * 2 * depth] for y in range(2)]
if not data[17] & 32:
    rows.reverse()
print(" ".join(row[x * depth : x * depth + 3][::-1].hex() for row in rows for x in range(2)))
PY
}
picture a.tga 00000000000000000000000000000000
# By 10 in blue, 20 in red, 30 in green, 40 in alpha: of 40 as the most, 255 / 40 of each: 63, 127, 191; alpha is grey.
picture b.tga 0a000000000014000000001e1e000028
exits 1 "$tool" diff a.tga b.tga -o d.png
# 10 * log10(255^2 / ((10^2 + 20^2 + 30^2 + 30^2 + 40^2) / 16)) = 26.17
equal "$(sed -n 1p out.txt)" 'picture: 4 of 4 pixels differ, PSNR 24.26 dB'
equal "$(shown)" 'bfbfbf ffffff 00003f 7f0000'
# The largest difference is as bright as can be, also one of 1, and one of all there is.
picture b.tga 00000000000001000000000000000000
exits 1 "$tool" diff a.tga b.tga -o d.png --force
equal "$(sed -n 1p out.txt)" 'picture: 1 of 4 pixels differ, PSNR 60.17 dB'
equal "$(shown)" '000000 000000 000000 ff0000'
picture b.tga 00000000000000ff0000000000ff0000
exits 1 "$tool" diff a.tga b.tga -o d.png --force
equal "$(sed -n 1p out.txt)" 'picture: 2 of 4 pixels differ, PSNR 9.03 dB'
equal "$(shown)" '000000 00ff00 000000 ffffff'

# A text is cut behind 116 letters, its quotes among them. Where one of two is as long as that, what they have in
# common is left out but for 20 letters before the difference, when it is 40 letters or more.
python3 - "$tool" <<'PY'
import subprocess, sys

def inside(byte):
    return byte & 0xC0 == 0x80

def shown(text, at):
    part, rest = text[at : at + 116], text[at + 116 :]
    while rest and inside(rest[0]): # of a letter all bytes are shown, or none
        part, rest = part[:-1], part[-1:] + rest
    return ("..." if at else "") + part.decode() + ("..." if rest else "")

def check(a, b):
    for name, value in (("a.ini", a), ("b.ini", b)):
        open(name, "w", encoding="cp437").write(f"[s]\nkey={value}\n")
    a, b, same = f'"{a}"'.encode(), f'"{b}"'.encode(), 0
    while a[same] == b[same]:
        same += 1
    at = same - 20 if same >= 40 and max(len(a), len(b)) >= 116 else 0
    while inside(a[at]):
        at -= 1
    done = subprocess.run([sys.argv[1], "diff", "a.ini", "b.ini"], capture_output=True, encoding="utf-8")
    assert done.returncode == 1, done
    wanted = f"s/key: {shown(a, at)} -> {shown(b, at)}\n"
    assert done.stdout == wanted, (done.stdout, wanted)

letters = "".join(chr(97 + i % 26) for i in range(400))
for size in (1, 112, 113, 114, 115, 300):
    check("A" + letters[:size], "B" + letters[:size])
    check("A" + letters[:size], "B")
for same in (38, 39, 40):
    for size in (113 - same, 114 - same, 200):
        check(letters[:same] + "A" * size, letters[:same] + "B")
        check(letters[:same] + "A", letters[:same] + "B" * size)
# Letters of two and three bytes before the difference, and at the end of what is shown.
for letter in ("\u0398", "\u2500"):
    for before in ("", "x", "xx"):
        check(letter * 30 + before + "A" * 90, letter * 30 + before + "B" * 90)
        check("A" + before + letter * 70, "B" + before + letter * 70)
PY
# Of several blanks one is shown.
printf '[s]\nkey=a   b  c d\n' >a.ini
printf '[s]\nkey=a   b  c e\n' >b.ini
exits 1 "$tool" diff a.ini b.ini
equal "$(cat out.txt)" 's/key: "a b c d" -> "a b c e"'

# A model is its two files: of two whose second file alone differs, one differs; without it nothing is said of it.
"$tool" demo -q d
mkdir l r
for side in l r; do cp d/kotor/override/demo_guard.md? $side; done
exits 0 "$tool" diff l r
equal "$(cat out.txt)" '0 files differ, 0 only in l, 0 only in r, 1 the same'
python3 - <<'PY'
data = bytearray(open("r/demo_guard.mdx", "rb").read())
data[2] ^= 1
open("r/demo_guard.mdx", "wb").write(data)
PY
exits 1 "$tool" diff l r
has out.txt '^demo_guard.mdl: .* -> '
has out.txt '^1 files differ, 0 only in l, 0 only in r, 0 the same$'
count=$(grep -c '^demo_guard.mdl: ' out.txt)
exits 1 "$tool" diff l r --stat
equal "$(sed -n 1p out.txt)" "$(printf '%6d  demo_guard.mdl' "$count")"
exits 1 "$tool" diff l/demo_guard.mdl r/demo_guard.mdl
counts "$count" out.txt ' -> '
# Many files: those that differ, that one side lacks and that are the same are counted apart.
for n in 1 2 3; do printf '%s' "$n" >l/same$n.txt; done
cp l/same*.txt r
for n in 1 2; do
    printf a >l/other$n.txt
    printf bb >r/other$n.txt
done
for n in 1 2 3 4; do printf x >l/left$n.txt; done
for n in 1 2 3 4 5; do printf x >r/right$n.txt; done
exits 1 "$tool" diff l r -q
counts 4 out.txt '^only in l: left[1-4].txt$'
counts 5 out.txt '^only in r: right[1-5].txt$'
counts 2 out.txt '^other[12].txt: bytes: 1 bytes -> 2 bytes$'
exits 1 "$tool" diff l r
equal "$(sed -n '$p' out.txt)" '3 files differ, 4 only in l, 5 only in r, 3 the same'
exits 1 "$tool" diff r l
equal "$(sed -n '$p' out.txt)" '3 files differ, 5 only in r, 4 only in l, 3 the same'
