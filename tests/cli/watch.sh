# compile --watch: of what changes, only what includes it is built again. One line for each build.
wait_for() { # pattern, how many lines
    local i
    for ((i = 0; i < 1000; i++)); do
        if [ "$(grep -c "$1" watch.txt || true)" -ge "$2" ]; then
            return 0
        fi
        sleep 0.1
    done
    fail "no $2 lines of $1"$'\n'"$(shown watch.txt)"
}
watch() { # arguments of compile; one signal ends it (see nss.sh)
    : >watch.txt
    timeout --foreground -k 10 120 "$tool" compile "$@" --watch >watch.out 2>watch.txt &
    watching=$!
}
end_watch() { # the code of the last build
    local got=0
    kill -TERM $watching
    wait $watching || got="failed $?"
    equal "$got" "$1"
}
replaced() { # file; its text is standard input: a file that is watched changes at once
    cat >replaced.txt
    mv replaced.txt "$1"
}
# built COUNT LINES: the last of so many builds wrote so many scripts.
built() {
    wait_for ' scripts written, ' "$2"
    equal "$(grep ' scripts written, ' watch.txt | sed -n "$2p")" \
        "$1 scripts written, 0 as they were, 0 includes, 0 errors, 0 warnings"
}
mkdir -p src inc
for name in a ab b; do printf 'void F_%s() { PrintString("%s"); }\n' $name $name >inc/inc_$name.nss; done
printf '#include "inc_a"\n#include "inc_b"\nvoid main() { F_a(); F_b(); }\n' >src/both.nss
printf '#include "inc_ab"\nvoid main() { F_ab(); }\n' >src/longer.nss
printf '#include "INC_B"\nvoid main() { F_b(); }\n' >src/second.nss
printf 'void main() { PrintString("none"); }\n' >src/none.nss
watch src -I inc -o made
built 4 1
printf 'void F_b() { PrintString("bb"); }\n' | replaced inc/inc_b.nss
built 2 2
has made/both.ncs bb
has made/second.ncs bb
printf 'void F_a() { PrintString("aa"); }\n' | replaced inc/inc_a.nss
built 1 3
has made/both.ncs aa
printf 'void F_ab() { PrintString("abab"); }\n' | replaced inc/inc_ab.nss
built 1 4
has made/longer.ncs abab
# What is no source, and an include that nobody has, change nothing.
printf 'void F() { }\n' | replaced src/readme.txt
printf 'void main() { PrintString("more"); }\n' | replaced src/none.nss
built 1 5
has made/none.ncs more
# An include with an error: both that have it fail, and both are built when it is mended.
printf 'void F_b() { PrintStrong("b"); }\n' | replaced inc/inc_b.nss
wait_for '^0 scripts written, 0 as they were, 0 includes, 2 errors, 0 warnings$' 1
printf 'void F_b() { PrintString("bbb"); }\n' | replaced inc/inc_b.nss
built 2 7
has made/both.ncs bbb
has made/second.ncs bbb
# A file that somebody else has put where the result goes stays as it is; those that were made here are replaced.
printf 'another' >made/fresh.ncs
printf 'void main() { PrintString("fresh"); }\n' | replaced src/fresh.nss
wait_for 'made/fresh.ncs: is there already' 1
equal "$(cat made/fresh.ncs)" another
end_watch "failed 4"
equal "$(grep -c ' scripts written, ' watch.txt)" 8

# Listings are watched in the same way.
mkdir texts
printf 'RETN\n' >texts/a.pcode
printf 'RETN\nRETN\n' >texts/b.pcode
: >watch.txt
timeout --foreground -k 10 120 "$tool" assemble texts -o codes --watch >watch.out 2>watch.txt &
watching=$!
wait_for '^2 scripts written, 0 as they were, 0 listings with errors$' 1
printf 'RETN\nRETN\nRETN\n' | replaced texts/b.pcode
wait_for '^1 scripts written, 0 as they were, 0 listings with errors$' 1
printf 'RETM\n' | replaced texts/a.pcode
wait_for '^0 scripts written, 0 as they were, 1 listings with errors$' 1
end_watch "failed 3"
equal "$(wc -c <codes/b.ncs)" 19
