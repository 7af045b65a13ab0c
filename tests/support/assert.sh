# The assertions of the scripts in tests/cli; run-cli.sh reads it before the script.
#
#   exits CODE COMMAND...            ends with that code; no report of a sanitizer
#   prints PATTERN COMMAND...        ends with 0, and standard output has the pattern
#   refuses CODE PATTERN COMMAND...  ends with that code (not 0), and the message, which is one
#                                    line, has the pattern
#   has FILE PATTERN                 a line of the file matches (grep, basic, bytes)
#   lacks FILE PATTERN               the file is there, and no line of it matches
#   counts N FILE PATTERN            that many lines match; the pattern '' matches every line
#   equal ACTUAL EXPECTED            two strings
#   same LEFT RIGHT                  two files, one of which may be -, or two folders: equal bytes
#   differ LEFT RIGHT                two files that are there: not the same bytes
#   exists PATH...                   each is a file that is not empty, or a folder
#   absent PATH...                   none of them is there
#   denied COMMAND...                runs it as somebody whom permissions hold back; for exits and
#                                    refuses; can_deny says whether that is possible
#   fail WORDS...                    fails
#   skips WORDS...                   a part of the script can't run here; shown at its end
#
# exits, prints and refuses leave standard output in out.txt and standard error in err.txt. A failed
# assertion prints the place in the script and ends it; so does any other command that fails, because
# scripts run with -euo pipefail. That does not see the left side of && and anything behind !, and
# grep -q or head at the end of a pipe may kill what writes into it: cli.lint rejects such lines.
#
# $tool is the tool.
tool=$RELIQUARY
skipped=()

# Where in the script the assertion stands; in a function of the script, also where that is called.
place() {
    local i places=()
    for ((i = 1; i < ${#BASH_SOURCE[@]}; i++)); do
        if [ "${BASH_SOURCE[i]}" = "$script" ]; then
            places+=("${script##*/}:${BASH_LINENO[i - 1]}")
        fi
    done
    echo "${places[*]}"
}

fail() {
    echo "$(place): $*" >&2
    trap - ERR
    exit 1
}

shown() { # file...: what is in it, as far as that helps
    local file
    for file; do
        if [ -s "$file" ]; then
            echo "    $file:"
            head -n 20 "$file" | LC_ALL=C sed 's/[^[:print:][:blank:]]/?/g; s/^/    | /'
        fi
    done
}

exits() {
    local code=$1 got=0
    shift
    "$@" >out.txt 2>err.txt || got=$?
    if [ "$got" != "$code" ]; then
        fail "exit $got, not $code: $*"$'\n'"$(shown err.txt out.txt)"
    fi
    if LC_ALL=C grep -Eq 'Sanitizer|: runtime error: ' err.txt; then
        fail "reported by a sanitizer: $*"$'\n'"$(shown err.txt)"
    fi
}

prints() {
    local pattern=$1
    shift
    exits 0 "$@"
    has out.txt "$pattern"
}

refuses() {
    local code=$1 pattern=$2
    shift 2
    if [ "$code" = 0 ]; then
        fail "a refusal has another exit code than 0: $*"
    fi
    exits "$code" "$@"
    has err.txt "$pattern"
    if [ "$(wc -l <err.txt)" != 1 ]; then
        fail "more than one line of message: $*"$'\n'"$(shown err.txt)"
    fi
}

matching() { # file, pattern: how many lines match, in $matches
    if [ ! -f "$1" ]; then
        fail "no file $1"
    fi
    matches=$(LC_ALL=C grep -ac -e "$2" -- "$1") || [ $? = 1 ] || fail "not a pattern: $2"
}

has() {
    matching "$@"
    if [ "$matches" = 0 ]; then
        fail "no line of $1 matches: $2"$'\n'"$(shown "$1")"
    fi
}

lacks() {
    counts 0 "$@"
}

counts() {
    matching "$2" "$3"
    if [ "$matches" != "$1" ]; then
        fail "$matches lines of $2, not $1, match: $3"$'\n'"$(shown "$2")"
    fi
}

equal() {
    if [ "$1" != "$2" ]; then
        fail "not equal"$'\n'"    actual   $1"$'\n'"    expected $2"
    fi
}

same() {
    if [ -d "$1" ]; then
        diff -r "$1" "$2" || fail "not the same: $1 $2"
    else
        cmp "$1" "$2" || fail "not the same: $1 $2"
    fi
}

differ() {
    local got=0
    cmp -s "$1" "$2" || got=$?
    if [ "$got" != 1 ]; then
        fail "the same, or not there: $1 $2"
    fi
}

exists() {
    local path
    for path; do
        if [ ! -s "$path" ]; then
            fail "not there, or empty: $path"
        fi
    done
}

absent() {
    local path
    for path; do
        if [ -e "$path" ] || [ -L "$path" ]; then
            fail "is there: $path"
        fi
    done
}

# Permissions do not hold the superuser back: he runs it as nobody.
denied() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    else
        "$@"
    fi
}

can_deny() {
    denied "$tool" --version >/dev/null 2>&1
}

skips() {
    skipped+=("$(place): skipped: $*")
}

# What run-cli.sh has in traps: any other command that failed, and what was left out.
failed() {
    echo "$(place): failed: ${1%%$'\n'*}" >&2
}

at_exit() {
    if [ ${#skipped[@]} -gt 0 ]; then
        printf '%s\n' "${skipped[@]}"
    fi
}
