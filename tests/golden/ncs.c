/* NCS: bytes by hand from docs/formats/ncs.md. */
#include "kotor.h"

#include <reliquary/ncs.h>

/* The head says `size`; code follows. */
static void make_ncs(struct made *m, const void *code, size_t size)
{
    m->size = 0;
    put_text(m, "NCS V1.0", 8);
    put8(m, 0x42);
    put8(m, 0);
    put8(m, 0);
    put8(m, 0);
    put8(m, (uint8_t)(size + 13));
    for (size_t i = 0; i < size; i++)
        put8(m, ((const uint8_t *)code)[i]);
}

#define MAKE(m, literal) make_ncs(m, literal, sizeof(literal) - 1)

/* JSR +8; RETN; CONSTS "hi"; ACTION 1, 1; RETN */
#define PRINT                                                                                      \
    "\x1E\0\0\0\0\x08"                                                                             \
    "\x20\0"                                                                                       \
    "\x04\x05\0\x02hi"                                                                             \
    "\x05\0\0\x01\x01"                                                                             \
    "\x20\0"

static void test_values(void)
{
    static struct made m;
    MAKE(&m, PRINT);
    struct rq_doc *doc = read_as(made_bytes(&m), "ncs");
    REQUIRE(doc != NULL);
    const struct rq_ncs *ncs = rq_doc_root(doc, "ncs");
    REQUIRE(ncs->count == 5);
    CHECK_INT(ncs->size, 13 + 21);
    CHECK_INT(ncs->instrs[0].op, RQ_NCS_OP_JSR);
    CHECK_INT(ncs->instrs[0].to, 2);
    CHECK_INT(ncs->instrs[0].offset, 13);
    CHECK(!ncs->instrs[1].is_target);
    CHECK(ncs->instrs[2].is_target);
    CHECK_INT(ncs->instrs[2].a, 2);
    CHECK(memcmp(ncs->instrs[2].text, "hi", 2) == 0);
    CHECK_INT(ncs->instrs[3].a, 1);
    CHECK_INT(ncs->instrs[3].args, 1);
    CHECK_INT(ncs->instrs[4].offset, 13 + 19);
    rq_doc_free(doc);
    check_findings(made_bytes(&m), "ncs", "");
    check_round_trips(made_bytes(&m), "X.NCS", "ncs");
    check_json_has(made_bytes(&m), "ncs", "[\"L2:\", \"CONSTS\", \"hi\"]");
}

/* Every layout of operands, with the values that its bytes say. */
static void test_layouts(void)
{
    static struct made m;
    MAKE(&m, "\x01\x01\xFF\xFF\xFF\xF8\0\x04" /* CPDOWNSP -8, 4 */
             "\x04\x03\x80\0\0\0"             /* CONSTI -2147483648 */
             "\x04\x04\x3F\x66\x66\x67"       /* CONSTF, bits 3F666667 */
             "\x04\x06\0\0\0\x01"             /* CONSTO 1 */
             "\x0B\x24\0\x0C"                 /* EQTT 12 */
             "\x0C\x23"                       /* NEQSS */
             "\x1B\0\xFF\xFF\xFF\xFC"         /* MOVSP -4 */
             "\x21\x01\0\x0C\xFF\xFC\0\x04"   /* DESTRUCT 12, -4, 4 */
             "\x2C\x10\0\0\0\x08\0\0\0\x1C"   /* STORESTATE 8, 28 */
             "\x24\x03\xFF\xFF\xFF\xF8"       /* INCSPI -8 */
             "\x25\0\xFF\xFF\xFF\xFA");       /* JNZ -6: the instruction before */
    check_json_has(made_bytes(&m), "ncs", "[\"CPDOWNSP\", -8, 4]");
    check_json_has(made_bytes(&m), "ncs", "[\"CONSTI\", -2147483648]");
    check_json_has(made_bytes(&m), "ncs", "[\"CONSTF\", 0.90000004]");
    check_json_has(made_bytes(&m), "ncs", "[\"CONSTO\", 1]");
    check_json_has(made_bytes(&m), "ncs", "[\"EQTT\", 12]");
    check_json_has(made_bytes(&m), "ncs", "[\"NEQSS\"]");
    check_json_has(made_bytes(&m), "ncs", "[\"DESTRUCT\", 12, -4, 4]");
    check_json_has(made_bytes(&m), "ncs", "[\"STORESTATE\", 8, 28]");
    check_json_has(made_bytes(&m), "ncs", "[\"L9:\", \"INCSPI\", -8]");
    check_json_has(made_bytes(&m), "ncs", "[\"JNZ\", \"L9\"]");
    check_round_trips(made_bytes(&m), "X.NCS", "ncs");
    check_findings(made_bytes(&m), "ncs", "");
}

