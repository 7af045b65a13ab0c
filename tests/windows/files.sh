# What is particular to the files of Windows: wildcards, letters, long paths, links, read-only files, kills.
exits 0 "$tool" demo -q demo
exits 0 "$tool" extract -q demo/kotor/modules/demo01.mod '*.utc' -o utc
all=$(find utc -name '*.utc' | wc -l)

# No shell has expanded anything here: the program does, where a verb takes files.
exits 0 "$tool" info 'utc/*.utc' --json
counts "$all" out.txt '"path": '
prints 'guard\.utc' "$tool" info 'utc/gua?d.utc'
prints 'guard\.utc' "$tool" info 'UTC\*uard.*'
exits 0 "$tool" verify -q 'demo/k*/mod*/*.mod'
refuses 3 'utc/\*\.none' "$tool" info 'utc/*.none'
# And not where it takes patterns or paths inside, though files here would match.
touch x.utc ClassList
prints 'guard\.utc' "$tool" list demo/kotor/modules/demo01.mod '*.utc'
prints '.' "$tool" get utc/guard.utc 'ClassList/*/Class'
exits 0 "$tool" get utc/guard.utc '*'
lacks out.txt 'x\.utc'

# Letters that no code page of Windows has together.
mkdir 'Ünï – 日本'
exits 0 "$tool" json utc/guard.utc -o 'Ünï – 日本/čaj 茶.json'
exits 0 "$tool" build 'Ünï – 日本/čaj 茶.json' -o 'Ünï – 日本/żółw.utc'
same 'Ünï – 日本/żółw.utc' utc/guard.utc
prints 'żółw\.utc' "$tool" info 'Ünï – 日本/ż*.utc'

# Over 260 letters, absolute and relative.
part=a_folder_whose_name_has_fifty_letters_and_no_more_xx
deep=$part/$part/$part/$part/$part/$part
exits 0 "$tool" extract -q demo/kotor/modules/demo01.mod '*.utc' -o "$deep"
same "$deep/guard.utc" utc/guard.utc
exits 0 "$tool" verify -q "$deep"
prints 'guard\.utc' "$tool" info "$PWD/$deep/guard.utc"
exits 0 "$tool" info "$deep/*.utc" --json
counts "$all" out.txt '"path": '
exits 0 "$tool" set "$deep/guard.utc" Tag=deeper
prints 'deeper' "$tool" get "$deep/guard.utc" Tag
refuses 3 'no such file' "$tool" info "$deep/none.utc"

# A link to a folder is read when it is named, and left alone by a walk: this one would never end.
mkdir links
cp utc/guard.utc links
ln -s ../links links/round
prints 'guard\.utc' "$tool" info links/round/guard.utc
exits 0 "$tool" verify links
has out.txt '^verified 1:'

# What is read-only stays, and stays read-only.
cp utc/guard.utc locked.utc
chmod 444 locked.utc
refuses 4 'is read-only' "$tool" set locked.utc Tag=other
refuses 4 'is read-only' "$tool" json utc/guard.utc -o locked.utc --force
same locked.utc utc/guard.utc
equal "$(stat -c %a locked.utc)" 444

# Killed while it writes: what is left goes with the next run.
echo half >m.utc.0.reliquary-part
cp utc/guard.utc m.utc
exits 0 "$tool" set m.utc Tag=other
absent m.utc.0.reliquary-part
