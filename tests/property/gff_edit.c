/* Edits of GFF trees. Random edits are done to a document and to a tree of the test's own
 * (gff_model.h); the files of both are the same. Failing memory and damaged files leave a document
 * that can be written. */
#include "gff_model.h"
#include "golden/gff_parts.h"

/* ---- random edits ---- */

enum { SEEDS = 40, EDITS = 400, PATH = 512 };

struct walk {
    struct rq_doc *doc;
    struct rq_gff_struct *root;
    struct m_struct model;
    uint32_t random;
    struct rq_error err;
};

static uint32_t pick(struct walk *w, size_t below)
{
    w->random = w->random * 1664525u + 1013904223u; /* the same in every run */
    return (w->random >> 8) % (uint32_t)(below ? below : 1);
}

/* The part of a path that names field i: "Label#2" when another of the label comes before. */
static void field_part(const struct m_struct *s, size_t i, char part[32])
{
    unsigned nth = 1;
    for (size_t k = 0; k < i; k++)
        nth += strcmp(s->fields[k].label, s->fields[i].label) == 0;
    snprintf(part, 32, nth > 1 ? "%s#%u" : "%s", s->fields[i].label, nth);
}

static void join(char path[PATH], const char *part)
{
    size_t at = strlen(path);
    snprintf(path + at, PATH - at, "%s%s", at ? "/" : "", part);
}

/* Some struct of the tree, with the path to it; depth limits how far down it may be. */
static struct m_struct *some_struct(struct walk *w, char path[PATH], int depth)
{
    struct m_struct *s = &w->model;
    path[0] = 0;
    for (; depth > 0 && s->count; depth--) {
        size_t i = pick(w, s->count);
        struct m_field *f = &s->fields[i];
        char part[32];
        if (!f->items || f->count == 0)
            continue;
        field_part(s, i, part);
        join(path, part);
        size_t element = pick(w, f->count);
        if (f->type == 15) {
            snprintf(part, sizeof part, "%zu", element);
            join(path, part);
        }
        s = &f->items[element];
    }
    return s;
}

static const struct {
    const char *utf8, *page; /* the same text in UTF-8 and cp1252 */
} words[] = {{"", ""},
             {"x", "x"},
             {"caf\xC3\xA9", "caf\xE9"},
             {"\xE2\x82\xAC 5", "\x80 5"},
             {"a longer line of text\r\n", "a longer line of text\r\n"}};

static void put_length(struct m_bytes *to, const char *text)
{
    m_append32(to, (uint32_t)strlen(text));
    m_append(to, text, strlen(text));
}

