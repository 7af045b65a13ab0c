/* Damaged archives, banks and maps laid down by hand from docs/formats, and what can be had of them; CR
 * bytes that came or went. The places of entries, and so what is lost, are counted by hand. */
#include "formats/salvage.h"
#include "archives.h"
#include "formats/extent.h"

enum { ERF_HEADER = 160, ERF_KEY = 24, ERF_PLACE = 8, PART = 300 };

static void put_chunk(struct rq_out *out, const char *tag, const char *payload, size_t size)
{
    rq_put(out, tag, 4);
    rq_put32be(out, (uint32_t)size);
    rq_put(out, payload, size);
}

/* Three entries a.2da, b.2da, c.2da of PART bytes 'a', 'b', 'c', one after the other. */
static struct rq_out three_entries(void)
{
    struct rq_out out = {0};
    uint32_t keys = ERF_HEADER, places = keys + 3 * ERF_KEY, data = places + 3 * ERF_PLACE;
    put_text(&out, "MOD V1.0");
    rq_put32(&out, 0);
    rq_put32(&out, 0);
    rq_put32(&out, 3);
    rq_put32(&out, ERF_HEADER);
    rq_put32(&out, keys);
    rq_put32(&out, places);
    rq_put_zeros(&out, ERF_HEADER - out.size);
    for (uint32_t i = 0; i < 3; i++) {
        char name[2] = {(char)('a' + i), 0};
        put_resref(&out, name);
        rq_put32(&out, i);
        rq_put16(&out, 2017);
        rq_put16(&out, 0);
    }
    for (uint32_t i = 0; i < 3; i++) {
        rq_put32(&out, data + i * PART);
        rq_put32(&out, PART);
    }
    for (int i = 0; i < 3 * PART; i++)
        rq_put8(&out, (uint8_t)('a' + i / PART));
    return out;
}

static struct rq_salvage look(struct rq_bytes in, const char *name)
{
    struct rq_salvage s;
    struct rq_error err = {0};
    struct rq_options options = {.name = name};
    CHECK(rq_salvage_read(&s, in, &options, &err));
    CHECK_STR(err.text, "");
    return s;
}

/* The losses of an archive as letters by enum rq_loss: "-EOPH". */
static void check_losses(struct rq_bytes in, const char *name, const char *expected)
{
    struct rq_salvage s = look(in, name);
    char letters[32] = "";
    for (size_t i = 0; i < s.count && i < sizeof letters - 1; i++)
        letters[i] = "-EOPH"[s.entries[i].loss];
    CHECK_STR(letters, expected);
    for (size_t i = 0; i < s.count; i++)
        CHECK(!s.entries[i].loss || s.entries[i].loss == RQ_LOSS_END || !s.entries[i].bytes.size);
    rq_salvage_free(&s);
}

enum { PLACES = ERF_HEADER + 3 * ERF_KEY, DATA = PLACES + 3 * ERF_PLACE };

static void test_an_archive_that_was_cut(void)
{
    struct rq_out mod = three_entries();
    CHECK_INT(mod.size, DATA + 3 * PART);
    check_losses(rq_out_bytes(&mod), "x.mod", "---");
    check_losses(whole(mod.data, mod.size - 1), "x.mod", "--E");
    check_losses(whole(mod.data, DATA + PART + 1), "x.mod", "-EE");
    check_losses(whole(mod.data, DATA + PART), "x.mod", "-EE");
    /* Places of the second and third are not there. */
    check_losses(whole(mod.data, PLACES + 9), "x.mod", "EHH");
    /* Half a key: the second and third entry are one run. */
    struct rq_salvage s = look(whole(mod.data, ERF_HEADER + ERF_KEY + 5), "x.mod");
    CHECK_INT(s.count, 2);
    CHECK_INT(s.entries[1].number, 1);
    CHECK_INT(s.entries[1].count, 2);
    rq_salvage_free(&s);
    s = look(whole(mod.data, DATA + PART + 7), "x.mod");
    CHECK_STR(s.entries[1].name, "b.2da");
    CHECK_MEM(s.entries[1].bytes.data, s.entries[1].bytes.size, "bbbbbbb", 7);
    CHECK_INT(s.entries[1].size, PART);
    rq_salvage_free(&s);
    rq_out_free(&mod);
}

