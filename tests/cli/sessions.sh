# Debuggers and runners of scripts with made-up commands, as hashes; see the script.
exec python3 "$SOURCE_DIR/tests/contract/sessions.py" --tool "$RELIQUARY" --room sessions