/* Gives a field of the model a random value of its type, and does the same to the document. */
static bool give(struct walk *w, struct m_field *f, const char *path, bool add)
{
    struct rq_doc *doc = w->doc;
    struct rq_gff_struct *in = w->root;
    struct rq_error *err = &w->err;
    uint32_t n = pick(w, 1 << 16) << 16 | pick(w, 1 << 16);
    size_t word = pick(w, sizeof words / sizeof words[0]);
    const char *utf8 = words[word].utf8;
    uint64_t wide = (uint64_t)n << 32 | ~n;
    double real;
    float floats[4];
    f->block.size = 0;
    memcpy(&real, &wide, 8);
    for (uint32_t i = 0; i < 4; i++)
        floats[i] = (float)(n >> i);
#define DO(name, value)                                                                            \
    (add ? rq_gff_add_##name(doc, in, path, value, err)                                            \
         : rq_gff_set_##name(doc, in, path, value, err))
    switch (f->type) {
    case 0: f->word = n & 0xFF; return DO(byte, (uint8_t)n);
    case 1: f->word = (uint32_t)(int8_t)n; return DO(char, (int8_t)n);
    case 2: f->word = n & 0xFFFF; return DO(word, (uint16_t)n);
    case 3: f->word = (uint32_t)(int16_t)n; return DO(short, (int16_t)n);
    case 4: f->word = n; return DO(dword, n);
    case 5: f->word = n; return DO(int, (int32_t)n);
    case 6: m_append32(&f->block, ~n), m_append32(&f->block, n); return DO(dword64, wide);
    case 7: m_append32(&f->block, ~n), m_append32(&f->block, n); return DO(int64, (int64_t)wide);
    case 8: memcpy(&f->word, floats, 4); return DO(float, floats[0]);
    case 9: m_append(&f->block, &wide, 8); return DO(double, real);
    case 10: put_length(&f->block, words[word].page); return DO(string, utf8);
    case 11:
        if (word == 4) /* too long */
            word = 1, utf8 = "x";
        m_append(&f->block, &(uint8_t){(uint8_t)strlen(words[word].page)}, 1);
        m_append(&f->block, words[word].page, strlen(words[word].page));
        return DO(resref, utf8);
    case 13:
        m_append32(&f->block, 4), m_append32(&f->block, n);
        return DO(void, ((struct rq_bytes){f->block.data + 4, 4}));
    case 16: m_append(&f->block, floats, 16); return DO(orientation, floats);
    case 17: m_append(&f->block, floats, 12); return DO(vector, floats);
    case 18: m_append32(&f->block, 4), m_append32(&f->block, n); return DO(strref, n);
    default: return false;
    }
#undef DO
}

static bool edit_add_field(struct walk *w, struct m_struct *s, char path[PATH])
{
    char part[32];
    s->fields = m_open(s->fields, &s->count, s->count, sizeof *s->fields);
    struct m_field *f = &s->fields[s->count - 1];
    snprintf(f->label, sizeof f->label, "Label %u", pick(w, 12));
    f->type = pick(w, 19);
    field_part(s, s->count - 1, part);
    join(path, part);
    switch (f->type) {
    case 12:
        f->word = pick(w, 100);
        return rq_gff_add_locstring(w->doc, w->root, path, f->word, &w->err);
    case 14:
        f->items = m_open(f->items, &f->count, 0, sizeof *f->items);
        f->items[0].id = pick(w, 100);
        return rq_gff_add_struct(w->doc, w->root, path, f->items[0].id, NULL, &w->err);
    case 15: return rq_gff_add_list(w->doc, w->root, path, &w->err);
    default: return give(w, f, path, true);
    }
}

static bool edit_text(struct walk *w, struct m_field *f, char path[PATH])
{
    uint32_t id = pick(w, 9); /* languages of cp1252 */
    size_t word = pick(w, sizeof words / sizeof words[0]), i = 0;
    char part[32];
    snprintf(part, sizeof part, "%u", id);
    join(path, part);
    while (i < f->count && f->texts[i].id != id)
        i++;
    bool add = i == f->count;
    if (add)
        f->texts = m_open(f->texts, &f->count, i, sizeof *f->texts);
    f->texts[i].id = id;
    f->texts[i].text.size = 0;
    m_append(&f->texts[i].text, words[word].page, strlen(words[word].page));
    return add ? rq_gff_add_string(w->doc, w->root, path, words[word].utf8, &w->err)
               : rq_gff_set_string(w->doc, w->root, path, words[word].utf8, &w->err);
}

static bool edit_element(struct walk *w, struct m_field *f, char path[PATH])
{
    size_t at = pick(w, f->count + 1);
    char part[32];
    if (at == f->count && pick(w, 2))
        snprintf(part, sizeof part, "-");
    else
        snprintf(part, sizeof part, "%zu", at);
    join(path, part);
    f->items = m_open(f->items, &f->count, at, sizeof *f->items);
    f->items[at].id = pick(w, 100);
    return rq_gff_add_struct(w->doc, w->root, path, f->items[at].id, NULL, &w->err);
}

/* A field that is there gets another value, an element or a text. */
static bool edit_field(struct walk *w, struct m_struct *s, char path[PATH])
{
    size_t i = pick(w, s->count);
    char part[32];
    struct m_field *f = &s->fields[i];
    field_part(s, i, part);
    join(path, part);
    if (f->type == 12)
        return edit_text(w, f, path);
    if (f->type == 15)
        return edit_element(w, f, path);
    if (f->type == 14) {
        f->items[0].id = pick(w, 100);
        return rq_gff_set_id(w->doc, w->root, path, f->items[0].id, &w->err);
    }
    return give(w, f, path, false);
}

static bool edit_remove(struct walk *w, struct m_struct *s, char path[PATH])
{
    size_t i = pick(w, s->count), at;
    char part[32];
    struct m_field *f = &s->fields[i];
    field_part(s, i, part);
    join(path, part);
    if ((f->type == 12 || f->type == 15) && f->count && pick(w, 4)) {
        at = pick(w, f->count);
        snprintf(part, sizeof part, "%zu", f->type == 15 ? at : f->texts[at].id);
        join(path, part);
        if (f->type == 15) {
            m_free_struct(&f->items[at]);
            m_close(f->items, &f->count, at, sizeof *f->items);
        } else {
            free(f->texts[at].text.data);
            m_close(f->texts, &f->count, at, sizeof *f->texts);
        }
    } else {
        m_free_field(f);
        m_close(s->fields, &s->count, i, sizeof *s->fields);
    }
    return rq_gff_remove(w->doc, w->root, path, &w->err);
}

/* In a copy without the element, with it in its new place. */
static void move_in(void *items, size_t count, size_t from, size_t to, size_t size)
{
    uint8_t *bytes = items, moved[128];
    memcpy(moved, bytes + from * size, size);
    m_close(items, &count, from, size);
    memmove(bytes + (to + 1) * size, bytes + to * size, (count - to) * size);
    memcpy(bytes + to * size, moved, size);
}

static bool edit_move(struct walk *w, struct m_struct *s, char path[PATH])
{
    size_t i = pick(w, s->count), from = i, to = pick(w, s->count);
    char part[32];
    struct m_field *f = &s->fields[i];
    field_part(s, i, part);
    join(path, part);
    if (f->items && f->type == 15 && f->count) {
        from = pick(w, f->count), to = pick(w, f->count);
        snprintf(part, sizeof part, "%zu", from);
        join(path, part);
        move_in(f->items, f->count, from, to, sizeof *f->items);
    } else {
        move_in(s->fields, s->count, from, to, sizeof *s->fields);
    }
    return rq_gff_move(w->doc, w->root, path, (uint32_t)to, &w->err);
}

/* A struct into a new field of another, or a field in place of another of its type. */
static bool edit_copy(struct walk *w, struct m_struct *s, char path[PATH])
{
    char from_path[PATH], part[32];
    struct m_struct *from = some_struct(w, from_path, 3);
    if (m_fields_in(from) > 40 || s->count > 20)
        return true;
    for (size_t i = 0; i < s->count; i++) {
        for (size_t k = 0; k < from->count; k++) {
            if (s->fields[i].type != from->fields[k].type || from->fields[k].items)
                continue;
            struct m_field copy = m_copy_field(&from->fields[k]);
            field_part(from, k, part);
            join(from_path, part);
            field_part(s, i, part);
            join(path, part);
            memcpy(copy.label, s->fields[i].label, sizeof copy.label);
            m_free_field(&s->fields[i]);
            s->fields[i] = copy;
            return rq_gff_set_copy(w->doc, w->root, path, w->doc, w->root, from_path, &w->err);
        }
    }
    struct m_struct copy = m_copy_struct(from);
    s->fields = m_open(s->fields, &s->count, s->count, sizeof *s->fields);
    struct m_field *f = &s->fields[s->count - 1];
    snprintf(f->label, sizeof f->label, "Copy");
    f->type = 14;
    f->items = m_open(f->items, &f->count, 0, sizeof *f->items);
    f->items[0] = copy;
    field_part(s, s->count - 1, part);
    join(path, part);
    return rq_gff_add_copy(w->doc, w->root, path, w->doc, w->root, from_path, &w->err);
}

static bool same_file(struct walk *w)
{
    struct rq_out out = {0};
    struct m_bytes expected = m_write("GFF ", &w->model);
    bool same = CHECK(rq_doc_write(w->doc, &out, &w->err)) &&
                CHECK_MEM(out.data, out.size, expected.data, expected.size);
    free(expected.data);
    rq_out_free(&out);
    return same;
}

static void walk_from(uint32_t seed, size_t done[6])
{
    static bool (*const edits[])(struct walk *, struct m_struct *, char[PATH]) = {
        edit_add_field, edit_field, edit_remove, edit_move, edit_copy, edit_field};
    struct walk w = {.random = seed, .model = {.id = UINT32_MAX}};
    w.doc = rq_doc_new(rq_format_by_name("gff"), NULL, &w.err);
    REQUIRE(w.doc != NULL);
    w.root = ((struct rq_gff *)rq_doc_root(w.doc, "gff"))->root;
    bool fine = true;
    for (int i = 0; i < EDITS && fine; i++) {
        char path[PATH];
        struct m_struct *s = some_struct(&w, path, 5);
        size_t kind = s->count < 4 ? 0 : pick(&w, sizeof edits / sizeof edits[0]);
        check_note("seed %u, edit %d of kind %zu", seed, i, kind);
        fine = CHECK(edits[kind](&w, s, path)) && (i % 16 || same_file(&w));
        done[kind]++;
    }
    if (!CHECK_STR(w.err.text, ""))
        printf("    %s\n", w.err.where);
    CHECK(!fine || same_file(&w));
    struct rq_out out = {0};
    CHECK(rq_doc_write(w.doc, &out, NULL));
    CHECK_INT(rq_doc_verify(rq_out_bytes(&out), NULL, true, NULL), RQ_IDENTICAL);
    rq_out_free(&out);
    m_free_struct(&w.model);
    rq_doc_free(w.doc);
}

static void test_random_edits(void)
{
    size_t done[6] = {0};
    for (uint32_t seed = 1; seed <= SEEDS; seed++)
        walk_from(seed, done);
    for (size_t i = 0; i < 6; i++)
        CHECK(done[i] > 500);
}

/* ---- samples ---- */

/* Every type, a small tree, the same with bytes that no layout explains, and a dialog whose nodes
 * have SoundExists up to three times. */
enum { SAMPLES = 4 };

static struct rq_bytes sample(size_t number, const char **name)
{
    static const char *const names[] = {"every type", "tree", "explicit", "dialog"};
    static const uint8_t stray[] = {W(1), 'x', W(1), 'x', 0, 0, 0, 0};
    static const uint32_t structs[][3] = {{ID, 0, 2}, {0, 8, 3}, {1, 4, 1}};
    static const uint32_t fields[][3] = {{15, 0, 0}, {10, 1, 0}, {0, 2, 1},
                                         {0, 2, 0},  {0, 2, 1},  {0, 2, 3}};
    static const char *const labels[] = {"EntryList", "VO_ID", "SoundExists"};
    static const uint8_t voice[] = {W(2), 'v', 'o'};
    static const uint32_t blocks[] = {0, 1, /* */ 2, 3, 5}, lists[] = {2, 1, 2};
    static const struct parts dialog = {"DLG ", structs, fields, labels, voice, blocks, lists,
                                        3,      6,       3,      6,      5,     3};
    static struct file files[SAMPLES];
    struct parts p = number == 3 ? dialog : depth_first;
    if (number == 2)
        p.data = stray, p.data_size = sizeof stray;
    files[number] = assemble(&p);
    *name = names[number];
    return number ? bytes_of(&files[number]) : (struct rq_bytes){all_types, sizeof all_types};
}

static struct rq_gff_struct *root_of(struct rq_doc *doc)
{
    return ((struct rq_gff *)rq_doc_root(doc, "gff"))->root;
}

/* ---- memory that runs out ---- */

struct attempt {
    struct rq_doc *doc, *other;
    struct rq_gff_struct *root, *other_root;
    struct rq_error err;
};

/* On samples whose root has two fields or more. */
static bool run_edit(struct attempt *a, int number)
{
    struct rq_doc *doc = a->doc;
    struct rq_gff_struct *root = a->root;
    switch (number) {
    case 0: return rq_gff_add_dword(doc, root, "New", 1, &a->err);
    case 1: return rq_gff_add_locstring(doc, root, "New", 1, &a->err);
    case 2: return rq_gff_add_string(doc, root, "New", "text", &a->err);
    case 3: return rq_gff_add_struct(doc, root, "New", 1, NULL, &a->err);
    case 4: return rq_gff_add_list(doc, root, "New", &a->err);
    case 5: return rq_gff_add_copy(doc, root, "New", doc, root, "", &a->err);
    case 6: return rq_gff_set_copy(doc, root, "", a->other, a->other_root, "", &a->err);
    case 7: return rq_gff_add_copy(doc, root, "New", a->other, a->other_root, "", &a->err);
    case 8: return rq_gff_remove(doc, root, root->fields[0].label, &a->err);
    default: return rq_gff_move(doc, root, root->fields[0].label, 1, &a->err);
    }
}

enum { EDIT_KINDS = 10, MOST_ALLOCATIONS = 2000 };

static void check_file(struct rq_doc *doc, const struct rq_out *expected)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_MEM(out.data, out.size, expected->data, expected->size);
    rq_out_free(&out);
}

