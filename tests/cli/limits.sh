# Limits of what is told and taken: each at its last value and one beyond.
"$tool" demo -q demo
mod=demo/kotor/modules/demo01.mod

# A message of any length is told whole: around 400 letters, where it needs more room.
prefix='--size takes a width and height as 640x480, or one number, not '
for ((size = 395 - ${#prefix}; size <= 405 - ${#prefix}; size++)); do
    name=$(printf '%*s' "$size" '' | tr ' ' z)
    refuses 2 'size' "$tool" render x -o y --size "$name"
    equal "$(cat err.txt)" "reliquary: $prefix$name"
done
# So are lines on standard output: these have 397 to 404 letters.
mkdir names
for size in {191..198}; do
    first=$(printf '%*s' "$size" '' | tr ' ' a)
    second=$(printf '%*s' 170 '' | tr ' ' b)
    mkdir -p "names/$first"
    printf x >"names/$first/$second"
    printf x >"names/$first/c"
    exits 0 "$tool" info "names/$first"
    same out.txt - <<EOF
names/$first/$second: of no known format, 1 bytes
names/$first/c: of no known format, 1 bytes
EOF
done

# Numbers of options: with leading zeros up to ten digits; the last that is taken, and the next.
refuses 2 '^reliquary: --jobs: a number from 1 to 9999 expected, not "10000"; see reliquary verify --help$' \
    "$tool" verify -j 10000 "$mod"
refuses 2 'not "0"; see' "$tool" verify -j 0 "$mod"
refuses 2 'not "00000000001"; see' "$tool" verify -j 00000000001 "$mod"
refuses 2 'not "1.5"; see' "$tool" verify -j 1.5 "$mod"
refuses 2 'not " 1"; see' "$tool" verify -j ' 1' "$mod"
refuses 2 'not "+1"; see' "$tool" verify -j +1 "$mod"
for jobs in 1 9999 0000000002; do
    exits 0 "$tool" verify -q -j $jobs "$mod"
done
refuses 2 '^reliquary: --scale: a number from 1 to 9999 expected, not "10000"; see reliquary demo --help$' \
    "$tool" demo --scale 10000 other
refuses 2 '^reliquary: --scale: .*, not "0"; ' "$tool" demo --scale 0 other
absent other
refuses 2 '^reliquary: --count: .*, not "1000001"; ' "$tool" name demo/kotor --count 1000001
refuses 2 '^reliquary: --seed: a number from 0 to 4294967295 expected, not "4294967296"; ' \
    "$tool" name demo/kotor --seed 4294967296
refuses 2 '^reliquary: --frame: a number from 0 to 4294967295 expected, not "4294967296"; ' \
    "$tool" render x -o y --frame 4294967296
refuses 2 'and no frame 4294967295$' "$tool" render demo/kotor/override/demo_guard.mdl -o y \
    --animation walk --frame 4294967295
for port in 65536 70000 80x x -1; do
    refuses 2 "^reliquary: --port: a number from 0 to 65535 expected, not \"$port\"; " "$tool" studio --port=$port
done
# Without --count ten names are made; a seed makes the same ones.
exits 0 "$tool" name demo/kotor --seed 4294967295
counts 10 out.txt '^[A-Z]'
cp out.txt ten.txt
exits 0 "$tool" name demo/kotor --seed 4294967295 --count 11
head -n 10 out.txt | same - ten.txt
counts 11 out.txt ''
exits 0 "$tool" name demo/kotor --seed 0 --count 3
differ out.txt ten.txt

# A number behind a dash is no option, whatever its digits; what stands next to the digits in ASCII begins one.
for word in -0 -9 -5x; do
    refuses 3 "^reliquary: $word: there is no such file or folder\$" "$tool" verify "$word"
done
for word in -/ -:; do
    refuses 2 "^reliquary: no such option: $word; see reliquary verify --help\$" "$tool" verify "$word"
done

# Names of numbers: -1, a blank and letters are none.
for number in -1 4294967296 1x '' 0x; do
    refuses 2 "^reliquary: a StrRef is a number, not $number\$" "$tool" tlk demo/kotor "$number"
done
text=$("$tool" tlk demo/kotor 2)
equal "$("$tool" tlk demo/kotor 0x2)" "$text"
equal "$("$tool" tlk demo/kotor 02 2)" "$(printf '2\t%s\n2\t%s' "$text" "$text")"

# Words of options, in any case of letters but whole; --game-version.
printf 'void main() { PrintInteger(GetScriptParameter(1)); }\n' >k2.nss
for version in k2 K2; do
    exits 0 "$tool" compile k2.nss --game-version $version -o - -q
done
for version in k1 K1; do
    exits 3 "$tool" compile k2.nss --game-version $version -o - -q
    has err.txt 'GetScriptParameter'
done
for version in k k22 1 '' '|' 'k1|k2'; do
    refuses 2 '^reliquary: --game-version knows k1|k2, not ' "$tool" compile k2.nss --game-version "$version"
done
refuses 2 '^reliquary: --hold knows hand|hip, not hi; see reliquary convert --help$' \
    "$tool" convert x --hold hi -o y

# What is meant: the nearest name, the first of two that are as near; of two letters none is one letter away, and of
# four none two letters.
strange() { refuses 2 "^reliquary: there is no verb $1; reliquary --help lists them\$" "$tool" "$1"; }
meant() { refuses 2 "^reliquary: there is no verb $1; did you mean $2? reliquary --help lists them\$" "$tool" "$1"; }
strange lz
strange dizz
meant diyf diff
meant bet get
meant rxn run
meant convrtt convert
meant zzconvert convert
strange zzzconvert
# The value is no part of the name of an option.
refuses 2 '^reliquary: info takes no --creature; see reliquary info --help$' "$tool" info --creature=x y
refuses 2 '^reliquary: no such option: --jzon=x; did you mean --json? see reliquary info --help$' \
    "$tool" info --jzon=x y
refuses 2 '^reliquary: no such option: --=x; see reliquary info --help$' "$tool" info --=x y
refuses 2 '^reliquary: no such option: -J; see reliquary info --help$' "$tool" info -J y
refuses 2 '^reliquary: takes no value: -qj2; see reliquary verify --help$' "$tool" verify -qj2 "$mod"

# Of long values 80 letters are shown where three stand on a line, and all of them in JSON.
long=$(printf '%*s' 76 '' | tr ' ' x)
for side in a b c; do printf '[s]\nk=%s%s\n' "$long" "1$side$side" >$side.ini; done
exits 1 "$tool" merge a.ini b.ini c.ini -o d.ini
equal "$(sed -n 1p out.txt)" "conflict: line 2: base k=${long}1a, a k=${long}1b, b k=${long}1c"
equal "$(sed -n 2p out.txt)" 'd.ini: 1 files, 1 merged, 1 conflicts; nothing was written (--ours or --theirs decides)'
exits 1 "$tool" merge a.ini b.ini c.ini --dry-run --json
for side in a b c; do has out.txt "${long}1$side$side\""; done
absent d.ini
# Of an object 100 letters stand in a trace.
name=$(printf '%*s' 98 '' | tr ' ' o)
printf 'void main() { object o = GetObjectByTag("door"); AssignCommand(o, PrintInteger(1)); %s }\n' \
    'ExecuteScript("other", o);' >trace.nss
printf 'void main() { }\n' >other.nss
"$tool" compile trace.nss other.nss -q
for more in 1 12 123 12345; do
    printf '{"objects": {"%s": {"tag": "door"}}}\n' "$name$more" >world.json
    exits 0 "$tool" run trace.ncs --with world.json --trace
    shown=$name$more
    has out.txt "^-- an action of ${shown:0:100}, at 0.000 s\$"
    has out.txt "^-- script other, on ${shown:0:100}\$"
    has out.txt '^-- script other ends$'
done

# Steps of the debugger: up to a million, in seven digits at most.
steps() { # number: what is said of it behind the place where it starts
    printf 'step %s\n' "$1" | "$tool" run --hex 0500000000 --debug >said.txt
    sed -n 2p said.txt
}
equal "$(steps 1000000)" 't0 #00  End #00'
equal "$(steps 0000001)" 't0 #00  End #00'
for number in 1000001 00000001 9999999 1x x -1 1.0; do
    equal "$(steps $number)" "a number is from 0 to 1000000, not $number"
done
equal "$(steps 0)" 'thread 0 at #00'

# 32 folders of includes, and one more, as options and as switches of nwnnsscomp.
cp "$tool" nwnnsscomp 2>/dev/null || ln -s "$tool" nwnnsscomp
printf 'int One() { return 1; }\n' >inc_one.nss
mkdir here work
mv inc_one.nss here
printf '#include "inc_one"\nvoid main() { PrintInteger(One()); }\n' >work/s.nss
folders=$(printf 'none%s;' {1..31})
options=$(printf -- '-I none%s ' {1..31})
exits 0 ./nwnnsscomp -c work/s.nss -i "${folders}here" -o a.ncs
exits 1 ./nwnnsscomp -c work/s.nss -i "${folders}none;here" -o b.ncs
has out.txt '^nwnnsscomp \[-c\]'
exits 0 "$tool" compile work/s.nss $options -I here -o b.ncs -q
same a.ncs b.ncs
refuses 2 '^reliquary: too many folders: here; see reliquary compile --help$' \
    "$tool" compile work/s.nss $options -I none -I here -o c.ncs
absent c.ncs
