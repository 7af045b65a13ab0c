# Pictures out as PNG and in again: the same file, for every format that takes them.
tool=$RELIQUARY
"$tool" demo -q demo

for file in fxart/TEXBSI.302 fxart/TEXBSI.009 fxart/SKY001.BSI system/ICONS.GXA system/ICONSS.GXA \
    system/HARBOUR.GXA system/SKYDAY.GXA system/SKY_61.PCX system/pointers.bmp system/gui.lbm; do
    name=$(basename "$file")
    cp "demo/redguard/$file" "$name"
    "$tool" convert -q "$name" --to png -o "open-$name"
    find "open-$name" -name '*.png' | sort | while read -r png; do
        "$tool" put -q "$name" "$png"
    done
    cmp "$name" "demo/redguard/$file"
done

# A picture of another size goes in and comes out.
"$tool" put -q ICONS.GXA open-HARBOUR.GXA/HARBOUR.png --as 003.png
"$tool" convert -q ICONS.GXA --to png -o changed
cmp changed/ICONS/003.png open-HARBOUR.GXA/HARBOUR.png
cmp changed/ICONS/004.png open-ICONS.GXA/ICONS/004.png

# Textures: out as PNG and in again is the same file, whatever it holds.
for file in demo/kotor/override/demo_*.tpc demo/kotor/override/demo_*.tga \
    demo/kotor/override/demo_*.dds; do
    name=$(basename "$file")
    case $name in demo_std_565.dds) continue ;; esac # masks of this kind take no pictures
    cp "$file" "$name"
    "$tool" convert -q "$name" -o "shown-$name.png"
    "$tool" put -q "$name" "shown-$name.png"
    cmp "$name" "$file"
done

# A texture and its text stay together: out beside the picture, and in again.
"$tool" convert -q demo/kotor/override/demo_crest.tpc -o crest.png
printf 'blending punchthrough\r\ndecal 1\r\n' | cmp - crest.txi
"$tool" convert crest.png --to tpc -o crest.tpc 2>said >/dev/null
grep -q 'crest.png: takes its text along: crest.txi' said
"$tool" info crest.tpc | grep -q 'txi  *32 bytes'
"$tool" convert -q demo/kotor/override/demo_crest.tpc -o - >one.png 2>said
cmp one.png crest.png
grep -q 'lost: its text' said
printf 'cube 1\r\n' >other.txi
"$tool" convert -q crest.png --to tpc --txi other.txi -o other.tpc
"$tool" info other.tpc | grep -q 'txi  *8 bytes'

# Blocks go from TPC to DDS and back as they are.
"$tool" convert -q demo/kotor/override/demo_panel.tpc --to dds -o panel.dds
"$tool" convert -q panel.dds --to tpc -o panel.tpc
cmp panel.tpc demo/kotor/override/demo_panel.tpc

# Every encoding, and what is not packed comes back as it was.
for encoding in dxt1 dxt5 grey rgb rgba swizzled; do
    "$tool" convert -q crest.png --to tpc --encoding $encoding -o "as-$encoding.tpc"
    "$tool" verify -q "as-$encoding.tpc"
done
for encoding in rgba swizzled; do
    "$tool" convert -q as-$encoding.tpc -o as-$encoding.png
    cmp as-$encoding.png crest.png
done
"$tool" convert -q crest.png --to tpc --no-mips -o small.tpc
"$tool" info small.tpc | grep -q 'levels  *1$'

# A folder at once, PNG among it; and every kind into every other.
mkdir many
cp crest.png demo/kotor/override/demo_true32.tga demo/kotor/override/demo_bio_dxt5.dds \
    demo/kotor/override/demo_glass.tpc many
for kind in tga tpc dds; do
    "$tool" convert -q many --to $kind -o many-$kind
    [ "$(find many-$kind -name "*.$kind" | wc -l)" = 4 ]
    "$tool" verify -q many-$kind/*.$kind
done
"$tool" convert -q demo/redguard/system/SKY_61.PCX --to tga -o sky.tga
"$tool" convert -q sky.tga -o sky.png
"$tool" convert -q demo/redguard/system/SKY_61.PCX -o sky-first.png
"$tool" info sky.tga | grep -q 'true colour, 24 bits'

# What can't be says why.
refused() { # what it says, then the command
    local why=$1
    shift
    if "$tool" convert -q "$@" 2>said; then
        exit 1
    fi
    grep -q "$why" said
}
"$tool" convert -q demo/redguard/fonts/QUAY.FNT --to png -o odd.png
refused 'powers of two' odd.png --to tpc -o odd.tpc
refused 'dxt1 dxt5, not rgb' crest.png --to dds --encoding rgb -o x.dds
refused 'are for --to tpc, tga and dds' crest.tpc --to png --no-mips -o x.png