static void test_damaged_tables(void)
{
    static const struct {
        size_t at;
        uint32_t value;
        const char *losses;
    } cases[] = {
        {PLACES + 8 + 4, 2 * PART - 200, "-O-"}, /* the size of b: it would lie over c */
        {PLACES + 8, DATA + 20, "-O-"},          /* the offset of b: inside of a */
        {PLACES + 8, 100, "-O-"},                /* the same: over the header */
        {PLACES + 8 + 4, 0x7FFFFFFF, "-E-"},     /* a size behind the end */
        {PLACES + 8, 0xFFFFFFF0, "-E-"},         /* an offset there */
        {PLACES + 4, 3 * PART - 200, "O--"},     /* a over all of them */
        {ERF_HEADER + ERF_KEY + 16, 7, "-H-"},   /* the index of b: there is no such resource */
        {PLACES + 8, DATA, "---"},               /* b has the place of a: they share it */
        {16, 2, "--"},                           /* fewer entries: nothing tells of the third */
        {24, 0xFFFFFF00, "H"},                   /* the keys are not there: one run of three */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_out mod = three_entries();
        rq_set32(mod.data + cases[i].at, cases[i].value);
        check_note("case %zu", i);
        check_losses(rq_out_bytes(&mod), "x.mod", cases[i].losses);
        rq_out_free(&mod);
    }
}

/* A file that ends in its header: how many entries it had is known where the count is whole. */
static void test_cut_headers(void)
{
    static const struct {
        const char *name, *magic;
        size_t count_at;
    } kinds[] = {{"x.mod", "MOD V1.0", 16}, {"x.rim", "RIM V1.0", 12}};
    for (size_t i = 0; i < 2; i++)
        for (size_t size = kinds[i].count_at + 2; size <= kinds[i].count_at + 6; size++) {
            uint8_t head[24] = {0};
            uint64_t all = 0;
            memcpy(head, kinds[i].magic, 8);
            rq_set32(head + kinds[i].count_at, 3);
            check_note("%s, %zu bytes", kinds[i].name, size);
            struct rq_salvage s = look(whole(head, size), kinds[i].name);
            for (size_t k = 0; k < s.count; k++) {
                CHECK_INT(s.entries[k].loss, RQ_LOSS_HEADER);
                all += s.entries[k].count;
            }
            CHECK_INT(all, size < kinds[i].count_at + 4 ? 0 : 3);
            rq_salvage_free(&s);
        }
}

/* A count of four thousand million entries takes no more memory than the bytes that are there. */
static void test_hostile_counts(void)
{
    struct rq_out mod = three_entries();
    rq_set32(mod.data + 16, 0xFFFFFFFF);
    struct rq_salvage s = look(rq_out_bytes(&mod), "x.mod");
    CHECK(s.count <= mod.size / ERF_KEY + 2);
    CHECK(s.arena.used < 100000);
    uint64_t all = 0;
    for (size_t i = 0; i < s.count; i++)
        all += s.entries[i].count;
    CHECK_INT(all, 0xFFFFFFFF);
    rq_salvage_free(&s);
    rq_out_free(&mod);
}

static void test_bif_by_number(void)
{
    struct rq_out bif = {0};
    put_text(&bif, "BIFFV1  ");
    rq_put32(&bif, 2);
    rq_put32(&bif, 0);
    rq_put32(&bif, 20);
    for (uint32_t i = 0; i < 2; i++) {
        rq_put32(&bif, i);
        rq_put32(&bif, 52 + i * 4);
        rq_put32(&bif, 4);
        rq_put32(&bif, 2017);
    }
    put_text(&bif, "one two ");
    check_losses(rq_out_bytes(&bif), "x.bif", "--");
    struct rq_salvage s = look(whole(bif.data, bif.size - 1), "x.bif");
    CHECK_INT(s.count, 2);
    CHECK_STR(s.entries[0].name, "00000.2da");
    CHECK_MEM(s.entries[0].bytes.data, s.entries[0].bytes.size, "one ", 4);
    CHECK_INT(s.entries[1].loss, RQ_LOSS_END);
    CHECK_INT(s.entries[1].bytes.size, 3);
    rq_salvage_free(&s);
    rq_out_free(&bif);
}

