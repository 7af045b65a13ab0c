# Lists that are cut, counts, and what is named of many: the last that is shown, and one more.
"$tool" demo -q d
kotor=d/kotor
guard=$kotor/override/demo_guard

# What was passed over, the most first, those of one number in their order: six kinds are named, the rest by three dots.
# A kind is an extension in any case of letters; one of more than 11 letters is cut.
mkdir odd
cp $kotor/override/demo_blade.tpc odd/a.tpc
for n in 1 2 3; do printf x >odd/$n.two; done
printf x >odd/4.TWO
for n in 1 2; do printf x >odd/plain$n; done
printf x >odd/1.abcdefghijklm
for name in b c d; do printf x >odd/1.x$name; done
exits 0 "$tool" convert odd --to png -o out1 --no-gallery
counts 1 out.txt '^made a.png, a.txi in out1; 10 inputs are of no known format, or can.t become that: 4 .[tT][wW][oO], 2 without extension, 1 .abcdefghijk, 1 .xb, 1 .xc, 1 .xd$'
printf x >odd/1.xe
exits 0 "$tool" convert odd --to png -o out2 --no-gallery
has out.txt ', 1 .xb, 1 .xc, 1 .xd ...$'
lacks out.txt 'xe'
# 40 kinds have a place of their own; what is behind them counts with the last.
mkdir forty
cp odd/a.tpc forty
for n in {10..49}; do printf x >forty/n.k$n; done
exits 0 "$tool" convert forty --to png -o out3 --no-gallery
has out.txt '; 40 inputs are .*: 1 .k10, 1 .k11, 1 .k12, 1 .k13, 1 .k14, 1 .k15 ...$'
printf x >forty/n.k50
exits 0 "$tool" convert forty --to png -o out4 --no-gallery
has out.txt '; 41 inputs are .*: 2 .k50, 1 .k10, 1 .k11, 1 .k12, 1 .k13, 1 .k14 ...$'
printf x >forty/n.k51
exits 0 "$tool" convert forty --to png -o out5 --no-gallery
has out.txt '; 42 inputs are .*: 3 .k51, 1 .k10, '

# Of up to three files that were made the names are told.
mkdir three
cp odd/a.tpc three
cp $kotor/override/demo_stone.tpc three/b.tpc
exits 0 "$tool" convert three --to png -o out6 --no-gallery
equal "$(head -n 1 out.txt)" 'made a.png, a.txi, b.png in out6'
cp three/b.tpc three/c.tpc
exits 0 "$tool" convert three --to png -o out7 --no-gallery
equal "$(head -n 1 out.txt)" 'made 4 files in out7'
equal "$(sed -n 2p out.txt)" 'open out7/index.html to look at them'
exits 0 "$tool" convert three --to png -o out7 --no-gallery --skip-existing
equal "$(head -n 1 out.txt)" 'made 0 files in out7; 4 were there already'
rm out7/b.png
# Textures that are not there, of many models: each once, by name, 30 of them.
# In the demo's figure the name of its texture stands in 32 bytes.
models() { # folder, names of textures of nine letters at most
    local name folder=$1
    shift
    mkdir "$folder"
    for name; do
        cp $guard.mdx "$folder/m_$name.mdx"
        python3 - $guard.mdl "$folder/m_$name.mdl" "$name" <<'PY'
import sys
data = open(sys.argv[1], "rb").read()
old = b"demo_guard".ljust(32, b"\0")
assert old in data
open(sys.argv[2], "wb").write(data.replace(old, sys.argv[3].encode().ljust(32, b"\0")))
PY
    done
}
without() { # what is said besides the names, then how often it is said: those of tex10 to tex39 are shown
    local names
    names=$(printf 'tex%s (texture), ' $(seq 10 "$1"))
    equal "$(cat err.txt)" "reliquary: not found, so left out: ${names%, }$2"
}
models some $(for n in {40..10}; do echo "tex$n"; done)
# One asks for two textures, and two for the same.
cp $kotor/override/demo_panel.tpc some/demo_panel.tpc
cp some/m_tex12.mdl some/twice.mdl
cp some/m_tex12.mdx some/twice.mdx
exits 0 "$tool" convert some --to glb -o glb31 --no-gallery
without 39 ' and 1 more'
has out.txt '^made 32 files in glb31'
rm some/m_tex40.md?
exits 0 "$tool" convert some --to glb -o glb30 --no-gallery
without 39 ''
rm some/m_tex39.md?
exits 0 "$tool" convert some --to glb -o glb29 --no-gallery
without 38 ''
exits 0 "$tool" convert some --to glb -o quiet --no-gallery -q
equal "$(cat out.txt err.txt)" ''
# Of files that are named alone no folder is the game; where the other texture is not there either, it comes first.
mkdir few
mv some/m_tex1[01].md? few
exits 0 "$tool" convert few/m_tex10.mdl few/m_tex11.mdl --to glb -o glb2 --no-gallery
equal "$(cat err.txt)" "reliquary: not found, so left out: demo_panel (texture), tex10 (texture), tex11 (texture); --game \
names the folder of the game"
exits 0 "$tool" convert few/m_tex10.mdl -o one.glb
has err.txt '^reliquary: few/m_tex10.mdl: not found, so left out: tex10 (texture), demo_panel (texture)$'

