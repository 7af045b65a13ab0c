/* RTX: bytes by hand from docs/formats/rtx.md; with a corpus, every field, all texts and the
 * SHA-256 of all samples against its ground truth. */
#include "sound.h"

#include "convert/convert.h"

#include <reliquary/rtx.h>

static void put_head(struct made *m, const char *tag, uint32_t size, unsigned subtype,
                     const char *text)
{
    put_text(m, tag, 4);
    put32be(m, size);
    put8(m, 0);
    put8(m, subtype);
    put16(m, (int)strlen(text));
    put16(m, 0);
    put_text(m, text, strlen(text));
}

static void put_row(struct made *m, const char *tag, uint32_t offset, uint32_t size)
{
    put_text(m, tag, 4);
    put32(m, offset);
    put32(m, size);
}

static void put_footer(struct made *m, uint32_t offset, uint32_t count)
{
    put_text(m, "RNAV", 4);
    put32(m, offset);
    put32(m, count);
}

/* Three entries: a text of 3 bytes (e acute is 0x82 in cp437) at 8, a voice of 4 samples and
 * the text "hi" at 25, an empty text at 72; END at 78, the index at 82, the footer at 118. */
static void put_entries(struct made *m)
{
    m->size = 0;
    put_head(m, "aaaa", 9, 0, "\x82t\x82");
    put_head(m, "?b c", 6 + 2 + 27 + 4, 1, "hi");
    put_sound(m, 1, 22050, 100, 0, 4);
    put_head(m, "aaab", 6, 0, "");
    put_text(m, "END ", 4);
}

static void make_rtx(struct made *m)
{
    put_entries(m);
    put_row(m, "aaab", 72, 6);
    put_row(m, "?b c", 25, 39);
    put_row(m, "aaaa", 8, 9);
    put_footer(m, 82, 3);
}

static void test_values(void)
{
    static struct made m;
    make_rtx(&m);
    CHECK_INT(m.size, 130);
    struct rq_doc *doc = read_as(made_bytes(&m), "rtx");
    REQUIRE(doc != NULL);
    const struct rq_rtx *rtx = rq_doc_root(doc, "rtx");
    const struct rq_finding *findings;
    REQUIRE(rtx->entry_count == 3);
    CHECK_MEM(rtx->entries[0].tag, 4, "aaaa", 4);
    CHECK(!rtx->entries[0].has_sound);
    CHECK_MEM(rtx->entries[0].text.data, rtx->entries[0].text.size, "\x82t\x82", 3);
    CHECK(rtx->entries[1].has_sound);
    CHECK_INT(rtx->entries[1].sound.header.level_0c, 100);
    CHECK(rtx->entries[1].sound.samples.data == m.data + 60); /* nothing is copied */
    CHECK_INT(rtx->entries[1].sound.samples.size, 4);
    CHECK_INT(rtx->entries[2].text.size, 0);
    CHECK_INT(rtx->order, RQ_RTX_DESCENDING);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    rq_doc_free(doc);
}

static void test_round_trips(void)
{
    static struct made m;
    make_rtx(&m);
    check_round_trips(made_bytes(&m), "ENGLISH.RTX", "rtx");
    check_round_trips(made_bytes(&m), NULL, "rtx");
    m.size = 0;
    put_text(&m, "END ", 4);
    put_footer(&m, 4, 0);
    check_round_trips(made_bytes(&m), NULL, "rtx"); /* nobody speaks */
}

/* Reads, writes, and expects findings of that id, how many it says. */
static void check_found(const struct made *m, const char *id, size_t times)
{
    const struct rq_finding *findings;
    size_t seen = 0;
    check_note("%s", id);
    check_round_trips(made_bytes(m), NULL, "rtx");
    struct rq_doc *doc = read_as(made_bytes(m), "rtx");
    REQUIRE(doc != NULL);
    size_t count = rq_doc_findings(doc, &findings);
    for (size_t i = 0; i < count; i++)
        seen += strcmp(findings[i].id, id) == 0;
    CHECK_INT(seen, times);
    rq_doc_free(doc);
}

