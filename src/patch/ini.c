/* Instructions as Windows reads them: comments only at the start of a line, the first of two equal sections or keys
 * counts, quotes around a value go, and what is no instruction is passed over. */
#include "core/line.h"
#include "core/text.h"
#include "patch/parts.h"

bool starts_with(const char *text, const char *word)
{
    for (; *word; text++, word++)
        if (rq_lower(*text) != rq_lower(*word))
            return false;
    return true;
}

bool is_one_of(const char *words, const char *text)
{
    char word[24];
    size_t size = strlen(text);
    if (size >= sizeof word)
        return false;
    for (size_t i = 0; i <= size; i++)
        word[i] = rq_lower(text[i]);
    return rq_word_in(words, word, size);
}

/* ---- by name ---- */

static uint32_t hash_of(uint32_t section, const char *name)
{
    uint32_t h = 2166136261u ^ section;
    for (; *name; name++)
        h = (h ^ (uint8_t)rq_lower(*name)) * 16777619u;
    return h ^ h >> 15;
}

/* Slots hold the number of a key + 1, or with the top bit that of a section. */
#define SLOT_SECTION 0x80000000u

static uint32_t section_of(const struct ini *ini, uint32_t key)
{
    uint32_t low = 0, high = ini->section_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (ini->sections[middle].first <= key)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t slot_hash(const struct ini *ini, uint32_t slot)
{
    if (slot & SLOT_SECTION)
        return hash_of(UINT32_MAX, ini->sections[slot & ~SLOT_SECTION].name);
    return hash_of(section_of(ini, slot - 1), ini->keys[slot - 1].name);
}

/* section UINT32_MAX: the name of a section. */
static uint32_t *slot_of(const struct ini *ini, uint32_t section, const char *name)
{
    uint32_t at = hash_of(section, name) & ini->slot_mask;
    for (; ini->slots[at]; at = (at + 1) & ini->slot_mask) {
        uint32_t slot = ini->slots[at];
        bool is_section = (slot & SLOT_SECTION) != 0;
        if (is_section != (section == UINT32_MAX))
            continue;
        if (is_section ? rq_casecmp(ini->sections[slot & ~SLOT_SECTION].name, name) == 0
                       : section_of(ini, slot - 1) == section &&
                             rq_casecmp(ini->keys[slot - 1].name, name) == 0)
            break;
    }
    return &ini->slots[at];
}

static bool make_room(struct rq_patch *p, struct ini *ini)
{
    uint32_t size = ini->slots ? (ini->slot_mask + 1) * 2 : 256;
    uint32_t *old = ini->slots, old_size = old ? ini->slot_mask + 1 : 0;
    if (old && ini->slot_used * 2 < old_size)
        return true;
    ini->slots = rq_arena_get(&p->arena, size, sizeof *ini->slots);
    if (!ini->slots)
        return false;
    ini->slot_mask = size - 1;
    for (uint32_t i = 0; i < old_size; i++) {
        if (!old[i])
            continue;
        uint32_t at = slot_hash(ini, old[i]) & ini->slot_mask;
        while (ini->slots[at])
            at = (at + 1) & ini->slot_mask;
        ini->slots[at] = old[i];
    }
    return true;
}

struct ini_section *ini_find(struct ini *ini, const char *name)
{
    uint32_t slot = ini->slots ? *slot_of(ini, UINT32_MAX, name) : 0;
    if (!slot)
        return NULL;
    struct ini_section *section = &ini->sections[slot & ~SLOT_SECTION];
    section->used = true;
    return section;
}

const struct ini_key *ini_key(const struct ini *ini, const struct ini_section *section,
                              const char *name)
{
    if (!section)
        return NULL;
    uint32_t slot = *slot_of(ini, (uint32_t)(section - ini->sections), name);
    return slot ? &ini->keys[slot - 1] : NULL;
}

const char *ini_value(const struct ini *ini, const struct ini_section *section, const char *name)
{
    const struct ini_key *key = ini_key(ini, section, name);
    return key ? key->value : NULL;
}

/* ---- text ---- */

static bool is_utf8(struct rq_bytes text)
{
    uint32_t code;
    for (size_t i = 0, n; i < text.size; i += n)
        if (!(n = rq_utf8_get(text.data + i, text.size - i, &code)))
            return false;
    return true;
}

static void put_utf16(struct rq_out *out, struct rq_bytes text)
{
    uint8_t utf8[8];
    for (size_t i = 0; i + 1 < text.size; i += 2) {
        uint32_t code = rq_get16(text.data + i);
        if (code >= 0xD800 && code < 0xDC00 && i + 3 < text.size) {
            uint32_t low = rq_get16(text.data + i + 2);
            if (low >= 0xDC00 && low < 0xE000) {
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                i += 2;
            }
        }
        rq_put(out, utf8, rq_utf8_put(utf8, code >= 0xD800 && code < 0xE000 ? 0xFFFD : code));
    }
}

/* UTF-8, whatever the file has: a byte order mark says it, else what it can be. */
void ini_decode(struct rq_out *out, struct rq_bytes text)
{
    if (text.size >= 2 && text.data[0] == 0xFF && text.data[1] == 0xFE) {
        put_utf16(out, (struct rq_bytes){text.data + 2, text.size - 2});
        return;
    }
    if (text.size >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0)
        text = (struct rq_bytes){text.data + 3, text.size - 3};
    if (is_utf8(text))
        rq_put_bytes(out, text);
    else
        rq_text_decode(out, RQ_CP1252, text);
}

static struct rq_bytes trim(struct rq_bytes text)
{
    rq_line_cut_blanks(&text);
    text.size = rq_line_trimmed(text);
    return text;
}

/* <#LF#> and <#CR#> stand for line breaks in every value. */
static const char *value_of(struct rq_patch *p, struct rq_bytes text)
{
    if (text.size >= 2 && (text.data[0] == '"' || text.data[0] == '\'') &&
        text.data[text.size - 1] == text.data[0])
        text = (struct rq_bytes){text.data + 1, text.size - 2};
    char *value = rq_arena_text(&p->arena, (const char *)text.data, text.size);
    if (!value || !strstr(value, "<#"))
        return value;
    char *to = value;
    for (const char *from = value; *from;) {
        bool lf = strncmp(from, "<#LF#>", 6) == 0, cr = strncmp(from, "<#CR#>", 6) == 0;
        *to++ = lf ? '\n' : cr ? '\r' : *from;
        from += lf || cr ? 6 : 1;
    }
    *to = 0;
    return value;
}

/* ---- sections and keys ---- */

static bool add_section(struct rq_patch *p, struct ini *ini, struct rq_bytes line, unsigned number,
                        bool *open)
{
    const uint8_t *end = memchr(line.data, ']', line.size);
    struct rq_bytes name = {line.data + 1, (end ? (size_t)(end - line.data) : line.size) - 1};
    struct ini_section *sections = rq_arena_more(&p->arena, &ini->sections, ini->section_count,
                                                 &ini->section_room, sizeof *sections);
    name = trim(name);
    const char *text = rq_arena_text(&p->arena, (const char *)name.data, name.size);
    if (!sections || !text || !make_room(p, ini))
        return false;
    uint32_t *slot = slot_of(ini, UINT32_MAX, text);
    *open = *slot == 0;
    if (!*open) {
        tell(p, RQ_PATCH_WARNING, number,
             "[%s] is there a second time: line %u has the first, "
             "which counts",
             text, sections[*slot & ~SLOT_SECTION].line);
        return true;
    }
    *slot = SLOT_SECTION | ini->section_count;
    ini->slot_used++;
    sections[ini->section_count++] =
        (struct ini_section){.name = text, .line = number, .first = ini->key_count};
    return true;
}

static bool add_key(struct rq_patch *p, struct ini *ini, struct rq_bytes line, unsigned number)
{
    const uint8_t *equals = memchr(line.data, '=', line.size);
    if (!equals)
        return true;
    size_t size = (size_t)(equals - line.data);
    struct rq_bytes name = trim((struct rq_bytes){line.data, size});
    struct ini_key *keys =
        rq_arena_more(&p->arena, &ini->keys, ini->key_count, &ini->key_room, sizeof *keys);
    struct ini_key key = {.line = number};
    key.name = rq_arena_text(&p->arena, (const char *)name.data, name.size);
    key.value = value_of(p, trim((struct rq_bytes){equals + 1, line.size - size - 1}));
    if (!keys || !key.name || !key.value || !make_room(p, ini))
        return false;
    uint32_t *slot = slot_of(ini, ini->section_count - 1, key.name);
    if (*slot) {
        tell(p, RQ_PATCH_WARNING, number,
             "%s is there a second time in [%s]: line %u has the first, which counts", key.name,
             ini->sections[ini->section_count - 1].name, keys[*slot - 1].line);
        return true;
    }
    keys[ini->key_count] = key;
    *slot = ++ini->key_count;
    ini->slot_used++;
    ini->sections[ini->section_count - 1].count++;
    return true;
}

bool ini_read(struct rq_patch *p, struct ini *ini, struct rq_bytes text)
{
    struct rq_out out = {0};
    bool open = false, fine = make_room(p, ini);
    ini_decode(&out, text);
    struct rq_bytes rest = rq_out_bytes(&out);
    for (unsigned number = 1; fine && rest.size; number++) {
        enum rq_line_end end;
        struct rq_bytes line = trim(rq_line_next(&rest, &end));
        if (!line.size || line.data[0] == ';' || memchr(line.data, 0, line.size))
            continue;
        if (line.data[0] == '[')
            fine = add_section(p, ini, line, number, &open);
        else if (open)
            fine = add_key(p, ini, line, number);
    }
    fine = fine && !out.failed;
    rq_out_free(&out);
    return fine;
}
