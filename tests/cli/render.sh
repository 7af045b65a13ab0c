# Pictures of models, maps, areas and walkmeshes.
"$tool" demo d -q
kotor=d/kotor
redguard=d/redguard

# size FILE: width and height out of the header of a PNG.
size() {
    python3 -c 'import struct, sys
data = open(sys.argv[1], "rb").read(24)
assert data[:8] == b"\x89PNG\r\n\x1a\n"
print("%dx%d" % struct.unpack(">II", data[16:24]))' "$1"
}

# Everything that has a scene; twice the same.
for file in $kotor/override/demo_guard.mdl $kotor/override/demo01_hall.wok $kotor/override/demo01.lyt \
    $redguard/fxart/HOUSE.3D $redguard/fxart/FIGURE.3DC $redguard/fxart/ISLAND.ROB \
    $redguard/maps/ISLAND.RGM $redguard/maps/ISLAND.WLD; do
    name=${file##*/}
    "$tool" render "$file" -o "$name.png" --size 64x48
    "$tool" render "$file" -o "$name.again.png" --size 64x48
    same "$name.png" "$name.again.png"
    equal "$(size "$name.png")" 64x48
done

"$tool" render $kotor/override/demo_guard.mdl -o usual.png
equal "$(size usual.png)" 640x480
"$tool" render $kotor/override/demo_guard.mdl --size 100 -o square.png
equal "$(size square.png)" 100x100
# A name that the game has, in place of a path; the area of a module; the map of a world.
"$tool" render demo_guard.mdl --game $kotor --size 64x48 -o named.png
same named.png demo_guard.mdl.png
"$tool" render --module demo01 --game $kotor --size 64x48 -o module.png
same module.png demo01.lyt.png
"$tool" render --world 0 --game $redguard --size 64x48 -o world.png
equal "$(size world.png)" 64x48
"$tool" render $kotor/override/demo_guard.mdl --size 64x48 -o - >piped.png
same piped.png demo_guard.mdl.png
# Each option changes the picture.
guard="$kotor/override/demo_guard.mdl --size 64x48"
"$tool" render $guard --angle -40.5,5 -o angle.png
"$tool" render $guard --background 202830 -o plain.png
"$tool" render $guard --animation walk -o walk.png
"$tool" render $guard --animation WALK --frame 3 -o step.png
differ angle.png demo_guard.mdl.png
differ plain.png demo_guard.mdl.png
differ step.png walk.png
"$tool" render $redguard/fxart/FIGURE.3DC --size 64x48 --frame 2 -o frame.png
differ frame.png FIGURE.3DC.png

# Degrees: each digit of a fraction counts, before and behind the point; the usual ones are 30 round and 20 up.
drawn() { # name, --angle
    exits 0 "$tool" render $guard "--angle=$2" -o "$1.png" --force
}
drawn usual_angle 30,20
same usual_angle.png demo_guard.mdl.png
drawn one 12.5
for other in 12 13 12.05 -12.5; do
    drawn other $other
    differ other.png one.png
done
for like in 12.50 0012.5,20.0; do
    drawn other $like
    same other.png one.png
done
drawn one 12.25,-30.75
for other in 12.52,-30.75 12.25,-30.57 12.25,30.75 12.25,-30.7; do
    drawn other $other
    differ other.png one.png
done
drawn whole 12
for like in 12. 12.000000; do
    drawn other $like
    same other.png whole.png
done
# Up to four digits before the point, nine letters in all; ten times round, and straight up and down.
for angle in 1234.5678 3600 0,90 -3600,-90.0; do
    drawn other $angle
done
for bad in 12345 1234.56789 0,12345 -. 1.2.3 30,20, ',20' ' 1'; do
    refuses 2 "^reliquary: --angle takes degrees round and up as 30,20, not $bad\$" \
        "$tool" render $guard "--angle=$bad" -o no.png
done
for bad in 0,90.1 0,-90.1 0,91 3600.1 -3600.1 3601; do
    refuses 2 'up by -90 to 90' "$tool" render $guard "--angle=$bad" -o no.png
done

# The background is red, green and blue, in digits of both cases: the first pixel of a PNG stands as it is, because
# the filters of its row add nothing to it.
first_pixel() {
    python3 - "$1" <<'PY'
import struct, sys, zlib
data, at, body, table, alpha = open(sys.argv[1], "rb").read(), 8, b"", b"", b""
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at : at + 8])
    part = data[at + 8 : at + 8 + size]
    if kind == b"IHDR":
        depth, color = part[8], part[9]
    elif kind == b"IDAT":
        body += part
    elif kind == b"PLTE":
        table = part
    elif kind == b"tRNS":
        alpha = part
    at += size + 12