static void test_index(void)
{
    static struct made m;
    put_entries(&m); /* in file order */
    put_row(&m, "aaaa", 8, 9);
    put_row(&m, "?b c", 25, 39);
    put_row(&m, "aaab", 72, 6);
    put_footer(&m, 82, 3);
    check_found(&m, "rtx-explicit-layout", 0);
    put_entries(&m); /* in an order of its own */
    put_row(&m, "?b c", 25, 39);
    put_row(&m, "aaaa", 8, 9);
    put_row(&m, "aaab", 72, 6);
    put_footer(&m, 82, 3);
    check_found(&m, "rtx-explicit-layout", 1);
    check_found(&m, "rtx-lost-row", 0);
    put_entries(&m); /* rows that overlap, point outside, and repeat; one entry not named */
    put_row(&m, "?b c", 25, 39);
    put_row(&m, "?b c", 25, 39);
    put_row(&m, "aaaa", 8, 30);
    put_row(&m, "aaaa", 9, 8);
    put_row(&m, "zzzz", 72, 6);
    put_row(&m, "far ", 0xFFFFFFF0, 0xFFFFFFFF);
    put_footer(&m, 82, 6);
    check_found(&m, "rtx-lost-row", 2);
    check_found(&m, "rtx-row-against-entry", 2);
    check_found(&m, "rtx-entry-not-named", 2);
    check_found(&m, "rtx-entry-named-twice", 1);
}

static void test_deviations(void)
{
    static struct made m;
    make_rtx(&m);
    m.data[9] = 2; /* a subtype that nobody knows */
    check_found(&m, "rtx-not-understood", 1);
    make_rtx(&m);
    m.data[10] = 9; /* a text that is longer than its payload */
    check_found(&m, "rtx-not-understood", 1);
    make_rtx(&m);
    m.data[10] = 1; /* and a shorter one: two bytes remain */
    check_found(&m, "rtx-bytes-after-text", 1);
    make_rtx(&m);
    set32(&m, 33 + 22, 2); /* fewer samples than there are */
    check_found(&m, "rtx-wrong-length", 1);
    set32(&m, 33 + 22, 0xFFFFFFFF); /* more of them */
    check_found(&m, "rtx-wrong-length", 1);
    make_rtx(&m);
    m.data[12] = 7; /* reserved */
    check_found(&m, "rtx-unknown-kind", 1);
    put_entries(&m);
    m.size -= 4; /* no END */
    put_footer(&m, 78, 0);
    check_found(&m, "rtx-no-end", 1);
    put_entries(&m);
    put_text(&m, "gap", 3);
    put_row(&m, "aaab", 72, 6);
    put_text(&m, "tail!", 5);
    put_footer(&m, 85, 1);
    check_found(&m, "rtx-gap", 1);
    check_found(&m, "rtx-bytes-after-index", 1);
}

