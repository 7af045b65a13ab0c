# Saved games as text: lines of a list, widths, several maps and worlds.
"$tool" demo -q d
slot="s/000002 - Game1"
mkdir s
cp -r "d/kotor/saves/000002 - Game1" s

# Words of a list are filled into lines of 110 letters at most, the comma at the end of a line counts; a line ends where
# the next word would not fit. The lists begin at 20, each differs in the place of its first line's end.
lay() { # numbers of feats
    local words=() number
    rm -rf "$slot" "s.reliquary"
    cp -r "d/kotor/saves/000002 - Game1" s
    for number; do words+=("player/feats/add=$number"); done
    exits 0 "$tool" save set "$slot" "${words[@]}" -q
    exits 0 "$tool" save show "$slot"
    python3 - out.txt <<'PY'
import sys

lines = open(sys.argv[1], encoding="utf-8").read().split("\n")
at = next(i for i, line in enumerate(lines) if line.startswith("  feats  "))
part = [lines[at]]
while lines[at + len(part)].startswith(" " * 20):
    part.append(lines[at + len(part)])
assert len(part) > 1, part
words = ", ".join(line[20:].rstrip(",") for line in part).split(", ")
wanted = ["  feats             " + words[0]]
for word in words[1:]:
    if len(wanted[-1]) + 2 + len(word) < 110:
        wanted[-1] += ", " + word
    else:
        wanted[-1] += ","
        wanted.append(" " * 20 + word)
assert part == wanted, "\n".join(part)
PY
}
for first in 7 77 777 7777; do
    lay $first {1000..1040}
    lay $first {100..140}
    lay $first {40..76}
done

# How long was played: hours without a limit, two digits of minutes and seconds.
for pair in 0=0:00:00 59=0:00:59 60=0:01:00 3599=0:59:59 3600=1:00:00 3661=1:01:01 359999=99:59:59 3600000=1000:00:00; do
    exits 0 "$tool" save set "$slot" "time=${pair%%=*}" -q
    exits 0 "$tool" save ls s
    has out.txt "  *${pair#*=}  "
    counts 1 out.txt ''
done
exits 0 "$tool" save ls s --json
has out.txt '"game":"K1".*"seconds":3600000'
# What was done is kept by its words, up to 199 letters of them.
long=$(printf '%*s' 150 '' | tr ' ' n)
exits 0 "$tool" save set "$slot" "name=$long" gold=1234567 player/hp=12 -q
exits 0 "$tool" save restore "$slot" --dry-run
has out.txt "  save set name=$long gold=1234567 player/hp=12\$"
exits 0 "$tool" save set "$slot" "name=${long}1234567890123456789012345678901234567890" gold=7 -q
exits 0 "$tool" save restore "$slot" --dry-run
has out.txt "  save set name=${long}12345678901234567890123456789012345\$"
# A path of up to 199 letters, and one more.
path=$(printf '%*s' 199 '' | tr ' ' p)
refuses 2 "^reliquary: $path: is no path of a slot\|^reliquary: .*$path" "$tool" save set "$slot" "$path=1"
refuses 2 "^reliquary: ${path}p=1 is not PATH=VALUE; reliquary save --help lists the paths\$" \
    "$tool" save set "$slot" "${path}p=1"

# A slot of Redguard with several maps; the world by its number, with the game by its map.
mkdir -p r/SAVEGAME.007
python3 - <<'PY'
import struct
body = b"1.31" + struct.pack("<II", 1, 2) + b"Far\0" + struct.pack("<I", 1) + b"X.BMP\0"
open("r/SAVEGAME.007/GAME.SAV", "wb").write(b"SVGM" + struct.pack(">I", len(body)) + body + b"END ")
for name in ("B", "C", "A"):
    open(f"r/SAVEGAME.007/{name}.TSG", "wb").write(b"END ")
PY
exits 0 "$tool" save show r/SAVEGAME.007
same out.txt - <<'EOF'
r/SAVEGAME.007: saved game of Redguard
  title     Far
  version   1.31
  world     1
  picture   X.BMP
  maps      A
            B
            C
EOF
exits 0 "$tool" save show r/SAVEGAME.007 --game d/redguard
has out.txt '^  world     1, ISLAND.RGM$'
exits 0 "$tool" save ls r
equal "$(cat out.txt)" "$(printf '%-24s %-32s world 1   %-14s 3 maps' SAVEGAME.007 Far '')"
# Several paths: those that are there are told, and the worst of the codes is the end.
mkdir empty
exits 3 "$tool" save ls empty nowhere r
has out.txt '^SAVEGAME.007'
counts 2 err.txt ''
exits 1 "$tool" save ls r empty
has err.txt 'no saved game in this folder$'

# What is a slot of Redguard: a folder with a .SAV that begins with SVGM; what lies in folders of it is no part of it.
mkdir -p r/SAVEGAME.007/below more/a more/b more/c/d
cp r/SAVEGAME.007/A.TSG r/SAVEGAME.007/below/Z.TSG
exits 0 "$tool" save ls r
has out.txt ' 3 maps$'
printf SVG >more/a/x.SAV
printf 'SVGX0000' >more/b/x.SAV
exits 1 "$tool" save ls more
equal "$(cat err.txt)" 'reliquary: more: there is no saved game in this folder'
cp r/SAVEGAME.007/GAME.SAV more/c/d/x.sav
printf SVGM >more/a/x.SAV
exits 3 "$tool" save ls more
has out.txt '^d  *Far '
counts 1 err.txt '^reliquary: more/a'
# The logbook is read up to a million letters (1 << 20).
for size in 1048575 1048576 1048577; do
    head -c $size /dev/zero | tr '\0' l >r/SAVEGAME.007/LOGBOOK.TXT
    exits 0 "$tool" save show r/SAVEGAME.007 --json
    equal "$(python3 -c 'import json; print(len(json.load(open("out.txt"))["logbook"]))')" \
        "$((size < 1048576 ? size : 1048576))"
done
# A file of a slot names the slot, also from inside of it.
exits 0 "$tool" save ls s --json
python3 -c 'import json; print(json.load(open("out.txt"))["slot"])' >slot.txt
equal "$(cat slot.txt)" "$slot"
exits 0 "$tool" save show "$slot/savenfo.res"
has out.txt "^slot  *$slot\$"
cp -r "$slot" inside
(
    cd inside
    exits 0 "$tool" save show savenfo.res
    has out.txt '^slot  *\.$'
    exits 0 "$tool" save show .
    has out.txt '^name  *n'
)
