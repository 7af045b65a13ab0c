# All that verbs put out with their options, as hashes; see the script.
exec python3 "$SOURCE_DIR/tests/contract/matrix.py" --tool "$RELIQUARY" --room matrix
