"""Writes a C program that calls every public function that has an err without one, on documents of
every format and on input that nothing can read: null-errors.py INCLUDE_FOLDER FILE

A header that declares a parameter of a type that is not in VALUES fails the build: add it there."""
import glob, os, re, sys

# What stands for a parameter, by type. `doc` is a document of some format, `junk` no file of any.
VALUES = {
    "struct rq_doc *": "doc",
    "const struct rq_doc *": "doc",
    "struct rq_bytes": "junk",
    "const struct rq_format *": "format",
    "const struct rq_options *": "&options",
    "const char *": '"no/such/name"',
    "const char *const *": "names",
    "struct rq_out *": "&out",
    "struct rq_game **": "&game",
    "const struct rq_game *": "NULL",
    "const struct rq_resource *": "&resource",
    "struct rq_archive *": "archive",
    "struct rq_gff_struct *": "NULL",
    "const struct rq_gff_struct *": "NULL",
    "const struct rq_ini_line *": "NULL",
    "rq_ini_check_fn *": "check_line",
    "rq_visit_fn *": "stop",
    "rq_convert_fn *": "refuse",
    "rq_diff_fn *": "NULL",
    "rq_lint_fn *": "NULL",
    "rq_explain_fn *": "explain",
    "rq_soup_text_fn *": "end_texts",
    "rq_script_problem_fn *": "NULL",
    "rq_ncs_find_fn *": "find_nothing",
    "const struct rq_def *": "NULL",
    "rq_save_record_fn *": "NULL",
    "rq_patch_record_fn *": "NULL",
    "void *": "NULL",
    "bool": "true",
}
NUMBERS = ("size_t", "unsigned", "uint16_t", "uint32_t", "uint64_t", "int64_t", "float", "double")
# Without a document of their kind, or a game that can be opened, they can't be called.
NEEDS = {
    "rq_patch_commit": "a plan", # tests/unit/patch.c
    "rq_bwm_build": "a source", "rq_game_refresh": "game", "rq_game_bytes": "game",
    "rq_game_read": "game", "rq_game_talk": "game", "rq_archive_entries": "archive",
    "rq_archive_put": "archive", "rq_archive_remove": "archive", "rq_archive_save": "archive",
    "rq_ini_set": "a line", "rq_field_value": "a field", "rq_inside_write": "an entry",
    "rq_inside_save": "an entry", "rq_field_explain": "a field", "rq_field_say": "a field",
    "rq_refs_open": "game", "rq_refs_flow": "an index", "rq_soup_open_actor": "a map",
    "rq_soup_take_world": "a machine", "rq_soup_put_world": "a machine", "rq_soup_game_open": "game",
    "rq_ncs_decompile": "a decompiler", "rq_nss_compile_next": "a compiler", "rq_ncs_vm_open": "a script",
    "rq_ncs_vm_take_world": "a machine", "rq_ncs_vm_put_world": "a machine",
    "rq_save_doc": "a slot", "rq_save_touch": "a slot", "rq_save_report": "a slot", "rq_save_get": "a slot",
    "rq_save_set": "a slot", "rq_save_repair": "a slot", "rq_save_diff": "a slot",
    "rq_save_changes": "a slot", "rq_save_commit": "a slot", # tests/unit/save.c leaves their errors out
}
# What frees a result.
FREED = {
    "struct rq_doc *": "rq_doc_free", "struct rq_game *": "rq_game_close",
    "struct rq_archive *": "rq_archive_close", "struct rq_soup_names *": "rq_soup_names_free",
    "struct rq_soup_machine *": "rq_soup_close", "struct rq_slots *": "rq_slots_close",
    "struct rq_redguard_save *": "rq_redguard_save_close", "struct rq_kotor_save *": "rq_save_close",
    "struct rq_patch *": "rq_patch_close", "struct rq_media *": "rq_media_close", "struct rq_nss_compiler *": "rq_nss_close", "struct rq_ncs_decompiler *": "rq_ncs_decompiler_close",
}
# What has to be closed though it failed.
CLOSED = {name: "rq_tree_close((void *)room);" for name in ("rq_tree_open", "rq_tree_open_bytes")}
FORMATS = {"rq_mdl_derive": "mdl", "rq_mdl_to_ascii": "mdl", "rq_ini_check": "ini"}


