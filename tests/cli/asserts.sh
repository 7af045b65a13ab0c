# The assertions of tests/support/assert.sh can fail, and say where.
fails() { # words of the report, assertion...
    local words=$1
    shift
    if ("$@") >report.txt 2>&1; then
        fail "did not fail: $*"
    fi
    has report.txt "^asserts.sh:.*$words"
}
printf 'one\ntwo\n' >ab
printf 'one\nTWO\n' >cd
: >none
mkdir left right
cp ab left/file
cp cd right/file

exits 3 sh -c 'echo out; echo err >&2; exit 3'
equal "$(cat out.txt) $(cat err.txt)" 'out err'
fails 'exit 3, not 1: sh' exits 1 sh -c 'echo words >&2; exit 3'
has report.txt '| words$'
fails 'exit 0, not 1' exits 1 true
fails 'reported by a sanitizer' exits 1 sh -c 'echo ==1==ERROR: AddressSanitizer: x >&2; exit 1'
fails 'reported by a sanitizer' exits 1 sh -c 'echo a.c:1:2: runtime error: x >&2; exit 1'

prints '^tw' cat ab
fails 'no line of out.txt matches: three' prints three cat ab
fails 'exit 1, not 0' prints one sh -c 'echo one; exit 1'
refuses 2 wrong sh -c 'echo wrong >&2; exit 2'
fails 'exit 0, not 2' refuses 2 wrong sh -c 'echo wrong >&2'
fails 'no line of err.txt matches: wrong' refuses 2 wrong sh -c 'echo right >&2; exit 2'
fails 'more than one line' refuses 2 wrong sh -c 'echo wrong >&2; echo wrong >&2; exit 2'
fails 'another exit code than 0' refuses 0 wrong sh -c 'echo wrong >&2'

has ab '^two$'
fails 'no line of ab matches: three' has ab three
fails 'no file nowhere' has nowhere three
fails 'not a pattern' has ab '\('
lacks ab three
fails '1 lines of ab, not 0, match: two' lacks ab two
fails 'no file nowhere' lacks nowhere two
counts 2 ab ''
counts 1 ab w
fails '2 lines of ab, not 3' counts 3 ab ''

equal a a
fails 'not equal' equal a b
same ab left/file
same - ab <ab
same left left
fails 'not the same: ab cd' same ab cd
fails 'not the same: ab nowhere' same ab nowhere
fails 'not the same: left right' same left right
differ ab cd
fails 'the same, or not there' differ ab left/file
fails 'the same, or not there' differ ab nowhere
exists ab left
fails 'not there, or empty: none' exists ab none
fails 'not there, or empty: nowhere' exists nowhere
absent nowhere
fails 'is there: none' absent nowhere none

# Behind || and in a pipe; any other command that fails; parts that were left out.
fails 'not equal' eval 'f() { equal a b || true; }; f || true'
fails 'not the same' eval 'cat ab | same - cd'
cat >child.sh <<'END'
skips 'no moon'
cat nowhere
echo on
END
BUILD_DIR=$PWD exits 1 bash "$SOURCE_DIR/tests/support/run-cli.sh" child.sh
has err.txt '^child.sh:2: failed: cat nowhere$'
equal "$(cat out.txt)" 'child.sh:1: skipped: no moon'
