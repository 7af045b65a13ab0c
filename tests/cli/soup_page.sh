# The examples of docs/soup.md: every command in a block "console" prints what stands below it.
python3 - "$SOURCE_DIR/docs/soup.md" "$tool" <<'PY'
import os, re, subprocess, sys

page, tool = sys.argv[1:]
os.mkdir("bin")
os.symlink(tool, "bin/reliquary")
os.environ["PATH"] = os.path.abspath("bin") + ":" + os.environ["PATH"]
blocks = re.findall(r"^```console\n(.*?)^```$", open(page, encoding="utf-8").read(), re.M | re.S)
assert len(blocks) >= 2, "no examples"
for block in blocks:
    for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, expected = step.partition("\n")
        # Both outputs as they come, those of a pipe one after the other.
        ran = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        shown = (ran.stdout + ran.stderr).decode()
        assert shown == expected, f"{command}\n--- prints\n{shown}--- but the page has\n{expected}"
PY
