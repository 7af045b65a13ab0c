# Slots of saved games of Redguard, from the demo and laid down by hand.
"$tool" demo d -q
game=d/redguard

prints '^SAVEGAME.000  *By the harbour  *world 1 ' "$tool" save ls $game/SAVEGAME
prints 'ISLAND.RGM .* 1 maps$' "$tool" save ls $game --game $game
prints '^  title     By the harbour$' "$tool" save show $game/SAVEGAME/SAVEGAME.000
has out.txt '^  version   1.31$'
has out.txt '^  maps      ISLAND$'
has out.txt '^    The keeper wants his lamp lit.$'

# SVGM: version, two words, text, NUL, world, name of a bitmap, NUL. 0x81 is u with two dots in cp437.
mkdir -p slots/SAVEGAME.004
python3 - <<'PY'
import struct
body = b"1.31" + struct.pack("<II", 1, 2) + b"T\x81r\0" + struct.pack("<I", 27) + b"X.BMP\0"
open("slots/SAVEGAME.004/GAME.SAV", "wb").write(b"SVGM" + struct.pack(">I", len(body)) + body + b"END ")
open("slots/SAVEGAME.004/TAVERN.TSG", "wb").write(b"END ")
open("slots/SAVEGAME.004/logbook.txt", "wb").write(b"one\r\n\r\nthree")
PY
"$tool" save show slots/SAVEGAME.004 --json >slot.json
python3 - <<'PY'
import json
slot = json.load(open("slot.json", encoding="utf-8"))
assert slot == {"slot": "slots/SAVEGAME.004", "family": "redguard", "title": "Tür", "version": "1.31", "world": 27,
                "map": "", "picture": "X.BMP", "maps": ["TAVERN"], "logbook": "one\r\n\r\nthree"}, slot
PY
prints '"title":"Tür"' "$tool" save ls slots --json
counts 1 out.txt ''

# Lines of the logbook end with CR LF, LF or CR; an empty one counts.
cp -r slots/SAVEGAME.004 SAVEGAME.006
printf 'one\r\n\r\nthree\nfour\rfive' >SAVEGAME.006/logbook.txt
exits 0 "$tool" save show SAVEGAME.006
sed -n '/^  logbook$/,$p' out.txt >logbook.txt
printf '%s\n' '  logbook' '    one' '    ' '    three' '    four' '    five' | same - logbook.txt

# One that is damaged does not hide the others.
mkdir slots/SAVEGAME.005
printf 'SVGM\0\0\1\0' >slots/SAVEGAME.005/GAME.SAV
exits 3 "$tool" save ls slots
has out.txt '^SAVEGAME.004 '
has err.txt 'SAVEGAME.005'
printf 'SVGM\0\0\0\1xEND ' >slots/SAVEGAME.005/GAME.SAV
exits 0 "$tool" save ls slots
has err.txt 'SAVEGAME.005: the .SAV does not begin'
mkdir empty
refuses 1 'no saved game' "$tool" save ls empty
refuses 3 'no/such' "$tool" save ls no/such
refuses 2 'save can ls, show, get' "$tool" save eat empty
