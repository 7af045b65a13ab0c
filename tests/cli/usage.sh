# Options that go together and those that don't, and where files go.
"$tool" demo -q d
printf 'void main() { int n; }\n' >v.nss
mkdir one

# Where scripts go: a folder for several, where one is, and where the name ends as one; standard output takes one.
cp v.nss v2.nss
mkdir sources
cp v.nss sources
for words in 'v.nss v2.nss' sources; do
    for to in - v.nss; do
        refuses 2 "^reliquary: $to is no folder: the scripts of several sources go into one\$" \
            "$tool" compile $words -o $to
    done
done
exits 0 "$tool" compile v.nss -o fresh/ -q
exits 0 "$tool" compile v.nss v2.nss -o fresh -q
exists fresh/v.ncs fresh/v2.ncs
exits 0 "$tool" compile v2.nss -o one -q
exists one/v2.ncs
refuses 2 '^reliquary: --debug-symbols needs a file for the NCS: -o names it$' "$tool" compile - -g <v.nss
exits 0 "$tool" compile - -g -o piped.ncs -q <v.nss
exists piped.ncs piped.ndb

# Options that go with others, or with games, or with files.
for words in 'a.wav b.wav --to wav' 'd/kotor/streamwaves --to wav' 'a.wav' 'a.wav --to png' '--to wav'; do
    refuses 2 '^reliquary: --as makes a sound of KotOR of one MP3 or WAV: it needs --to wav, and one file$' \
        "$tool" convert $words --as voice -o sounds
done
"$tool" extract -q d/kotor/modules/demo01.mod keeper.utc -o .
for option in '-o x' -f '--module demo01' --layered '--game-version k1'; do
    refuses 2 '^reliquary: keeper.utc is no folder: get prints its values, and takes no options of games; ' \
        "$tool" get keeper.utc Tag $option
done
for option in --json '--format gff' '--encoding cp437'; do
    refuses 2 '^reliquary: d/kotor is a game: get takes resources out of it, and --json, ' \
        "$tool" get d/kotor keeper.utc $option
done
# Behind -- all words are paths, another -- too.
refuses 3 '^reliquary: --: there is no such file or folder$' "$tool" verify -- --
refuses 3 '^reliquary: -q: there is no such file or folder$' "$tool" verify -- -q
refuses 2 '^reliquary: too many arguments: d; see reliquary dump --help$' "$tool" dump keeper.utc d e
refuses 2 '^reliquary: needs GAME NAME...; see reliquary find --help$' "$tool" find d/kotor

# --best makes smaller files of the same pixels.
for words in 'convert d/kotor/override/demo_guard.tpc --to png' 'render d/kotor/override/demo_guard.mdl --size 200'; do
    "$tool" $words -o plain.png --force -q
    "$tool" $words -o best.png --force -q --best
    if [ "$(wc -c <best.png)" -ge "$(wc -c <plain.png)" ]; then fail "no smaller: $words"; fi
    for file in plain best; do "$tool" convert -q $file.png --to tga -o $file.tga --force; done
    same plain.tga best.tga
done

# The demo is written where none of its folders is.
for name in redguard kotor broken; do
    mkdir -p "z-$name/$name"
    refuses 4 "^reliquary: z-$name/$name is there already; nothing was written. --force writes over it\$" \
        "$tool" demo "z-$name"
    equal "$(find "z-$name" | wc -l)" 2
done

# A setting that stands more than once: which lines, and how to say which is meant.
printf '[one]\na=1\nb=2\nb=3\n[two]\na=4\n[one]\nc=5\n[one]\nc=6\n' >f.ini
meant() { # key, what is said behind its name
    exits 1 "$tool" ini set f.ini "$1" 9 --dry-run
    equal "$(cat out.txt)$(cat err.txt)" "reliquary: f.ini: $1 stands $2"
}
meant a 'in several sections, lines 2 and 6: say which, as in one/a'
meant c 'in several sections, lines 8 and 10: say which, as in one/c'
meant b 'on lines 3 and 4: say which, as in b#1 or b#2'
meant one/b 'on lines 3 and 4: say which, as in one/b#1 or one/b#2'
meant one/c 'on lines 8 and 10: say which, as in one/c#1 or one/c#2'
for pair in 'two/a=4' 'one/a=1' 'b#1=2' 'b#2=3' 'one/b#2=3' 'one/c#1=5' 'one/c#2=6'; do
    prints "^${pair%%=*}: ${pair#*=} -> 9\$" "$tool" ini set f.ini "${pair%%=*}" 9 --dry-run