def declarations(folder):
    for header in sorted(glob.glob(os.path.join(folder, "*.h"))):
        for m in re.finditer(r"RQ_API\s+([^;]*?)\s*\(([^;]*)\)\s*;", open(header).read(), re.S):
            if re.search(r"struct rq_error \*err\b", m.group(2)):
                result, name = re.match(r"(.*?)(\w+)$", " ".join(m.group(1).split())).groups()
                yield os.path.basename(header), result.strip(), name, " ".join(m.group(2).split())


def value(kind, name, text):
    if (kind, text) == ("struct rq_error *", "struct rq_error *err"):
        return "NULL"
    if kind in VALUES:
        return VALUES[kind]
    if kind in NUMBERS or kind.startswith("enum "):
        return "1" if text == "size_t count" else "0"
    if kind.startswith("const ") and not kind.endswith("**"):
        return "(const void *)zeros"
    if kind.endswith("*") or text.endswith("]"):
        return "(void *)room"
    sys.exit(f"null-errors.py: {name}: nothing stands for a parameter of the type {kind}")


def call(name, parameters):
    values = []
    for text in parameters.split(", "):
        kind = re.sub(r"\w+(\[\d+\])?$", "", text).strip()
        values.append(value(kind, name, text))
    return f"{name}({', '.join(values)})"


def main():
    headers, lines = [], []
    for header, result, name, parameters in declarations(sys.argv[1]):
        headers.append(header)
        if name in NEEDS:
            continue
        text = call(name, parameters)
        if result in FREED:
            text = f"{FREED[result]}({text})"
        if name.startswith("rq_gff"):
            lines.append(f'    if (is("gff"))\n        (void){text};')
        elif name in FORMATS:
            lines.append(f'    if (is("{FORMATS[name]}"))\n        (void){text};')
        else:
            lines.append(f"    (void){text};")
        if name in CLOSED:
            lines.append(f"    {CLOSED[name]}")
    includes = "\n".join(f"#include <reliquary/{h}>" for h in sorted(set(headers)))
    with open(sys.argv[2], "w") as out:
        out.write(f"/* Made by null-errors.py. */\n{includes}\n")
        out.write(PROGRAM.replace("CALLS", "\n".join(lines)))


PROGRAM = r"""
#include "support/check.h"

#include <string.h>

static bool stop(void *ctx, const struct rq_value *value)
{
    (void)ctx, (void)value;
    return false;
}

static bool end_texts(void *ctx, const char *name, const char *file, struct rq_bytes text,
                      const char *reason)
{
    (void)ctx, (void)name, (void)file, (void)text, (void)reason;
    return false;
}

static bool find_nothing(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    (void)ctx, (void)name, (void)text, (void)path;
    return false;
}

static void explain(void *ctx, const char *key, const char *text)
{
    (void)ctx, (void)key, (void)text;
}

static bool refuse(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)ctx, (void)name, (void)bytes, (void)err;
    return false;
}

static void check_line(void *ctx, const struct rq_ini_finding *finding)
{
    (void)ctx, (void)finding;
}

#define is(what) (strcmp(rq_format_describe(format)->name, what) == 0)

static void call_all(const struct rq_format *format, struct rq_doc *doc, struct rq_bytes junk)
{
    static uint64_t room[4096];
    static const uint64_t zeros[4096];
    static const char *const names[] = {"no/such/name"};
    struct rq_options options = {.format = format};
    struct rq_out out = {0};
    (void)names;
CALLS
    rq_out_free(&out);
}

static void test_every_function(void)
{
    static const char *const junk[] = {"",             "junk", "\x89PNG\r\n\x1a\n", "glTF",
                                       "RIFF....WAVE", "{}",   "<gff3>",              "a,b\n1,2"};
    size_t docs = 0;
    for (size_t i = 0; i < rq_format_count(); i++)
        for (size_t k = 0; k < sizeof junk / sizeof junk[0]; k++) {
            struct rq_doc *doc = rq_doc_new(rq_format_at(i), NULL, NULL);
            if (!doc)
                continue;
            docs++;
            call_all(rq_format_at(i), doc,
                     (struct rq_bytes){(const uint8_t *)junk[k], strlen(junk[k])});
            rq_doc_free(doc);
        }
    CHECK(docs > 0);
}

TESTS(test_every_function)
"""

if __name__ == "__main__":
    main()
