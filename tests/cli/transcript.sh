# What the tool says, word for word; see the script.
exec python3 "$SOURCE_DIR/tests/contract/transcript.py" --tool "$RELIQUARY" --room transcript