static bool open_attempt(struct attempt *a, struct rq_bytes file, const struct rq_alloc *alloc)
{
    struct rq_options options = {.alloc = alloc}, polish = {.codepage = RQ_CP1250};
    *a = (struct attempt){.doc = rq_doc_read(file, &options, NULL),
                          .other = rq_doc_read(file, &polish, NULL)};
    if (!CHECK(a->doc && a->other))
        return false;
    a->root = root_of(a->doc);
    a->other_root = root_of(a->other);
    return true;
}

static void close_attempt(struct attempt *a)
{
    rq_doc_free(a->doc);
    rq_doc_free(a->other);
}

/* Fails at one allocation of the edit: the document is then as it was, and the same edit can be done
 * afterwards. True when there was none to fail. */
static bool try_edit(struct rq_bytes file, int number, size_t fail_at, const struct rq_out *before,
                     const struct rq_out *after)
{
    struct check_failing failing = {0};
    struct rq_alloc alloc = {check_failing_realloc, &failing};
    struct attempt a;
    if (!open_attempt(&a, file, &alloc))
        return true;
    failing.fail_at = failing.calls + fail_at;
    bool done = run_edit(&a, number), failed = failing.failed != 0;
    failing.fail_at = 0;
    if (!done) {
        CHECK(failed);
        CHECK_INT(a.err.code, RQ_NO_MEMORY);
        check_file(a.doc, before);
        a.err = (struct rq_error){0};
        CHECK(run_edit(&a, number));
    }
    CHECK_STR(a.err.text, "");
    check_file(a.doc, after);
    close_attempt(&a);
    CHECK_INT(failing.live_blocks, 0);
    return !failed;
}