# What a name without extension might be: as many names as 199 letters hold, each whole.
fits() { # folder, what is expected of the list
    refuses 1 '^reliquary: a was not found in ' "$tool" find "$1" a
    equal "$(cat err.txt)" "reliquary: a was not found in $1; with an extension there is $2"
}
long=$(printf '%*s' 60 '' | tr ' ' x)
mkdir g1 g2 g3
for folder in g1 g2 g3; do
    for n in 1 2; do printf x >"$folder/a.$n$long"; done
done
# Two names of 63 letters, a comma and a blank: 128. The next comma leaves room for 69 letters.
printf x >"g1/a.3${long}123456"
printf x >"g2/a.3${long}1234567"
printf x >"g3/a.3${long}123456"
printf x >g3/a.4
fits g1 "a.1$long, a.2$long, a.3${long}123456"
fits g2 "a.1$long, a.2$long"
fits g3 "a.1$long, a.2$long, a.3${long}123456"
printf x >g2/a.4
fits g2 "a.1$long, a.2$long, a.4"
printf x >g2/b.1
refuses 1 '^reliquary: ab was not found in g2; reliquary ls lists what is there$' "$tool" find g2 ab
refuses 1 '^reliquary: a.9 was not found in g2; reliquary ls lists what is there$' "$tool" find g2 a.9
exits 1 "$tool" find g2 a.4 a.9 b.1
counts 2 out.txt ''
has out.txt '^\* a.4  '
has out.txt '^\* b.1  '

# The worlds of one map: as many as there is room for, each whole; those that are as one before it are made once.
cp -r d/redguard r
worlds() { # how many entries of WORLD.INI, all of one map
    local n
    echo '[world]'
    for ((n = 0; n < $1; n++)); do
        printf 'world_map[%d]=MAPS\\ISLAND.RGM\nworld_world[%d]=MAPS\\ISLAND.WLD\nworld_palette[%d]=3DART\\ISLAND.COL\n' \
            $n $n $n
    done
}
several() { # the last number that is told
    local list
    list=$(for ((n = 0; n <= $1; n++)); do printf '%d (ISLAND.COL), ' "$n"; done)
    exits 0 "$tool" convert r/maps/ISLAND.RGM --game r -o island.glb --force
    equal "$(grep 'several worlds' err.txt)" "reliquary: r/maps/ISLAND.RGM: is several worlds, the first is shown: ${list%, }\
; --world N or all"
}
worlds 2 >r/WORLD.INI
several 1
worlds 11 >r/WORLD.INI
several 10
worlds 14 >r/WORLD.INI
several 10
worlds 1 >r/WORLD.INI
exits 0 "$tool" convert r/maps/ISLAND.RGM --game r -o island.glb --force
lacks err.txt 'several worlds'
worlds 3 >r/WORLD.INI
exits 0 "$tool" convert r/maps/ISLAND.RGM --game r -o island.glb --force -q
equal "$(cat err.txt)" ''
exits 0 "$tool" convert r/maps/ISLAND.RGM --game r --world all -o times
counts 2 err.txt ' is as world 0, and not made$'
has err.txt ': made once: world 1 is as world 0, and not made$'
has err.txt ': made once: world 2 is as world 0, and not made$'
has out.txt '^made ISLAND.0.glb, ISLAND.0.world.json in times$'

# Textures come from --textures first and from the game then: each place has one of the two.
mkdir t
cp $kotor/override/demo_stone.tpc t/tex10.tpc
lost() { # what is told as missing, then options
    local names=$1
    shift
    exits 0 "$tool" convert few/m_tex10.mdl "$@" -o one.glb --force
    if [ "$names" ]; then
        has err.txt "^reliquary: few/m_tex10.mdl: not found, so left out: $names\$"
    else
        lacks err.txt 'not found'
    fi
}
lost '' --textures t --game $kotor
lost 'demo_panel (texture)' --textures t
lost 'tex10 (texture)' --game $kotor
lost 'tex10 (texture)' --textures $kotor/override
cp few/m_tex10.md? t
exits 0 "$tool" convert t/m_tex10.mdl --game $kotor -o one.glb --force
has err.txt 'tex10 (texture)$'
exits 0 "$tool" convert t/m_tex10.mdl -o one.glb --force
has err.txt 'demo_panel (texture)$'
