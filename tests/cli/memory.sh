# Without memory the tool says so and ends with 4, and what it was to change stays as it is.
if ! grep -aq __asan_init "$tool"; then
    skips "memory can be refused to a build with the address sanitizer only"
    return 0
fi

# The sanitizer's own words about what it refuses go to a file.
starved=(env ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=2:log_path=asan "$tool")

"$tool" new utc -o guard.utc
cp guard.utc before.utc
words=$(printf 'Tag=guard %.0s' $(seq 60000))
refuses 4 '^reliquary: out of memory$' "${starved[@]}" set guard.utc $words
counts 0 out.txt ''
same guard.utc before.utc

# JSON is printed whole or not at all.
paths=$(printf 'Tag %.0s' $(seq 60000))
refuses 4 '^reliquary: out of memory$' "${starved[@]}" get --json guard.utc $paths
counts 0 out.txt ''