done
for key in 'b#3' 'b#0' 'two/b' three/a d; do
    exits 1 "$tool" ini set f.ini "$key" 9
    equal "$(cat err.txt)" "reliquary: f.ini has no key $key; reliquary ini get f.ini lists those it has"
done
exits 0 "$tool" ini get f.ini a
same out.txt - <<'EOF'
2: one/a=1
6: two/a=4
EOF
equal "$("$tool" ini get f.ini two/a)" 4
exits 0 "$tool" ini get f.ini
counts 6 out.txt '^[a-z]*/[abc]=[1-6]$'
refuses 2 '^reliquary: ini get takes one file and one key; see reliquary ini --help$' "$tool" ini get f.ini a b
for words in 'f.ini' 'f.ini a' 'f.ini a 1 2'; do
    refuses 2 '^reliquary: ini set takes a file, a key and a value; a value that begins with - comes after --; ' \
        "$tool" ini set $words
done
exits 0 "$tool" ini set f.ini two/a -o g.ini -- -3
equal "$("$tool" ini get g.ini two/a)" -3
# Of several files the worst is the end, and each is told.
exits 3 "$tool" ini check f.ini nowhere d/redguard/SYSTEM.INI
counts 1 err.txt '^reliquary: nowhere: '
exits 0 "$tool" ini check d/redguard/SYSTEM.INI
exits 1 "$tool" ini check d/broken/ini-unknown-key d/redguard/SYSTEM.INI

# What can't be written to standard output is told where all else went well.
if [ -e /dev/full ]; then
    for words in 'info keeper.utc' 'get keeper.utc Tag' 'ls d/kotor' 'list d/kotor/modules/demo01.mod nothing*'; do
        refuses 4 "^reliquary: can't write to standard output\$" sh -c "\"\$0\" $words >/dev/full 2>kept.txt || {
            code=\$?; sed '/ resources\$/d' kept.txt >&2; exit \$code; }" "$tool"
    done
    refuses 3 '^reliquary: nowhere: there is no such file or folder$' \
        sh -c '"$0" info nowhere keeper.utc >/dev/full' "$tool"
    refuses 2 '^reliquary: no such option: --nothing; ' sh -c '"$0" info --nothing >/dev/full' "$tool"
else
    skips 'no /dev/full'
fi

# Lines and messages stand in their order, also in one file; a debugger answers each command before it reads the next.
both() { # exit code, then the command: both streams in both.txt
    local code=$1
    shift
    exits "$code" sh -c '"$0" "$@" >both.txt 2>&1' "$tool" "$@"
}
both 1 get keeper.utc Tag Nothing Tag 'Zork*' Tag
sed 's/^reliquary: \([A-Z][a-z]*\).*/message \1/' both.txt >order.txt
printf '%s\n' keeper 'message Nothing' keeper 'message Zork' keeper | same - order.txt
printf 'void main() { int n; }\n' >w1.nss
cp w1.nss w2.nss
both 0 compile w1.nss w2.nss --dry-run -o dry -j 1
grep -n 'w1.nss:1\|w2.nss:1\|^new dry' both.txt >order.txt
equal "$(sed 's/^[0-9]*://; s/^new dry.//; s/^reliquary: //; s/[:.].*//' order.txt | paste -sd' ')" 'w1 w1 w2 w2'
both 1 diff d/kotor/rims d/kotor/lips -q
python3 - "$tool" <<'PY'
import subprocess, sys, threading

