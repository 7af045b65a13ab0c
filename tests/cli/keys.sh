# The key of a BIF follows what is put in and taken out: no name leads to another resource, or to
# none.
"$tool" demo d -q
mkdir game
cp -r d/kotor/chitin.key d/kotor/data game/
bif=game/data/templates.bif
"$tool" extract -q $bif -o before

# Every key of the three archives, with where it leads: "name bif index", the BIF by its number.
keys() {
    "$tool" json game/chitin.key | python3 -c '
import json, sys
key = json.load(sys.stdin)
bifs = [bif["name"] for bif in key["bifs"]]
for name, bif, index in key["keys"]:
    print(name, bifs.index(bif), index)'
}
keys >keys.txt
counts 7 keys.txt ' 0 [0-6]$'

# From the middle, the front and the end; and two at once.
"$tool" rm -q $bif crate.utp
keys >after.txt
diff - after.txt <<'END'
keeper.utc 0 0
guard.utc 0 1
lantern.uti 0 2
gate.utd 0 3
dock.utw 0 4
store.utm 0 5
demo_panel.tpc 1 0
demo_crest.tpc 1 1
keeper.dlg 2 0
echo.dlg 2 1
global.jrl 2 2
hum.uts 2 3
END
"$tool" rm -q $bif KEEPER.utc store.utm
keys >after.txt
diff <(grep ' 0 ' after.txt) - <<'END'
guard.utc 0 0
lantern.uti 0 1
gate.utd 0 2
dock.utw 0 3
END
counts 6 after.txt ' [12] '

# The game finds what is left by the key, and nothing else.
for name in guard.utc lantern.uti gate.utd dock.utw; do
    exits 0 "$tool" get game $name -o -
    same out.txt before/$name
done
exits 0 "$tool" ls game -q
for name in keeper.utc crate.utp store.utm; do lacks out.txt "^$name "; done

# The freed number goes to what comes next. By its number an entry can go as well.
# Its key stands behind the others of the archive.
"$tool" put -q $bif before/crate.utp
keys >after.txt
diff <(head -n 6 after.txt) - <<'END'
guard.utc 0 0
lantern.uti 0 1
gate.utd 0 2
dock.utw 0 3
crate.utp 0 4
demo_panel.tpc 1 0
END
"$tool" rm -q $bif 00001.uti
keys >after.txt
diff <(grep ' 0 ' after.txt) - <<'END'
guard.utc 0 0
gate.utd 0 1
dock.utw 0 2
crate.utp 0 3
END
exits 0 "$tool" get game crate.utp -o -
same out.txt before/crate.utp

# What is not there takes nothing else along; the last one may go.
cp game/chitin.key kept.key
refuses 2 'keeper.utc' "$tool" rm $bif guard.utc keeper.utc
same game/chitin.key kept.key
"$tool" rm -q $bif guard.utc gate.utd dock.utw crate.utp
keys >after.txt
counts 0 after.txt ' 0 '
counts 6 after.txt ''
prints '^0 entries' "$tool" list $bif
prints 'different 0, unreadable 0' "$tool" verify game/chitin.key $bif

# Two folders of one name would make one BIF: nothing is written.
mkdir -p one/same two/SAME
echo a >one/same/a.txt
echo b >two/SAME/b.txt
refuses 2 'two/SAME: another folder makes SAME.bif' "$tool" pack one/same two/SAME -o twice/chitin.key
absent twice
