# Killed while it writes: the archive is the old one or the new one, and nothing stays beside it.
"$tool" demo -q d
mkdir room
cp d/kotor/modules/demo01.mod room/m.mod
"$tool" extract -q room/m.mod -o x
head -c 40000 /dev/urandom >x/big.txt
cp room/m.mod old.mod
cp room/m.mod new.mod
"$tool" put -q new.mod x/big.txt
killed=0
for round in $(seq 40); do
    cp old.mod room/m.mod
    "$tool" put -q room/m.mod x/big.txt &
    sleep "0.0$((round % 10))"
    if kill -9 $! 2>/dev/null; then killed=$((killed + 1)); fi
    if wait $!; then :; fi
    if ! cmp -s room/m.mod old.mod; then same room/m.mod new.mod; fi
done 2>/dev/null
if [ $killed = 0 ]; then skips "no process was killed in time"; fi
# What a kill can leave behind goes with the next run.
echo half >room/m.mod.0.reliquary-part
"$tool" put -q room/m.mod x/big.txt
equal "$(ls room)" m.mod
same room/m.mod new.mod
