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