static void exhaust(struct rq_bytes file, const char *name, int number)
{
    struct rq_out before = {0}, after = {0};
    struct attempt a;
    if (!open_attempt(&a, file, NULL))
        return;
    CHECK(rq_doc_write(a.doc, &before, NULL));
    CHECK(run_edit(&a, number));
    CHECK(rq_doc_write(a.doc, &after, NULL));
    bool all = false;
    for (size_t n = 1; n < MOST_ALLOCATIONS && !all; n++) {
        check_note("edit %d of %s, allocation %zu fails", number, name, n);
        all = try_edit(file, number, n, &before, &after);
    }
    CHECK(all);
    close_attempt(&a);
    rq_out_free(&before);
    rq_out_free(&after);
}

static void test_out_of_memory(void)
{
    for (size_t i = 0; i < SAMPLES; i++) {
        const char *name;
        struct rq_bytes file = sample(i, &name);
        for (int number = 0; number < EDIT_KINDS; number++)
            exhaust(file, name, number);
    }
}

/* ---- damaged files ---- */

/* Edits all that a path can name, and everything is still a file. */
static void edit_damaged(struct rq_doc *doc)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    struct rq_gff_struct *root = gff->root;
    for (uint32_t i = 0; i < root->field_count; i++) {
        const char *label = root->fields[i].label;
        struct rq_gff_field *f = rq_gff_find(root, label);
        if (!f)
            continue;
        char path[64];
        snprintf(path, sizeof path, "%s/0", label);
        rq_gff_set_byte(doc, root, label, 3, NULL);
        rq_gff_set_int(doc, root, label, -3, NULL);
        rq_gff_set_string(doc, root, label, "another text", NULL);
        rq_gff_set_string(doc, root, path, "another text", NULL);
        rq_gff_add_string(doc, root, path, "another text", NULL);
        rq_gff_add_struct(doc, root, path, 3, NULL, NULL);
    }
    CHECK(rq_gff_find(root, "Copied") || rq_gff_add_copy(doc, root, "Copied", doc, root, "", &err));
    CHECK(rq_gff_find(root, "Late") || rq_gff_add_dword(doc, root, "Late", 77, &err));
    CHECK(rq_gff_move(doc, root, "Late", 0, &err));
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_STR(err.text, "");
    struct rq_doc *again = rq_doc_read(rq_out_bytes(&out), NULL, &err);
    uint32_t late = 0;
    CHECK_STR(err.text, "");
    if (CHECK(again != NULL)) {
        struct rq_gff *other = rq_doc_root(again, "gff");
        CHECK(rq_gff_get_dword(again, other->root, "Late", &late, NULL));
        CHECK_INT(late, 77);
        CHECK_INT(other->struct_count, gff->struct_count);
        CHECK_INT(other->field_count, gff->field_count);
        rq_doc_free(again);
    }
    rq_out_free(&out);
}

