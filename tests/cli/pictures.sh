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
