# Every command that the README prints, in order, in a folder where only the demo is. Those that find something may
# end with 1; studio, which goes on, is asked for its help.
mkdir -p build bin
"$tool" demo build/demo -q
ln -s "$tool" bin/reliquary
export PATH=$PWD/bin:$PATH
python3 - "$SOURCE_DIR/README.md" <<'EOF'
import re, subprocess, sys

lines = re.findall(r"(?m)^    \$ (.*)$", open(sys.argv[1], encoding="utf-8").read())
assert len(lines) >= 60, len(lines)
for line in lines:
    if line.startswith("reliquary studio "):
        line = "reliquary studio --help"
    most = 1 if re.match(r"reliquary (diff [^-]*$|lint |missing |ini check )", line) else 0
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert 0 <= done.returncode <= most, f"exit {done.returncode}: {line}\n{done.stderr}"
EOF
exists mod both island.glb area.png