/* Two lines "abcd" and "efgh": kind 0, text of 2 bytes; END, the index from last to first, RNAV. */
static struct rq_out two_lines(void)
{
    struct rq_out rtx = {0};
    put_chunk(&rtx, "abcd", "\0\0\2\0\0\0hi", 8);
    put_chunk(&rtx, "efgh", "\0\0\2\0\0\0ho", 8);
    put_text(&rtx, "END efgh");
    rq_put32(&rtx, 24);
    rq_put32(&rtx, 8);
    put_text(&rtx, "abcd");
    rq_put32(&rtx, 8);
    rq_put32(&rtx, 8);
    put_text(&rtx, "RNAV");
    rq_put32(&rtx, 36);
    rq_put32(&rtx, 2);
    return rtx;
}

static void test_dialogue(void)
{
    struct rq_out rtx = two_lines();
    check_losses(rq_out_bytes(&rtx), "E.RTX", "--");
    /* Without its index the lines still follow each other. */
    struct rq_salvage s = look(whole(rtx.data, 40), "E.RTX");
    CHECK_INT(s.count, 2);
    CHECK(!s.open_end);
    rq_salvage_free(&s);
    /* Without END nothing tells that these were all. */
    s = look(whole(rtx.data, 32), "E.RTX");
    CHECK_INT(s.count, 2);
    CHECK(s.open_end);
    CHECK_MEM(s.mended.data, s.mended.size, rtx.data, rtx.size);
    rq_salvage_free(&s);
    s = look(whole(rtx.data, 31), "E.RTX");
    CHECK_STR(s.entries[1].name, "efgh");
    CHECK_INT(s.entries[1].loss, RQ_LOSS_END);
    /* One line, END at 16, a row, RNAV with 20 and 1. */
    CHECK_INT(s.mended.size, 16 + 4 + 12 + 12);
    CHECK_INT(rq_get32(s.mended.data + 16 + 4 + 12 + 4), 20);
    rq_salvage_free(&s);
    /* The size of the first line is damaged: the index leads to the second. */
    rq_set32be(rtx.data + 4, 9);
    check_losses(rq_out_bytes(&rtx), "E.RTX", "H-");
    rq_out_free(&rtx);
}

static void test_sounds(void)
{
    static const char header[36] = "SoupFX";
    char effect[27 + 4] = {0};
    struct rq_out sfx = {0};
    effect[22] = 4;
    put_chunk(&sfx, "FXHD", header, sizeof header);
    rq_set32(sfx.data + 40, 3);
    put_text(&sfx, "FXDT");
    rq_put32be(&sfx, 3 * sizeof effect);
    for (int i = 0; i < 3; i++)
        rq_put(&sfx, effect, sizeof effect);
    put_text(&sfx, "END ");
    check_losses(rq_out_bytes(&sfx), "M.SFX", "---");
    /* One that goes beyond FXDT, but not beyond the file, has a wrong length. */
    rq_set32(sfx.data + 52 + 62 + 22, 5);
    check_losses(rq_out_bytes(&sfx), "M.SFX", "--H");
    rq_set32(sfx.data + 52 + 62 + 22, 4);
    /* The second is cut, of the third nothing is there. */
    struct rq_salvage s = look(whole(sfx.data, 52 + 31 + 30), "M.SFX");
    CHECK_INT(s.count, 3);
    CHECK_INT(s.entries[1].loss, RQ_LOSS_END);
    CHECK_INT(s.entries[2].loss, RQ_LOSS_END);
    CHECK_INT(s.mended.size, 52 + 31 + 4);
    CHECK_INT(rq_get32(s.mended.data + 40), 1);
    CHECK_INT(rq_get32be(s.mended.data + 48), 31);
    rq_salvage_free(&s);
    rq_out_free(&sfx);
}

static void test_map(void)
{
    struct rq_out map = {0};
    put_chunk(&map, "RAVA", "\1\0\0\0", 4);
    put_chunk(&map, "RAST", "hi\0", 3);
    put_text(&map, "END ");
    rq_put_zeros(&map, 4);
    check_losses(rq_out_bytes(&map), "M.RGM", "--");
    struct rq_salvage s = look(whole(map.data, 22), "M.RGM");
    CHECK_STR(s.entries[1].name, "RAST");
    CHECK_INT(s.entries[1].loss, RQ_LOSS_END);
    CHECK(s.open_end);
    CHECK_MEM(s.mended.data, s.mended.size, "RAVA\0\0\0\4\1\0\0\0END \0\0\0\0", 20);
    rq_salvage_free(&s);
    rq_out_free(&map);
}

/* Headers that are not there can't be written anew; an image without a name would run into the END of the
 * one before it. */