row = zlib.decompress(body)
assert depth == 8 and color in (2, 3, 6), (depth, color)
if color == 3:
    pixel = table[row[1] * 3 : row[1] * 3 + 3] + (alpha[row[1] : row[1] + 1] or b"\xff")
else:
    pixel = row[1:5] if color == 6 else row[1:4] + b"\xff"
print(pixel.hex())
PY
}
equal "$(first_pixel demo_guard.mdl.png | tail -c 3)" 00
for color in 0c1B2f FFffFF 000000 0a0B0C; do
    exits 0 "$tool" render $guard --background $color -o back.png --force
    equal "$(first_pixel back.png)" "$(echo ${color}ff | tr A-F a-f)"
done
for bad in 12345 1234567 '' 12345g; do
    refuses 2 "^reliquary: --background takes a colour as RRGGBB, such as 202830, not $bad\$" \
        "$tool" render $guard "--background=$bad" -o no.png
done

# Sizes: the last that is drawn, and the next. A file at hand comes before one of the game that has its name.
for wanted in 1 4096x1 1X4096 00064; do
    "$tool" render $kotor/override/demo_guard.mdl --size $wanted -o size.png --force
    equal "$(size size.png)" "$(python3 -c 'import sys
w, _, h = sys.argv[1].lower().partition("x")
print("%dx%d" % (int(w), int(h or w)))' $wanted)"
done
for bad in 4097x1 1x4097 4097 99999x1; do
    refuses 2 '1 to 4096 pixels a side' "$tool" render $kotor/override/demo_guard.mdl --size $bad -o no.png
done
for bad in 100000x1 1x100000 5xx5 5x5x 1x0; do
    refuses 2 "^reliquary: --size takes a width and height as 640x480, or one number, not $bad\$" \
        "$tool" render $guard "--size=$bad" -o no.png
done
cp $kotor/override/demo_door.mdl demo_guard.mdl
cp $kotor/override/demo_door.mdx demo_guard.mdx
"$tool" render demo_guard.mdl --game $kotor --size 64x48 -o athand.png
differ athand.png named.png
rm demo_guard.md?

# Frames from 0 on; the last one, as its message says, and the next.
exits 2 "$tool" render $guard --animation walk --frame 9999 -o no.png
frames=$(sed 's/.* has \([0-9]*\) frames.*/\1/' err.txt)
exits 0 "$tool" render $guard --animation walk --frame $((frames - 1)) -o last.png
refuses 2 "the animation walk has $frames frames, from 0 on, and no frame $frames\$" \
    "$tool" render $guard --animation walk --frame "$frames" -o no.png
exits 0 "$tool" render $guard --animation walk --frame 0 -o frame0.png
same frame0.png walk.png

refuses 2 'render needs -o, the picture to write' "$tool" render $kotor/override/demo_guard.mdl
refuses 2 'render needs a file' "$tool" render --game $kotor -o no.png
for bad in 0 0x5 5x 5x0 99999999999 -3 axb; do
    refuses 2 "--size takes a width and height as 640x480, or one number, not $bad" "$tool" render $guard --size=$bad -o no.png
done
refuses 2 '1 to 4096 pixels a side, not 5000x5000' "$tool" render $kotor/override/demo_guard.mdl --size 5000 -o no.png
for bad in x 1,2,3 12345 1..2 .5 1,; do
    refuses 2 "--angle takes degrees round and up as 30,20, not $bad" "$tool" render $guard --angle=$bad -o no.png
done
refuses 2 'up by -90 to 90' "$tool" render $guard --angle 0,91 -o no.png
refuses 2 '--background takes a colour as RRGGBB' "$tool" render $guard --background red -o no.png
refuses 2 'there is no animation fly, but walk, pause1' "$tool" render $guard --animation fly -o no.png
refuses 2 'the animation walk has .* frames, from 0 on, and no frame 9999' "$tool" render $guard --animation walk --frame 9999 -o no.png
refuses 2 'only models, maps, areas and walkmeshes can be drawn' "$tool" render $kotor/override/demo_items.2da -o no.png
refuses 4 'usual.png' "$tool" render $kotor/override/demo_guard.mdl -o usual.png
refuses 3 'nothing.mdl' "$tool" render nothing.mdl --game $kotor -o no.png
absent no.png