run = subprocess.Popen([sys.argv[1], "run", "--hex", "0a0007000000000500000000", "--locals=0", "--debug"],
                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
late = threading.Timer(60, run.kill)
late.start()
said = [run.stdout.readline()]
for command in ("print locals", "print var0"):
    run.stdin.write(command + "\n")
    run.stdin.flush()
    said.append(run.stdout.readline())
run.stdin.write("quit\n")
run.stdin.close()
run.stdout.read()
late.cancel()
assert run.wait() == 0 and said == ["thread 0 at #00\n", "var0 = 0\n", "var0 = 0\n"], (run.returncode, said)
PY

# One file makes no index, and a name of a resource becomes small letters.
exits 0 "$tool" convert d/kotor/override/demo_stone.tpc -o single -q
equal "$(ls single)" demo_stone.png
exits 0 "$tool" get d/kotor DEMO01.VIS Demo_Crest.tpc -o small
equal "$(cat out.txt)" "$(printf 'wrote small/demo01.vis, %d bytes\nwrote small/demo_crest.tpc, %d bytes' \
    "$(wc -c <d/kotor/override/demo01.vis)" "$(wc -c <small/demo_crest.tpc)")"
equal "$(ls small | paste -sd' ')" 'demo01.vis demo_crest.tpc'

# Of several inputs: what is in the way of one, and what is done with the others.
mkdir -p blocked/guard.utc
exits 4 "$tool" extract d/kotor/modules/demo01.mod '*.utc' -o blocked --force
equal "$(cat out.txt)" 'extracted 1 of 2 entries to blocked'
counts 1 err.txt '^reliquary: .*guard.utc'
counts 1 err.txt ''
same blocked/keeper.utc keeper.utc
exits 4 "$tool" extract d/kotor/modules/demo01.mod '*.utc' -o blocked
equal "$(cat out.txt)" ''
has err.txt '^reliquary: blocked/[a-z]*.utc is there already; nothing was written. --force writes over it$'
exits 0 "$tool" extract d/kotor/modules/demo01.mod '*.utc' -o blocked --skip-existing
equal "$(cat out.txt)" 'extracted 0 of 2 entries to blocked; 2 were there already'
exits 1 "$tool" get d/kotor demo01.vis nothing.vis demo_crest.tpc -o gotten
equal "$(ls gotten)" demo01.vis
exits 1 "$tool" find d/kotor demo01.vis nothing.vis demo_crest.tpc
counts 2 out.txt '^\* demo'
counts 1 err.txt '^reliquary: nothing.vis was not found in d/kotor; reliquary ls lists what is there$'
exits 1 "$tool" uses d/kotor keeper.dlg no_such_thing.utc demo01.are
counts 1 err.txt '^reliquary: nothing uses no_such_thing.utc$'
counts 1 err.txt ''
has out.txt ' keeper (dlg)'
exits 1 "$tool" uses d/kotor no_such_thing.utc -q
equal "$(cat out.txt err.txt)" ''
exits 3 "$tool" json keeper.utc nowhere.utc
equal "$(cat out.txt)" ''
exits 3 "$tool" verify nowhere.utc keeper.utc nowhere2.utc
counts 2 err.txt '^reliquary: nowhere2*.utc: there is no such file or folder$'
has out.txt '^verified 1: identical 1, '
exits 1 "$tool" get keeper.utc Nothing Tag
equal "$(cat out.txt)" keeper
exits 2 "$tool" set keeper.utc Tag=changed Str=300
equal "$("$tool" get keeper.utc Tag)" keeper

# A model and its second file are written together or not at all, whichever of them is there.
"$tool" json d/kotor/override/demo_door.mdl -o door.json -q
for there in '' mdl mdx 'mdl mdx'; do
    for force in '' --force; do
        rm -rf pair
        mkdir pair
        for kind in $there; do printf old >pair/door.$kind; done
        if [[ $there && ! $force ]]; then
            refuses 4 "^reliquary: .*pair/door.${there%% *}: is there already; --force writes over it\$" \
                "$tool" build door.json -o pair/door.mdl
            for kind in mdl mdx; do
                case " $there " in
                *" $kind "*) equal "$(cat pair/door.$kind)" old ;;
                *) absent pair/door.$kind ;;
                esac
            done
        else
            exits 0 "$tool" build door.json -o pair/door.mdl $force
            for kind in mdl mdx; do
                same pair/door.$kind d/kotor/override/demo_door.$kind
            done
            equal "$(cat out.txt)" "$(for kind in mdl mdx; do
                printf 'wrote pair/door.%s, %d bytes\n' $kind "$(wc -c <pair/door.$kind)"
            done)"
        fi
        equal "$(find pair -type f -not -name 'door.md?' | wc -l)" 0
    done
done