static void test_findings(void)
{
    static struct made m;
    MAKE(&m, PRINT);
    m.data[12] = 1;
    check_findings(made_bytes(&m), "ncs", "ncs-size");
    check_round_trips(made_bytes(&m), "X.NCS", "ncs");
    MAKE(&m, PRINT);
    m.data[8] = 0x43;
    check_findings(made_bytes(&m), "ncs", "ncs-marker");
    check_round_trips(made_bytes(&m), "X.NCS", "ncs");
    MAKE(&m, "\x14\x41\x20\0"); /* ADD of no type */
    check_findings(made_bytes(&m), "ncs", "ncs-odd-instruction");
    check_json_has(made_bytes(&m), "ncs", "[\"ADD.41\"]");
    check_round_trips(made_bytes(&m), "X.NCS", "ncs");
    MAKE(&m, "\x1D\0\0\0\0\x03\x20\0"); /* into itself */
    check_findings(made_bytes(&m), "ncs", "ncs-lost-jump");
    check_json_has(made_bytes(&m), "ncs", "[\"JMP\", 3]");
    check_round_trips(made_bytes(&m), "X.NCS", "ncs");
    MAKE(&m, "\x1D\0\0\0\0\x08\x20\0"); /* behind the last */
    check_findings(made_bytes(&m), "ncs", "ncs-lost-jump");
    check_round_trips(made_bytes(&m), "X.NCS", "ncs");
    /* Opcode 0, an opcode beyond the last, an instruction and a string that are cut off. */
    static const char *const tails[] = {"\x20\0\0\0", "\x20\0\x2E\0", "\x20\0\x04\x03",
                                        "\x20\0\x04\x05\0\x09"
                                        "a"};
    static const size_t sizes[] = {4, 4, 4, 7};
    for (size_t i = 0; i < 4; i++) {
        make_ncs(&m, tails[i], sizes[i]);
        check_findings(made_bytes(&m), "ncs", "ncs-unreadable-code");
        check_round_trips(made_bytes(&m), "X.NCS", "ncs");
    }
}

static void test_mnemonics(void)
{
    char name[24];
    uint8_t op, type;
    for (unsigned o = 0; o < 256; o++)
        for (unsigned t = 0; t < 256; t++) {
            check_note("%02x %02x", o, t);
            const char *made = rq_ncs_mnemonic(o, t, name);
            if (made)
                CHECK(rq_ncs_by_mnemonic(made, &op, &type) && op == o && type == t);
            else
                CHECK(o == 0 || o > 0x2D);
        }
    check_note(" ");
    CHECK_STR(rq_ncs_mnemonic(0x0F, 0x20, name), "LTII");
    CHECK_STR(rq_ncs_mnemonic(0x10, 0x21, name), "LEQFF");
    CHECK_STR(rq_ncs_mnemonic(0x02, 0x12, name), "RSADDE2");
    CHECK_STR(rq_ncs_mnemonic(0x1D, 0x00, name), "JMP");
    CHECK_STR(rq_ncs_mnemonic(0x1D, 0x03, name), "JMP.03");
    CHECK(!rq_ncs_by_mnemonic("JUMP", &op, &type));
    CHECK(!rq_ncs_by_mnemonic("", &op, &type));
    CHECK(!rq_ncs_by_mnemonic("ADDIIX", &op, &type));
}

/* JMP d and a hundred RETN, two bytes each, behind its six: where d leads follows from these sizes. */
static void test_jumps(void)
{
    enum { RETURNS = 100, END = 6 + 2 * RETURNS };
    static struct made m;
    uint8_t code[END] = {0x1D};
    for (int i = 0; i < RETURNS; i++)
        code[6 + 2 * i] = 0x20;
    for (int d = -1; d <= END + 2; d++) {
        int expected = d == 0 ? 0 : d < 6 || d > END || d % 2 ? -1 : 1 + (d - 6) / 2;
        for (int k = 0; k < 4; k++)
            code[2 + k] = (uint8_t)((uint32_t)d >> (24 - 8 * k));
        make_ncs(&m, code, sizeof code);
        struct rq_doc *doc = read_as(made_bytes(&m), "ncs");
        REQUIRE(doc != NULL);
        const struct rq_ncs *ncs = rq_doc_root(doc, "ncs");
        REQUIRE(ncs->count == RETURNS + 1);
        CHECK_INT(ncs->instrs[0].to, expected);
        for (int i = 0; i <= RETURNS; i++)
            CHECK_INT(ncs->instrs[i].is_target, i == expected);
        rq_doc_free(doc);
    }
}

/* The last instruction has fewer bytes behind it than the largest operands take; cut short it is the tail. */
static void test_last(void)
{
    static const struct {
        const char *bytes;
        size_t size;
        int32_t a, b, c;
    } lasts[] = {
        {"\x20\0", 2, 0, 0, 0},
        {"\x05\0\x01\x02\x03", 5, 0x102, 0, 0},
        {"\x0B\x24\0\x0C", 4, 12, 0, 0},
        {"\x04\x05\0\x01x", 5, 1, 0, 0},
        {"\x04\x05\0\0", 4, 0, 0, 0},
        {"\x04\x03\xFF\xFF\xFF\xFE", 6, -2, 0, 0},
        {"\x03\x01\xFF\xFF\xFF\xF0\0\x08", 8, -16, 8, 0},
        {"\x21\x01\0\x0C\xFF\xFC\0\x04", 8, 12, -4, 4},
        {"\x2C\x10\0\0\0\x08\0\0\0\x0C", 10, 8, 12, 0},
    };
    static struct made m;
    for (size_t i = 0; i < sizeof lasts / sizeof lasts[0]; i++)
        for (size_t size = 1; size <= lasts[i].size; size++) {
            bool whole = size == lasts[i].size;
            make_ncs(&m, lasts[i].bytes, size);
            struct rq_doc *doc = read_as(made_bytes(&m), "ncs");
            REQUIRE(doc != NULL);
            const struct rq_ncs *ncs = rq_doc_root(doc, "ncs");
            CHECK_INT(ncs->count, whole);
            CHECK_INT(ncs->tail.size, whole ? 0 : size);
            if (whole) {
                CHECK_INT(ncs->instrs[0].a, lasts[i].a);
                CHECK_INT(ncs->instrs[0].b, lasts[i].b);
                CHECK_INT(ncs->instrs[0].c, lasts[i].c);
                CHECK_INT(ncs->instrs[0].args, lasts[i].bytes[0] == 5 ? 3 : 0);
            }
            rq_doc_free(doc);
        }
}

TESTS(test_values, test_layouts, test_jumps, test_last, test_findings, test_mnemonics)
