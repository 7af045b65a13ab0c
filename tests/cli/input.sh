# - is standard input wherever a verb reads one file: what comes out is as of the file, but for its name.
"$tool" demo -q d
mod=d/kotor/modules/demo01.mod
red=d/redguard
"$tool" extract -q $mod keeper.utc -o .

alike() { # exit code, file, verb and words with @ in the place of the file
    local code=$1 file=$2
    shift 2
    exits "$code" "$tool" "${@//@/$file}"
    sed "s,$file,-," out.txt >file.txt
    sed "s,$file,-," err.txt >said.txt
    exits "$code" "$tool" "${@//@/-}" <"$file"
    same out.txt file.txt
    same err.txt said.txt
}
for words in 'info @' 'info --json @' 'dump @' 'json @' 'verify --verbose @' 'verify --json @' 'scan @' 'scan --json @' \
    'lint @' 'get @ Tag FirstName' 'diff @ keeper.utc' 'set @ Tag=x -o -' 'set @ Tag=x --dry-run' 'convert @ --to json -o -'; do
    alike 0 keeper.utc $words
done
alike 1 keeper.utc get @ Nothing
alike 2 keeper.utc set @ Str=300 -o -
for words in 'list @' 'list @ *.utc --json' 'extract @ guard.utc -o -' 'rm @ guard.utc -o -' 'put @ keeper.utc -o -'; do
    set -f
    alike 0 $mod $words
    set +f
done
alike 1 $mod list @ 'nothing*'
alike 0 $red/SYSTEM.INI ini get @
alike 0 $red/SYSTEM.INI ini get @ system/volume --json
alike 0 $red/SYSTEM.INI ini check @
alike 0 $red/maps/ISLAND.RGM play @
alike 1 $red/maps/ISLAND.RGM run @ --actor PATROL --json
alike 0 d/kotor/override/demo_hello.ncs run @ --trace
alike 0 d/kotor/override/demo_hello.ncs disassemble @
alike 0 d/kotor/override/demo_hello.ncs decompile @
# What is cut is told in the same way.
head -c 60 keeper.utc >cut.utc
for words in 'info @' 'dump @' 'json @' 'get @ Tag' 'diff @ keeper.utc' 'set @ Tag=x -o -'; do
    alike 3 cut.utc $words
done
alike 1 cut.utc verify @
head -c 3000 $mod >cut.mod
for words in 'list @' 'extract @ -o x' 'rm @ guard.utc -o y' 'put @ keeper.utc -o y'; do
    alike 3 cut.mod $words
done
absent x y

# Numbers of the engine: the last that is one, and the next.
pvo=$red/maps/ISLAND.PVO
for point in '-2147483648 0 0' '0 2147483647 0' '0 0 -0x80000000' '0x7fffffff 010 0'; do
    exits 0 "$tool" pvo query $pvo -- $point
done
prints '^point 2147483647 8 0: node ' "$tool" pvo query $pvo 0x7fffffff 010 0
for point in '-2147483649 0 0' '0 2147483648 0' '0 0 -2147483649' '1.5 0 0' '0 1x 0' '0 0 x'; do
    refuses 2 ' is not a whole number: a point is X Y Z in units of the engine; write -- before a point with a minus$' \
        "$tool" pvo query $pvo -- $point
done
prints '^node 0: 1 more objects can be seen$' "$tool" pvo patch $pvo node:0 65535 --dry-run
prints '^node 0: 2 more objects can be seen$' "$tool" pvo patch $pvo node:0 65535 65534 65535 --dry-run
for object in 65536 -1 1x '' 4294967296; do
    refuses 2 '^reliquary: .* is not the number of an object; pvo query shows them$' \
        "$tool" pvo patch $pvo node:0 -- "$object"
done
