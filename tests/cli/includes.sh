# Includes point one way: docs/architecture.md has the list of what each room may include.
python3 - "$SOURCE_DIR" <<'EOF'
import os, re, sys

source = sys.argv[1]
text = open(os.path.join(source, "docs/architecture.md"), encoding="utf-8").read()
rooms = {}
for line in re.search(r"```includes\n(.*?)```", text, re.S).group(1).splitlines():
    room, allowed = line.split(":")
    rooms[room] = set(allowed.split()) | {room}

def room_of(path):
    parts = path.split("/")
    return parts[1] if parts[0] == "src" else parts[0]

wrong = []
seen = set()
for top in ("src", "demo", "studio/server", "tool"):
    for folder, _, names in os.walk(os.path.join(source, top)):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), source)
            if not name.endswith((".c", ".h", ".def")):
                continue
            room = room_of(path)
            seen.add(room)
            if room not in rooms:
                wrong.append(f"{path}: the map has no room {room}")
                continue
            for line in open(os.path.join(folder, name), encoding="utf-8"):
                match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
                if not match:
                    continue
                target = match.group(1)
                inside = target.split("/")[0] if "/" in target else room
                if inside not in rooms[room]:
                    wrong.append(f"{path} includes {target}: {room} may include "
                                 f"{' '.join(sorted(rooms[room]))}")
wrong += [f"the map names {room}, but there is no such room" for room in sorted(set(rooms) - seen)]
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
EOF
