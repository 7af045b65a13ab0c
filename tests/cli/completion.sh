# Completion as each shell runs it: verbs, options of a verb, words that an option takes, names with blanks.
"$tool" completion bash >c.bash
"$tool" completion zsh >c.zsh
"$tool" completion fish >c.fish
refuses 2 'bash, zsh or fish' "$tool" completion csh
mkdir files
touch 'files/two words.mod' files/one.mod

in_bash() { # words of the line: what completes the last
    bash -c 'set -eu
        source ./c.bash
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _reliquary
        printf "%s\n" "${COMPREPLY[@]}"' bash "$@" >out.txt
}
in_bash reliquary conv
equal "$(cat out.txt)" convert
in_bash reliquary --v
equal "$(cat out.txt)" --version
in_bash reliquary put --ba
equal "$(cat out.txt)" --backup
in_bash reliquary convert --to pn
equal "$(cat out.txt)" png
in_bash reliquary diff --to tsl
equal "$(cat out.txt)" tslpatcher
in_bash reliquary info --format tw
equal "$(cat out.txt)" twoda
in_bash reliquary info --encoding cp125
equal "$(LC_ALL=C sort out.txt | tr '\n' ' ')" 'cp1250 cp1251 cp1252 '
in_bash reliquary new utc --game-version k
equal "$(tr '\n' ' ' <out.txt)" 'k1 k2 '
in_bash reliquary convert --as s
equal "$(cat out.txt)" sfx
in_bash reliquary put --as s
equal "$(cat out.txt)" ''
in_bash reliquary convert --hold h
equal "$(tr '\n' ' ' <out.txt)" 'hand hip '
in_bash reliquary patch --namespace N
equal "$(cat out.txt)" ''
in_bash reliquary info 'files/two'
equal "$(cat out.txt)" 'files/two words.mod'
in_bash reliquary info files/
counts 2 out.txt ''

# fish asks its own machinery.
if command -v fish >/dev/null; then
    in_fish() { # the line
        HOME=$PWD fish --no-config -c 'source c.fish; complete -C (cat line.txt)' >out.txt
    }
    printf 'reliquary conv' >line.txt
    in_fish
    has out.txt '^convert'
    printf 'reliquary put --ba' >line.txt
    in_fish
    has out.txt '^--backup'
    printf 'reliquary convert --to pn' >line.txt
    in_fish
    has out.txt '^png'
    printf 'reliquary new utc --game-version ' >line.txt
    in_fish
    equal "$(cut -f 1 out.txt | tr '\n' ' ')" 'k1 k2 '
    printf 'reliquary info files/two' >line.txt
    in_fish
    has out.txt 'two.*words.mod'
else
    skips 'no fish'
fi

# The functions that zsh gives to completions print what they are asked for.
if command -v zsh >/dev/null; then
    in_zsh() { # words of the line
        zsh -f -c '
            _describe() { local name=$2; print -rl -- ${(P)name} }
            _arguments() { print -rl -- "$@" }
            compdef() { }
            words=("$@") CURRENT=$#
            source ./c.zsh' zsh "$@" >out.txt
    }
    in_zsh reliquary c
    has out.txt '^convert:turn files'
    in_zsh reliquary put x
    has out.txt '^--backup$'
    has out.txt '^\*:file:_files$'
    in_zsh reliquary convert x
    has out.txt '^--to:value:(.*png .*)$'
    has out.txt '^--hold:value:(hand hip)$'
    has out.txt '^--game:value:_files$'
    lacks out.txt '^--sarif'
else
    skips 'no zsh'
fi