static void test_nothing_to_mend(void)
{
    static const uint8_t bank[] = {0,   0,   'E', 0,   0, 0, 0, 0, 0, 0, 0, 0, 0,
                                   'E', 'N', 'D', ' ', 0, 1, 0, 0, 0, 0, 0, 0};
    static const char *const formats[] = {"rtx", "sfx", "texbsi", "rgm"};
    for (size_t i = 0; i < 4; i++) {
        struct rq_salvage s;
        struct rq_options options = {.format = rq_format_by_name(formats[i])};
        CHECK(rq_salvage_read(&s, whole("", 0), &options, NULL));
        CHECK(s.open_end);
        CHECK_INT(s.count, 0);
        rq_salvage_free(&s);
    }
    check_losses(whole(bank, sizeof bank), "TEXBSI.302", "H");
}

/* Images A, one without a name and with an END, and "END ". Without the second the name of the third would be the END
 * of A. */
static void test_a_name_that_is_an_end(void)
{
    static const uint8_t bank[] = {'A', 0,   0,   0,   0, 0, 0, 0, 0, 0, 0, 0, 0, /* */
                                   0,   1,   0,   0,   0, 0, 0, 0, 0, 0, 0, 0, 0,
                                   'E', 'N', 'D', ' ',                            /* */
                                   'E', 'N', 'D', ' ', 0, 0, 0, 8, 0, 0, 0, 0, 0, /* */
                                   0,   0,   0,   0,   0, 0, 0, 0, 0};
    check_losses(whole(bank, sizeof bank), "TEXBSI.302", "-HH");
    struct rq_salvage s = look(whole(bank, sizeof bank), "TEXBSI.302");
    CHECK_INT(s.mended.size, 13 + 9);
    rq_salvage_free(&s);
}

static void test_what_has_no_entries(void)
{
    struct rq_salvage s;
    struct rq_error err = {0};
    struct rq_options options = {.name = "x.lip"};
    CHECK(!rq_salvage_read(&s, whole("LIP V1.0\0\0\0\0\1\0\0\0", 16), &options, &err));
    CHECK_INT(err.code, RQ_UNSUPPORTED);
    CHECK_INT(err.offset, 0);
    rq_salvage_free(&s);
}

/* ---- cut at each byte ---- */

/* The first n bytes: what is lost as letters, and whether more entries may have followed. */
static void check_cut(struct rq_bytes in, size_t n, const char *name, const char *losses,
                      bool open_end)
{
    check_note("%s, %zu bytes", name, n);
    struct rq_salvage s = look(whole(in.data, n), name);
    check_losses(whole(in.data, n), name, losses);
    CHECK_INT(s.open_end, open_end);
    rq_salvage_free(&s);
}

/* Two chunks that end at `first` and `second`, then END: a chunk is told of with its head of 8 bytes. */
static void check_chunks(struct rq_bytes in, const char *name, size_t first, size_t second)
{
    for (size_t n = 0; n <= in.size; n++) {
        const char *losses = n < 8           ? ""
                             : n < first     ? "E"
                             : n < first + 8 ? "-"
                             : n < second    ? "-E"
                                             : "--";
        check_cut(in, n, name, losses, n < second + 4);
    }
}

static void test_cut_chunks(void)
{
    struct rq_out rtx = two_lines(), map = {0};
    check_chunks(rq_out_bytes(&rtx), "E.RTX", 16, 32);
    put_chunk(&map, "RAVA", "\1\0\0\0", 4);
    put_chunk(&map, "RAST", "hi\0", 3);
    put_text(&map, "END ");
    rq_put_zeros(&map, 4);
    check_chunks(rq_out_bytes(&map), "M.RGM", 12, 23);
    rq_out_free(&rtx);
    rq_out_free(&map);
}

/* Three effects of 31 bytes from 52 on, each told of with its head of 27; those behind are one run. */
static void test_cut_sounds(void)
{
    static const char header[36] = "SoupFX";
    char effect[27 + 4] = {0};
    struct rq_out sfx = {0};
    effect[22] = 4;
    put_chunk(&sfx, "FXHD", header, sizeof header);
    rq_set32(sfx.data + 40, 3);
    put_text(&sfx, "FXDT");
    rq_put32be(&sfx, 3 * sizeof effect);
    for (int i = 0; i < 3; i++)
        rq_put(&sfx, effect, sizeof effect);
    put_text(&sfx, "END ");
    for (size_t n = 0; n <= sfx.size; n++) {
        char losses[8] = "";
        size_t whole_ones = n < 52 ? 0 : n < 145 ? (n - 52) / 31 : 3, told = whole_ones;
        memset(losses, '-', whole_ones);
        if (whole_ones < 3 && n >= 52 + whole_ones * 31 + 27)
            losses[told++] = 'E';
        if (n >= 44 && told < 3)
            losses[told] = n < 52 ? 'H' : 'E';
        check_cut(rq_out_bytes(&sfx), n, "M.SFX", losses, n < 44);
    }
    rq_out_free(&sfx);
}

