# Which of several files of one name grep looks into: the one that the game takes, that of each module, and the first
# that is of none; with --source all that it has, with --module the one that is taken there.
"$tool" demo -q d
mkdir -p g/modules g/override g/data x
cp d/kotor/chitin.key g
cp d/kotor/data/* g/data

put() { # archive, the text of n.nss in it
    printf '%s' "$2" >x/n.nss
    if [ "$1" = override ]; then
        cp x/n.nss g/override
    elif [ -e "g/$1" ]; then
        "$tool" put -q "g/$1" x/n.nss
    else
        "$tool" pack -q x -o "g/$1"
    fi
}
"$tool" new ifo -o x/module.ifo
for n in 1 2 3; do put modules/m$n.mod "m$n needle"; done
modules='n.nss in modules/m1.mod: 1: m1 needle
n.nss in modules/m2.mod: 1: m2 needle
n.nss in modules/m3.mod: 1: m3 needle'
finds() { # what is printed, more words
    local wanted=$1
    shift
    exits 0 "$tool" grep g needle "$@"
    equal "$(cat out.txt)" "$wanted"
}
finds "$modules"
put data/templates.bif 'bif needle'
finds "$modules"$'\n''n.nss in chitin.key: 1: bif needle'
put override 'over needle'
finds 'n.nss in override: 1: over needle'$'\n'"$modules"
finds 'n.nss: 1: over needle' --module m2
finds 'n.nss: 1: over needle' --module none
finds 'n.nss in chitin.key: 1: bif needle' --source chitin
finds 'n.nss in override: 1: over needle' --source override
finds "$modules" --source module
finds "$modules" --source module --type nss
exits 1 "$tool" grep g needle --source patch
exits 1 "$tool" grep g needle --type utc
rm g/override/n.nss
# Parts that a module does not read are left out, but not where they are asked for.
put modules/m2.rim 'rim needle'
finds "$modules"$'\n''n.nss in chitin.key: 1: bif needle'
finds "$modules"$'\n''n.nss in modules/m2.rim: 1: rim needle' --source module
finds 'n.nss: 1: m2 needle' --module m2
finds 'n.nss: 1: bif needle' --module none
# As JSON one object a line, with commas between files and between the lines of one.
exits 0 "$tool" grep g needle --json --source module --type nss
same out.txt - <<'EOF'
[
  {"resource":"n.nss","source":"modules/m1.mod","path":"1","value":"m1 needle"},
  {"resource":"n.nss","source":"modules/m2.mod","path":"1","value":"m2 needle"},
  {"resource":"n.nss","source":"modules/m3.mod","path":"1","value":"m3 needle"},
  {"resource":"n.nss","source":"modules/m2.rim","path":"1","value":"rim needle"}
]
EOF
mkdir two
printf 'a needle\n\tb needle\r\n\nc needle \n' >two/a.nss
printf 'needle' >two/b.nss
exits 0 "$tool" grep two needle
same out.txt - <<'EOF'
a.nss: 1: a needle
a.nss: 2: b needle
a.nss: 4: c needle
b.nss: 1: needle
EOF
exits 0 "$tool" grep two needle --json -j 1
equal "$(python3 -c 'import json; print([(h["resource"], h["path"], h["value"]) for h in json.load(open("out.txt"))])')" \
    "[('a.nss', '1', 'a needle'), ('a.nss', '2', 'b needle'), ('a.nss', '4', 'c needle'), ('b.nss', '1', 'needle')]"
exits 1 "$tool" grep two nothing --json
equal "$(cat out.txt)" $'[\n]'

# What module says of each part, in the order in which they are searched: what it hides, and what hides it.
exits 0 "$tool" module g m2
has out.txt '^modules/m2.mod: 2 resources$'
has out.txt '^modules/m2.rim: 2 resources, not used: another part replaces it$'
counts 1 out.txt '^    n.nss  *overrides chitin.key$'
put override 'over needle'
exits 0 "$tool" module g m2 --layered
same out.txt - <<'EOF'
modules/m2.rim: 2 resources
    module.ifo            overrides modules/m2.mod
    n.nss                 hidden by override
modules/m2.mod: 2 resources
    module.ifo            hidden by modules/m2.rim
    n.nss                 hidden by override
EOF
rm g/override/n.nss
finds 'n.nss: 1: rim needle' --module m2 --layered
