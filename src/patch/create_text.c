/* The text of a mod that is made: sections, values and names. */
#include "core/line.h"
#include "core/text.h"
#include "patch/create.h"

#include <stdarg.h>
#include <stdio.h>

char *create_keep(struct creation *c, const char *text, size_t size)
{
    static char nothing[1];
    char *kept = rq_arena_text(&c->arena, text, size);
    return kept ? kept : nothing;
}

char *create_printf(struct creation *c, const char *fmt, ...)
{
    static char nothing[1];
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, fmt, args);
    char *text = size < 0 ? NULL : rq_arena_get(&c->arena, (size_t)size + 1, 1);
    if (text)
        vsnprintf(text, (size_t)size + 1, fmt, again);
    va_end(again);
    va_end(args);
    return text ? text : nothing;
}

/* ---- lines ---- */

/* Patchers drop blanks around a value and one pair of quotes: what has them gets another pair. */
static bool needs_quotes(const char *value)
{
    size_t size = strlen(value);
    if (!size)
        return false;
    char first = value[0], last = value[size - 1];
    return rq_line_is_blank((uint8_t)first) || rq_line_is_blank((uint8_t)last) ||
           (size > 1 && first == last && (first == '"' || first == '\''));
}

static void put_value(struct rq_out *out, const char *value)
{
    const char *quote = needs_quotes(value) ? "\"" : "";
    rq_putf(out, "=%s", quote);
    for (; *value; value++) {
        if (*value == '\n')
            rq_put_str(out, "<#LF#>");
        else if (*value == '\r')
            rq_put_str(out, "<#CR#>");
        else
            rq_put8(out, (uint8_t)*value);
    }
    rq_putf(out, "%s\r\n", quote);
}

void create_line(struct rq_out *out, const char *key, const char *value)
{
    rq_put_str(out, key);
    put_value(out, value);
}

const char *create_path(struct creation *c, const char *path)
{
    char *kept = create_keep(c, path, strlen(path));
    for (char *at = kept; *at; at++)
        *at = *at == '/' ? '\\' : *at;
    return kept;
}

void create_path_line(struct rq_out *out, const char *path, const char *part, const char *value)
{
    for (; *path; path++)
        rq_put8(out, (uint8_t)(*path == '/' ? '\\' : *path));
    rq_put_str(out, part);
    put_value(out, value);
}

/* ---- names ---- */

static bool is_taken(const struct creation *c, const char *name)
{
    for (uint32_t i = 0; i < c->name_count; i++)
        if (rq_casecmp(c->names[i], name) == 0)
            return true;
    return false;
}

const char *create_name(struct creation *c, const char *wanted)
{
    const char *name = wanted, *extension = rq_path_extension(wanted);
    size_t stem = *extension ? (size_t)(extension - wanted) - 1 : strlen(wanted);
    for (unsigned i = 2; is_taken(c, name) && rq_memory_lasted(c->refusals, NULL); i++)
        name = create_printf(c, "%.*s_%u%s", (int)stem, wanted, i, wanted + stem);
    const char **names =
        rq_arena_more(&c->arena, &c->names, c->name_count, &c->name_room, sizeof *names);
    if (!names)
        return name;
    names[c->name_count++] = name;
    return name;
}

const char *create_section(struct creation *c, const char *what)
{
    return create_name(c, create_printf(c, "%s_%u", what, c->section_count++));
}

void create_file(struct creation *c, const char *name, struct rq_bytes bytes)
{
    struct mod_file *files =
        rq_arena_more(&c->arena, &c->files, c->file_count, &c->file_room, sizeof *files);
    if (!files)
        return;
    files[c->file_count++] = (struct mod_file){name, bytes};
}

void create_listed(struct creation *c, enum list list, bool replace, const char *name)
{
    const char *word = list == LIST_2DA ? "Table" : replace ? "Replace" : "File";
    create_line(&c->heads[list], create_printf(c, "%s%u", word, c->counts[list]++), name);
}

/* ---- tokens ---- */

