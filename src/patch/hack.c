/* [HACKList]: numbers at offsets of files, mostly of compiled scripts. */
#include "core/line.h"
#include "core/text.h"
#include "patch/parts.h"

#include <stdlib.h>

/* "u16:5" takes two bytes; without a prefix a number takes four. */
static unsigned width_of(const char **text)
{
    static const struct {
        const char *prefix;
        unsigned width;
    } widths[] = {{"u8:", 1}, {"u16:", 2}, {"u32:", 4}};
    for (size_t i = 0; i < 3; i++)
        if (starts_with(*text, widths[i].prefix)) {
            *text += strlen(widths[i].prefix);
            return widths[i].width;
        }
    return 4;
}

static bool hex_number(const char *text, int64_t *v)
{
    char *end;
    if (!starts_with(text, "0x"))
        return rq_line_number(rq_line_of(text), v);
    unsigned long long wide = strtoull(text + 2, &end, 16);
    *v = (int64_t)wide;
    return text[2] && !*end && wide <= UINT32_MAX;
}

static void put_number(uint8_t *to, unsigned width, bool big_endian, uint32_t v)
{
    for (unsigned i = 0; i < width; i++)
        to[i] = (uint8_t)(v >> 8 * (big_endian ? width - 1 - i : i));
}

static void hack(struct rq_patch *p, struct res *r, uint8_t *data, size_t all,
                 const struct ini_key *key)
{
    const char *text = key->value;
    unsigned width = width_of(&text);
    const char *value = token_value(p, key->line, text);
    int64_t offset, number;
    if (!value)
        return;
    int64_t most = (INT64_C(1) << 8 * width) - 1;
    if (!hex_number(key->name, &offset) || offset < 0 || !hex_number(value, &number)) {
        tell(p, RQ_PATCH_ERROR, key->line, "expected offset=number, found %s=%s", key->name, value);
        return;
    }
    if (number > most || number < -(most / 2) - 1) {
        tell(p, RQ_PATCH_ERROR, key->line, "%s does not fit into %u %s", value, width,
             width == 1 ? "byte" : "bytes");
        return;
    }
    if ((uint64_t)offset + width > all) {
        tell(p, RQ_PATCH_ERROR, key->line, "%s has no %u bytes at %lld: it has %zu", r->name, width,
             (long long)offset, all);
        return;
    }
    size_t size = strlen(r->name);
    bool script = size >= 3 && rq_casecmp(r->name + size - 3, "ncs") == 0;
    put_number(data + offset, width, script, (uint32_t)number);
    wrote(p, r, key->line, value, "%lld", (long long)offset);
}

void hack_list(struct rq_patch *p, struct ini_section *section)
{
    struct op_list list;
    op_list_open(p, &list, section);
    for (uint32_t i = 0; i < section->count; i++) {
        struct op op;
        struct rq_bytes bytes;
        struct rq_error err = {0};
        if (!op_read(p, &list, ini_at(&p->ini, section, i), &op))
            continue;
        const char *replace = ini_value(&p->ini, op.section, "ReplaceFile");
        op.replace = op.replace || (replace && strcmp(replace, "1") == 0);
        struct res *r = op.section ? op_target(p, &op) : NULL;
        if (!op.section)
            tell(p, RQ_PATCH_ERROR, op.key->line, "there is no section [%s]", op.name);
        if (r && r->exists && !r->fresh && !op.replace) {
            tell(p, RQ_PATCH_WARNING, op.key->line, "%s is there already, and is left as it is",
                 r->key);
            continue;
        }
        r = r ? op_base(p, &op, NULL) : NULL;
        if (!r || !plan_bytes(p, r, &bytes, &err))
            continue;
        uint8_t *copy = rq_arena_get(&p->arena, bytes.size, 1);
        if (!copy)
            return;
        if (bytes.size)
            memcpy(copy, bytes.data, bytes.size);
        tell(p, RQ_PATCH_NOTE, op.key->line, "patching %s", r->key);
        for (uint32_t k = 0; k < op.section->count; k++) {
            const struct ini_key *key = ini_at(&p->ini, op.section, k);
            if (key->name[0] != '!' && rq_casecmp(key->name, "ReplaceFile") != 0)
                hack(p, r, copy, bytes.size, key);
        }
        plan_put(p, r, (struct rq_bytes){copy, bytes.size});
        op_check_override(p, &op, r);
    }
}