static void test_damaged(void)
{
    size_t edited = 0;
    for (size_t number = 0; number < SAMPLES; number++) {
        const char *name;
        struct rq_bytes file = sample(number, &name);
        uint8_t copy[ROOM];
        for (size_t i = 0; i < file.size * 8; i += 3) {
            check_note("%s, bit %zu of byte %zu", name, i % 8, i / 8);
            memcpy(copy, file.data, file.size);
            copy[i / 8] ^= (uint8_t)(1u << i % 8);
            struct rq_options options = {.format = rq_format_by_name("gff")};
            struct rq_doc *doc = rq_doc_read((struct rq_bytes){copy, file.size}, &options, NULL);
            if (doc)
                edit_damaged(doc);
            edited += doc != NULL;
            rq_doc_free(doc);
        }
    }
    printf("    %zu damaged files edited\n", edited);
    CHECK(edited > 1000);
}

/* ---- growth ---- */

/* Appends n elements of two fields to a list; the most memory that it took. */
static size_t append(uint32_t n)
{
    struct check_failing memory = {0};
    struct rq_alloc alloc = {check_failing_realloc, &memory};
    struct rq_options options = {.alloc = &alloc};
    struct file file = assemble(&depth_first);
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(bytes_of(&file), &options, &err);
    if (!CHECK(doc != NULL))
        return 0;
    struct rq_gff_struct *root = root_of(doc), *added;
    CHECK(rq_gff_add_list(doc, root, "Long", &err));
    for (uint32_t i = 0; i < n; i++) {
        rq_gff_add_struct(doc, root, "Long/-", i, &added, &err);
        rq_gff_add_dword(doc, added, "Number", i, &err);
        rq_gff_add_resref(doc, added, "Name", "someone", &err);
    }
    CHECK_STR(err.text, "");
    size_t peak = memory.peak_bytes;
    struct rq_out out = {0};
    CHECK(rq_doc_write(doc, &out, &err));
    rq_doc_free(doc);
    doc = rq_doc_read(rq_out_bytes(&out), NULL, &err);
    if (CHECK(doc != NULL)) {
        char path[32];
        uint32_t last = 0;
        snprintf(path, sizeof path, "Long/%u/Number", n - 1);
        root = root_of(doc);
        CHECK(rq_gff_get_dword(doc, root, path, &last, &err));
        CHECK_INT(last, n - 1);
    }
    rq_doc_free(doc);
    rq_out_free(&out);
    return peak;
}

/* Linear: ten times as much takes ten times the memory, give or take a doubling. */
static void test_growth(void)
{
    size_t few = append(10000), many = append(100000);
    printf("    10,000 elements took %zu KiB, 100,000 %zu KiB\n", few >> 10, many >> 10);
    CHECK(many < 20 * few);
}

TESTS(test_random_edits, test_out_of_memory, test_damaged, test_growth)