const char *create_strref(struct creation *c, uint32_t strref)
{
    if (c->new_strings && strref >= c->old_strings && strref < c->new_strings)
        return create_printf(c, "StrRef%u", strref - c->old_strings);
    return strref == UINT32_MAX ? "-1" : create_printf(c, "%u", strref);
}

struct row_token *create_row(struct creation *c, const char *table, size_t row)
{
    for (uint32_t i = 0; i < c->row_count; i++)
        if (c->rows[i].row == row && rq_casecmp(c->rows[i].table, table) == 0)
            return &c->rows[i];
    return NULL;
}

const char *create_reference(struct creation *c, const char *ref, int64_t value)
{
    if (strcmp(ref, "strref") == 0 && value >= 0 && value < UINT32_MAX && c->new_strings &&
        value >= c->old_strings && value < c->new_strings)
        return create_strref(c, (uint32_t)value);
    if (strncmp(ref, "2da:", 4) != 0 || value < 0)
        return NULL;
    struct row_token *token = create_row(c, ref + 4, (size_t)value);
    if (!token)
        return NULL;
    if (!token->number) {
        token->number = ++c->memory_count;
        c->again = true;
    }
    return token->set ? create_printf(c, "2DAMEMORY%u", token->number) : NULL;
}

/* ---- the whole ---- */

static const char *const list_names[LIST_COUNT] = {"TLKList", "InstallList", "2DAList",
                                                   "GFFList", "CompileList", "SSFList"};

static void put_settings(struct creation *c, struct rq_out *out)
{
    static const char *const rest[] = {
        "ConfirmMessage=N/A", "LogLevel=3",         "InstallerMode=1",       "BackupFiles=1",
        "PlaintextLog=0",     "LookupGameFolder=0", "SaveProcessedScripts=0"};
    rq_put_str(out, "[Settings]\r\nFileExists=1\r\n");
    create_line(out, "WindowCaption", c->options->title);
    rq_putf(out, "LookupGameNumber=%u\r\n", c->game_number);
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
        rq_putf(out, "%s\r\n", rest[i]);
}

static void put_installs(struct creation *c)
{
    for (uint32_t i = 0; i < c->install_count; i++) {
        struct install *in = &c->installs[i];
        const char *label = create_section(c, "install_folder");
        create_line(&c->heads[LIST_INSTALL], label,
                    *in->folder ? create_path(c, in->folder) : ".\\");
        rq_putf(&c->bodies[LIST_INSTALL], "[%s]\r\n", label);
        rq_put_bytes(&c->bodies[LIST_INSTALL], rq_out_bytes(&in->lines));
    }
}

static bool is_ascii(struct rq_bytes text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] >= 0x80)
            return false;
    return true;
}

static void put_utf16(struct rq_out *out, struct rq_bytes text)
{
    uint32_t code;
    rq_put16(out, 0xFEFF);
    for (size_t i = 0, n; i < text.size && (n = rq_utf8_get(text.data + i, text.size - i, &code));
         i += n) {
        if (code >= 0x10000) {
            rq_put16(out, (uint16_t)(0xD800 + ((code - 0x10000) >> 10)));
            code = 0xDC00 + ((code - 0x10000) & 0x3FF);
        }
        rq_put16(out, (uint16_t)code);
    }
}

/* TSLPatcher reads the ANSI code page, or UTF-16 after a byte order mark; others guess. Letters beyond ASCII are
 * therefore UTF-16, which all of them read alike. */
void create_instructions(struct creation *c, struct rq_out *out)
{
    struct rq_out text = {0};
    put_settings(c, &text);
    put_installs(c);
    for (size_t i = 0; i < LIST_COUNT; i++) {
        if (!c->heads[i].size)
            continue;
        rq_putf(&text, "\r\n[%s]\r\n", list_names[i]);
        rq_put_bytes(&text, rq_out_bytes(&c->heads[i]));
        rq_put_bytes(&text, rq_out_bytes(&c->bodies[i]));
    }
    if (is_ascii(rq_out_bytes(&text)))
        rq_put_bytes(out, rq_out_bytes(&text));
    else
        put_utf16(out, rq_out_bytes(&text));
    rq_out_free(&text);
}
