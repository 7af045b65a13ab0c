# What the tool does when the system fails; see the script.
library=$BUILD_DIR/tests/libfaults.so
if [ -e "$library" ]; then
    "$tool" demo -q d
    python3 "$SOURCE_DIR/tests/faults/faults.py" "$tool" "$library" d
else
    skips "the calls of another system than Linux"
fi