static void test_clips(void)
{
    static struct made m;
    make_rtx(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "rtx");
    REQUIRE(doc != NULL);
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_view view = view_in(&arena, &err);
    const struct rq_clip *clips;
    size_t count = 0;
    if (CHECK(doc->format->sounds->clips(doc, &view, &clips, &count)) && CHECK_INT(count, 1)) {
        CHECK_STR(clips[0].name, "?b c");
        CHECK_STR(clips[0].title, "hi");
        CHECK_INT(clips[0].bits, 16);
        CHECK(clips[0].samples.data == m.data + 60);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* Six voices without samples: case, a device, a NUL, and one tag twice. */
static void make_names(struct made *m)
{
    static const char *const tags[] = {"Abcd", "aBcd", "com1", "a\0/%", "abcd", "abcd"};
    m->size = 0;
    for (size_t i = 0; i < 6; i++) {
        size_t at = m->size;
        put_head(m, "", 6 + 9 + 27, 1, "Don't go!");
        memcpy(m->data + at, tags[i], 4);
        put_sound(m, 0, 11025, 100, 0, 0);
    }
    put_text(m, "END ", 4);
    put_footer(m, (uint32_t)m->size, 0);
}

struct names {
    char text[1024];
    struct rq_doc *doc;
    bool put_back;
};

static bool note_name(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct names *names = ctx;
    strcat(strcat(names->text, name), "\n");
    return !names->put_back || rq_doc_put_file(names->doc, rq_path_base(name), bytes, err);
}

static void test_file_names(void)
{
    static struct made m;
    struct names names = {0};
    struct rq_error err = {0};
    make_names(&m);
    names.doc = read_as(made_bytes(&m), "rtx");
    REQUIRE(names.doc != NULL);
    struct rq_convert_options options = {.to = "wav", .name = "X.RTX"};
    names.put_back = true;
    CHECK(rq_doc_convert(names.doc, &options, note_name, &names, &err));
    CHECK_STR(err.text, "");
    CHECK_STR(names.text, "X/%41bcd.wav\nX/a%42cd.wav\nX/%63om1.wav\n"
                          "X/a\xEF\x9C\x80%2f%25.wav\nX/abcd.wav\nX/abcd~2.wav\n");
    /* Every sound came back to its own place. */
    CHECK(writes_same(names.doc, made_bytes(&m), false));
    names.text[0] = 0;
    options.text_names = true;
    CHECK(rq_doc_convert(names.doc, &options, note_name, &names, &err));
    CHECK_STR(names.text, "X/%41bcd_Dont_go.wav\nX/a%42cd_Dont_go.wav\nX/%63om1_Dont_go.wav\n"
                          "X/a\xEF\x9C\x80%2f%25_Dont_go.wav\nX/abcd_Dont_go.wav\n"
                          "X/abcd~2_Dont_go.wav\n");
    CHECK_STR(err.text, "");
    CHECK(writes_same(names.doc, made_bytes(&m), false));
    rq_doc_free(names.doc);
}

static void test_long_names(void)
{
    static const struct {
        const char *text, *name;
    } cases[] = {
        {"", "X/t000.wav\n"},
        {"...", "X/t000.wav\n"},
        {"a", "X/t000_a.wav\n"},
        /* 36 letters and "_" before them; "for" would pass 40 */
        {"123456789 123456789 123456789 12345 forty",
         "X/t000_123456789_123456789_123456789_12345.wav\n"},
        {"1234567890123456789012345678901234567890123",
         "X/t000_123456789012345678901234567890123456789.wav\n"},
        {"\x82t\x82 / ..", "X/t000_\xC3\xA9t\xC3\xA9.wav\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        struct names names = {0};
        struct rq_error err = {0};
        m.size = 0;
        put_head(&m, "t000", 6 + 27 + (uint32_t)strlen(cases[i].text), 1, cases[i].text);
        put_sound(&m, 0, 11025, 100, 0, 0);
        put_text(&m, "END ", 4);
        put_footer(&m, (uint32_t)m.size, 0);
        names.doc = read_as(made_bytes(&m), "rtx");
        REQUIRE(names.doc != NULL);
        struct rq_convert_options options = {.to = "wav", .name = "X.RTX", .text_names = true};
        CHECK(rq_doc_convert(names.doc, &options, note_name, &names, &err));
        CHECK_STR(names.text, cases[i].name);
        rq_doc_free(names.doc);
    }
}

static void test_put_clip(void)
{
    static struct made m;
    static const uint8_t samples[] = {9, 8};
    struct rq_clip clip = {.rate = 11025, .channels = 1, .bits = 8, .samples = {samples, 2}};
    struct rq_error err = {0};
    struct rq_out out = {0};
    make_rtx(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "rtx");
    REQUIRE(doc != NULL);
    CHECK(doc->format->sounds->put_clip(doc, "?b c", &clip, &err));
    /* A text gets a voice: its subtype is 1 then. */
    CHECK(doc->format->sounds->put_clip(doc, "aaab", &clip, &err));
    if (CHECK(rq_doc_write(doc, &out, &err)) && CHECK_INT(out.size, m.size - 2 + 29)) {
        CHECK_INT(rq_get32be(out.data + 21), 37);
        CHECK_INT(rq_get32(out.data + 33), 0);
        CHECK_INT(rq_get32(out.data + 33 + 22), 2);
        CHECK_MEM(out.data + 60, 2, samples, 2);
        CHECK_INT(out.data[71], 1);
        CHECK_INT(out.data[76 + 12], 100);
        /* The index follows: aaab is at 70 now, with 35 bytes. */
        CHECK_MEM(out.data + 109, 4, "aaab", 4);
        CHECK_INT(rq_get32(out.data + 113), 70);
        CHECK_INT(rq_get32(out.data + 117), 35);
    }
    rq_out_free(&out);
    CHECK(!doc->format->sounds->put_clip(doc, "zzzz", &clip, &err));
    CHECK_INT(err.code, RQ_USAGE);
    rq_doc_free(doc);
}

/* ---- the table of texts ---- */

static bool put_csv(struct rq_doc *doc, const char *csv, struct rq_error *err)
{
    return rq_doc_put_file(doc, "x.csv", (struct rq_bytes){(const uint8_t *)csv, strlen(csv)}, err);
}

static void test_table(void)
{
    static struct made m;
    make_rtx(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "rtx");
    REQUIRE(doc != NULL);
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_view view = view_in(&arena, &err);
    struct rq_table table = {0};
    struct rq_out csv = {0}, out = {0};
    CHECK(doc->format->table->table(doc, &view, &table) && rq_csv_write(&csv, &table, &err));
    rq_put8(&csv, 0);
    CHECK_STR((const char *)csv.data, "tag,type,seconds,text\r\naaaa,text,,\xC3\xA9t\xC3\xA9\r\n"
                                      "?b c,voice,0.000,hi\r\naaab,text,,\r\n");
    /* The same table changes nothing. */
    CHECK(put_csv(doc, (const char *)csv.data, &err));
    CHECK(writes_same(doc, made_bytes(&m), false));
    /* Columns in another order, rows left out: only what is there changes. */
    CHECK(put_csv(doc, "TEXT;tag\n\"o\xC3\xB9; l\xC3\xA0?\";aaab\n", &err));
    if (CHECK(rq_doc_write(doc, &out, &err)) && CHECK_INT(out.size, m.size + 7)) {
        CHECK_MEM(out.data, 68, m.data, 68);
        CHECK_INT(rq_get32be(out.data + 68), 13);
        CHECK_INT(rq_get16(out.data + 74), 7);
        CHECK_MEM(out.data + 78, 7, "o\x97; l\x85?", 7);
        CHECK_INT(rq_get32(out.data + 89 + 8), 13);
    }
    CHECK_STR(err.text, "");
    rq_out_free(&out);
    rq_out_free(&csv);
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_table_refusals(void)
{
    static const struct {
        const char *csv, *where, *text;
    } cases[] = {
        {"tag,text\nzzzz,x\n", "row 2, zzzz", "no entry"},
        {"tag,text\naaaa,x\naaaa,y\n", "row 3, aaaa", "twice"},
        {"tag,text\naaaa,x\naaab,\xD0\x96\n", "row 3, aaab",
         "U+0416 at byte 0 of the text is not in cp437"},
        {"tag,txt\naaaa,x\n", "rtx", "columns tag and text"},
    };
    static struct made m;
    make_rtx(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "rtx");
    REQUIRE(doc != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        CHECK(!put_csv(doc, cases[i].csv, &err));
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_STR(err.where, cases[i].where);
        CHECK(strstr(err.text, cases[i].text) != NULL);
    }
    static char csv[70000] = "tag,text\naaaa,";
    memset(csv + 14, 'x', 65536);
    struct rq_error err = {0};
    CHECK(!put_csv(doc, csv, &err));
    CHECK(strstr(err.text, "65535 at most") != NULL);
    /* After a refusal nothing has changed. */
    CHECK(writes_same(doc, made_bytes(&m), false));
    rq_doc_free(doc);
}

static void test_encoding(void)
{
    static struct made m;
    make_rtx(&m);
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("rtx"), .codepage = RQ_CP1251};
    struct rq_doc *doc = rq_doc_read(made_bytes(&m), &options, &err);
    REQUIRE(doc != NULL);
    struct rq_out out = {0};
    CHECK(put_csv(doc, "tag,text\naaab,\xD0\x96\n", &err)); /* 0xC6 in cp1251 */
    if (CHECK(rq_doc_write(doc, &out, &err)))
        CHECK_INT(out.data[78], 0xC6);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* A text with a NUL, which no cell can have, is left alone by the same table. */
static void test_nul(void)
{
    static struct made m;
    make_rtx(&m);
    m.data[15] = 0;
    struct rq_doc *doc = read_as(made_bytes(&m), "rtx");
    REQUIRE(doc != NULL);
    struct rq_error err = {0};
    CHECK(put_csv(doc, "tag,text\naaaa,\xC3\xA9\xEF\x9C\x80\xC3\xA9\n", &err));
    CHECK(writes_same(doc, made_bytes(&m), false));
    CHECK(put_csv(doc, "tag,text\naaaa,e\xEF\x9C\x80\xC3\xA9\n", &err));
    m.data[14] = 'e';
    CHECK(writes_same(doc, made_bytes(&m), true));
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
}

static void test_json_errors(void)
{
    static const char *const members[] = {
        "\"entries\":[{\"text\":\"x\"}]",
        "\"entries\":[{\"tag\":\"END \",\"text\":\"x\"}]",
        "\"entries\":[{\"tag\":\"abcde\",\"text\":\"x\"}]",
        "\"entries\":[{\"tag\":\"abcd\",\"payload\":\"AA==\",\"text\":\"x\"}]",
        "\"entries\":[{\"tag\":\"abcd\",\"text\":\"\xD0\x96\"}]",
        "\"entries\":[{\"tag\":\"abcd\",\"text\":\"\"}],\"index\":[1]",
        "\"entries\":[{\"tag\":\"abcd\",\"text\":\"\"}],\"index\":\"sideways\"",
        "\"entries\":[{\"tag\":\"abcd\",\"text\":\"\",\"voice\":{\"pitch\":1}}]",
    };
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        not_built("rtx", members[i]);
}

static void test_damage(void)
{
    static struct made m;
    make_rtx(&m);
    check_truncations(made_bytes(&m), "rtx");
    check_flips(made_bytes(&m), "rtx", 4000);
    set32(&m, 126, 0xFFFFFFFF); /* rows */
    unreadable(&m, "rtx", RQ_CORRUPT, "does not fit");
    make_rtx(&m);
    set32(&m, 122, 0xFFFFFFF0); /* where they are */
    unreadable(&m, "rtx", RQ_CORRUPT, "does not fit");
    make_rtx(&m);
    rq_set32be(m.data + 21, 0xFFFFFFFF); /* the size of the second entry */
    unreadable(&m, "rtx", RQ_TRUNCATED, "entries[1]");
    make_rtx(&m);
    m.data[118] = 'X';
    unreadable(&m, "rtx", RQ_BAD_MAGIC, "RNAV");
}

static void test_no_memory(void)
{
    static struct made m;
    static const char csv[] = "tag,text\naaaa,x\naaab,y\n";
    static const uint8_t wav[] = {'R', 'I', 'F', 'F', 38, 0,  0, 0, 'W', 'A', 'V', 'E',
                                  'f', 'm', 't', ' ', 16, 0,  0, 0, 1,   0,   1,   0,
                                  17,  43,  0,   0,   17, 43, 0, 0, 1,   0,   8,   0,
                                  'd', 'a', 't', 'a', 2,  0,  0, 0, 1,   2};
    make_rtx(&m);
    check_exhausted(made_bytes(&m), "rtx", "wav", "%3fb c_hi.wav",
                    (struct rq_bytes){wav, sizeof wav});
    check_exhausted(made_bytes(&m), "rtx", "csv", "x.csv",
                    (struct rq_bytes){(const uint8_t *)csv, sizeof csv - 1});
}

/* ---- ground truth ---- */

static void check_entry(struct rq_jr *jr, struct rq_bytes file, const struct rq_rtx_entry *entry,
                        const char *text, uint64_t at)
{
    struct rq_str key, s;
    struct rq_clip clip = {.bits = 8, .channels = 1};
    if (entry->has_sound) {
        bool wide = entry->sound.header.type_id & 1, stereo = entry->sound.header.type_id & 2;
        clip = (struct rq_clip){.rate = entry->sound.header.sample_rate,
                                .bits = wide ? 16 : 8,
                                .channels = stereo ? 2 : 1,
                                .samples = entry->sound.samples};
    }
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "tag")) {
            s = rq_jr_string(jr);
            CHECK_MEM(s.text, s.size, entry->tag, 4);
        } else if (rq_str_is(key, "type")) {
            s = rq_jr_string(jr);
            CHECK(rq_str_is(s, entry->has_sound ? "audio" : "text"));
        } else if (rq_str_is(key, "text")) {
            s = rq_jr_string(jr);
            CHECK_MEM(s.text, s.size, text, strlen(text));
        } else if (rq_str_is(key, "payload_offset")) {
            CHECK_INT(at, rq_jr_u32(jr));
        } else if (rq_str_is(key, "payload_size")) {
            CHECK_INT(rq_get32be(file.data + at - 4), rq_jr_u32(jr));
        } else if (!check_sound(jr, key, &entry->sound, &clip)) {
            rq_jr_skip(jr);
        }
    }
}

static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    check_round_trips(bytes, name, "rtx");
    struct rq_doc *doc = read_as(bytes, "rtx");
    REQUIRE(doc != NULL);
    const struct rq_rtx *rtx = rq_doc_root(doc, "rtx");
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_view view = view_in(&arena, &err);
    struct rq_table table = {0};
    struct rq_jr jr;
    struct rq_str key;
    size_t n = 0;
    uint64_t at = 8;
    bool fine = CHECK(doc->format->table->table(doc, &view, &table));
    rq_jr_open(&jr, truth, &arena, &ctx);
    rq_jr_object(&jr);
    while (fine && rq_jr_key(&jr, &key)) {
        if (!rq_str_is(key, "entries_file_order")) {
            rq_jr_skip(&jr);
            continue;
        }
        rq_jr_array(&jr);
        for (; rq_jr_more(&jr); n++) {
            size_t i = n < rtx->entry_count ? n : 0;
            check_note("entry %zu", n);
            check_entry(&jr, bytes, &rtx->entries[i], table.cells[i * 4 + 3], at);
            at += rq_get32be(bytes.data + at - 4) + 8;
        }
    }
    CHECK_INT(n, rtx->entry_count);
    CHECK_INT(rtx->order, RQ_RTX_DESCENDING);
    CHECK(rq_jr_ok(&jr));
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    each_corpus("*.RTX", check_file);
}

TESTS(test_values, test_round_trips, test_index, test_deviations, test_clips, test_file_names,
      test_long_names, test_put_clip, test_table, test_table_refusals, test_encoding, test_nul,
      test_json_errors, test_damage, test_no_memory, test_corpus)