/* Two segments with a head of 80 bytes and 10 of data; without the header nothing tells how many there are. */
static void test_cut_models(void)
{
    struct rq_out rob = {0};
    put_text(&rob, "OARC");
    rq_put32(&rob, 4);
    rq_put32(&rob, 2);
    put_text(&rob, "OARD");
    rq_put32be(&rob, 2 * 90 + 4);
    for (int i = 0; i < 2; i++) {
        rq_put32(&rob, 90);
        rq_put(&rob, i ? "TWO\0\0\0\0" : "ONE\0\0\0\0", 8);
        rq_put_zeros(&rob, 64);
        rq_put32(&rob, 10);
        rq_put_zeros(&rob, 10);
    }
    put_text(&rob, "END ");
    for (size_t n = 0; n <= rob.size; n++) {
        const char *losses = n < 20 ? "" : n < 100 ? "E" : n < 110 ? "EE" : n < 200 ? "-E" : "--";
        check_cut(rq_out_bytes(&rob), n, "X.ROB", losses, n < 20);
    }
    rq_out_free(&rob);
}

/* END behind an image is its own, with four zeros that follow; but the bank's end needs nine of them. */
static void test_end_of_bank(void)
{
    static const struct {
        size_t zeros, size;
        bool open_end;
    } cases[] = {{0, 17, true},  {3, 17, true},   {4, 21, true},   {8, 21, true},
                 {9, 17, false}, {12, 17, false}, {13, 21, false}, {20, 21, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static uint8_t bank[13 + 4 + 20] = {'A'};
        memcpy(bank + 13, "END ", 4);
        check_note("%zu zeros", cases[i].zeros);
        struct rq_salvage s = look(whole(bank, 17 + cases[i].zeros), "TEXBSI.302");
        if (CHECK_INT(s.count, 1)) {
            CHECK_INT(s.entries[0].size, cases[i].size);
            CHECK_INT(s.entries[0].loss, RQ_LOSS_NONE);
        }
        CHECK_INT(s.open_end, cases[i].open_end);
        rq_salvage_free(&s);
    }
    for (size_t n = 0; n < 17; n++) { /* the image itself is cut, or its END */
        static const uint8_t bank[17] = "A\0\0\0\0\0\0\0\0\0\0\0\0END ";
        struct rq_salvage s = look(whole(bank, n), "TEXBSI.302");
        check_note("%zu bytes", n);
        CHECK_INT(s.count, n < 13 ? 0 : 1);
        if (s.count)
            CHECK_INT(s.entries[0].size, 13);
        CHECK(s.open_end);
        rq_salvage_free(&s);
    }
}

/* ---- CR bytes ---- */

/* LIP: the length 10 (a float with no LF), two keys; the time of the second is 0x0A0A0D00: bytes 00 0D 0A
 * 0A. */
static const uint8_t lip[] = {'L', 'I', 'P', ' ', 'V', '1', '.', '0', 0, 0,    0x80, 0x3F, 2,
                              0,   0,   0,   0,   0,   0,   0,   3,   0, 0x0D, 0x0A, 0x0A, 5};

static const char *read_error(struct rq_bytes in, const char *name)
{
    static struct rq_error err;
    struct rq_options options = {.name = name};
    err = (struct rq_error){0};
    struct rq_doc *doc = rq_doc_read(in, &options, &err);
    static const char *const fine = "";
    const char *text = doc ? fine : err.text;
    rq_doc_free(doc);
    return text;
}

static void test_added_bytes(void)
{
    /* Each LF has got a CR: 00 0D 0D 0A 0D 0A. */
    static const uint8_t added[] = {'L',  'I',  'P',  ' ',  'V',  '1',  '.',  '0', 0, 0,
                                    0x80, 0x3F, 2,    0,    0,    0,    0,    0,   0, 0,
                                    3,    0,    0x0D, 0x0D, 0x0A, 0x0D, 0x0A, 5};
    struct rq_bytes in = whole(added, sizeof added);
    struct rq_options options = {.name = "x.lip"};
    struct rq_doc *doc = rq_doc_read(in, &options, NULL);
    REQUIRE(doc != NULL);
    CHECK_INT(findings_of(doc, "lip-text-mode"), 1);
    rq_doc_free(doc);
    CHECK_INT(rq_doc_verify(in, &options, false, NULL), RQ_UNREADABLE);
    struct rq_salvage s = look(in, "x.lip");
    CHECK_INT(s.transfer.kind, RQ_TRANSFER_ADDED);
    CHECK(s.transfer.proven);
    CHECK_MEM(s.mended.data, s.mended.size, lip, sizeof lip);
    rq_salvage_free(&s);
    /* A file that is right is left alone, whatever it holds. */
    CHECK_STR(read_error(whole(lip, sizeof lip), "x.lip"), "");
    doc = rq_doc_read(whole(lip, sizeof lip), &options, NULL);
    CHECK_INT(findings_of(doc, "lip-text-mode"), 0);
    rq_doc_free(doc);
}

static void test_sizes_alone(void)
{
    struct rq_transfer t = rq_transfer_by_size(whole("a\r\nb\r\nc", 7), 5);
    CHECK_INT(t.kind, RQ_TRANSFER_ADDED);
    CHECK_INT(t.count, 2);
    t = rq_transfer_by_size(whole("a\r\nb\r\nc", 7), 6);
    CHECK_INT(t.kind, RQ_TRANSFER_NONE);
    char mdx[256] = "a\nb\nc\n";
    t = rq_transfer_by_size(whole(mdx, sizeof mdx), sizeof mdx + 2);
    CHECK_INT(t.kind, RQ_TRANSFER_REMOVED);
    /* More bytes are missing than it has LF. */
    t = rq_transfer_by_size(whole(mdx, sizeof mdx), sizeof mdx + 4);
    CHECK_INT(t.kind, RQ_TRANSFER_NONE);
}

static void test_removed_bytes(void)
{
    /* A LIP without the CR is one byte short: by its bytes alone it could have been cut as well, so no more
     * is said than that. */
    uint8_t short_lip[sizeof lip - 1];
    memcpy(short_lip, lip, 22);
    memcpy(short_lip + 22, lip + 23, sizeof lip - 23);
    CHECK(strstr(read_error(whole(short_lip, sizeof short_lip), "x.lip"),
                 "ends at 25, but its own sizes promise 26 bytes") != NULL);
    /* A GFF whose bytes (type 13) have lost the CR of "a\r\nb": the list of fields of the root has moved, and the
     * root has a field that is not there. */
    struct rq_out gff = {0};
    put_text(&gff, "UTC V3.2");
    static const uint32_t header[] = {56, 1, 68, 2, 92, 2, 124, 11, 135, 8, 143, 0};
    for (size_t i = 0; i < 12; i++)
        rq_put32(&gff, header[i]);
    static const uint32_t rest[] = {0xFFFFFFFF, 0, 2, 13, 0, 0, 0, 1, 5};
    for (size_t i = 0; i < 9; i++)
        rq_put32(&gff, rest[i]);
    put_resref(&gff, "Tag");
    put_resref(&gff, "Kind");
    rq_put32(&gff, 7);
    put_text(&gff, "a\r\nbcde");
    rq_put32(&gff, 0);
    rq_put32(&gff, 1);
    CHECK_STR(read_error(rq_out_bytes(&gff), "x.utc"), "");
    memmove(gff.data + 129, gff.data + 130, gff.size - 130);
    CHECK_STR(read_error(whole(gff.data, gff.size - 1), "x.utc"),
              "looks like a text-mode transfer removed 1 CR bytes");
    struct rq_salvage s = look(whole(gff.data, gff.size - 1), "x.utc");
    CHECK_MEM(s.mended.data + 128, 7, "a\r\nbcde", 7);
    rq_salvage_free(&s);
    rq_out_free(&gff);
}

TESTS(test_cut_headers, test_cut_chunks, test_cut_sounds, test_cut_models, test_end_of_bank,
      test_an_archive_that_was_cut, test_damaged_tables, test_hostile_counts, test_bif_by_number,
      test_dialogue, test_sounds, test_map, test_nothing_to_mend, test_a_name_that_is_an_end,
      test_what_has_no_entries, test_added_bytes, test_sizes_alone, test_removed_bytes)
