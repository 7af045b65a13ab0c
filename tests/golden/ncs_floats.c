/* Floats of scripts as numbers, and back. The texts come from a model of both readings in Python, made from docs/nwscript.md and
 * docs/nwscript-decompiler.md: the fewest digits behind the point, up to twelve, that give the bits; of those the number
 * nearest to the value. BioWare's compiler reads digit by digit in single precision, others round correctly. */
#include "core/bytes.h"
#include "script/nwscript/decompile.h"
#include "support/check.h"

#include <reliquary/ncs.h>
#include <reliquary/nwscript.h>
#include <stdio.h>

static const struct {
    uint32_t bits;
    const char *text[2]; /* as BioWare reads, and exact; NULL: there is none */
} floats[] = {
    {0x00000000, {"0.0", "0.0"}},
    {0x3F800000, {"1.0", "1.0"}},
    {0x447A0000, {"1000.0", "1000.0"}},
    {0x4B800000, {"16777216.0", "16777216.0"}},
    {0x5D5E0B6B, {"999999984306749440.0", "999999984306749440.0"}},
    {0x5D5E0B6C, {NULL, NULL}},
    {0x2D2FEBFF, {NULL, "0.00000000001"}},
    {0x2B8CBCCC, {NULL, "0.000000000001"}},
    {0x29E12E13, {NULL, NULL}},
    {0x80000000, {NULL, NULL}},
    {0xBF800000, {NULL, NULL}},
    {0x7F800000, {NULL, NULL}},
    {0x7FC00000, {NULL, NULL}},
    {0x00000001, {NULL, NULL}},
    {0x3F666667, {"0.9", "0.90000004"}},
    {0x3F666666, {"0.89999999", "0.9"}},
    {0x3EB33334, {"0.35", "0.35000002"}},
    {0x3EB33333, {"0.34999999", "0.35"}},
    {0x3FF99999, {"1.95", "1.9499999"}},
    {0x3FF9999A, {"1.9500001", "1.95"}},
    {0x3D4CCCCC, {"0.05", "0.049999997"}},
    {0x3D4CCCCD, {"0.050000002", "0.05"}},
    {0x3DCCCCCD, {"0.1", "0.1"}},
    {0x3B449BA6, {"0.0030000002", "0.003"}},
    {0x5CB13116, {"399000331494621184.0", "399000331494621184.0"}},
    {0x4A6A2CEE, {"3836731.5", "3836731.5"}},
    {0x4835883D, {"185888.95", "185888.95"}},
    {0x441CB392, {"626.8058", "626.8058"}},
    {0x441F94C3, {"638.32439", "638.3244"}},
    {0x44857E0B, {"1067.93876", "1067.9388"}},
    {0x44194912, {"613.14180", "613.1417"}},
    {0x4290EAC8, {"72.458549", "72.45856"}},
    {0x42969623, {"75.293244", "75.293236"}},
    {0x411B92EF, {"9.723372", "9.723372"}},
    {0x40CCA300, {"6.3948967", "6.3948975"}},
    {0x411C6387, {"9.7742995", "9.774299"}},
    {0x3F7519D4, {"0.95742528", "0.95742536"}},
    {0x3F1F7B7A, {"0.62297793", "0.62297785"}},
    {0x3DF800A2, {"0.121094949", "0.12109496"}},
    {0x3E4C9C4D, {"0.199814998", "0.19981499"}},
    {0x3C19ACE2, {"0.0093795969", "0.009379597"}},
    {0x3BC4FB35, {"0.0060113923", "0.0060113915"}},
    {0x390818C4, {"0.00012979196", "0.00012979197"}},
    {0x3A753D2A, {"0.00093551233", "0.00093551225"}},
    {0x37022771, {"0.000007757786", "0.000007757787"}},
    {0x384F8EC6, {"0.000049485622", "0.000049485614"}},
    {0x592FCF21, {NULL, "3092866347827200.0"}},
    {0x2FE9412E, {NULL, NULL}},
    {0x5B87A8DC, {"76369569404420096.0", "76369569404420096.0"}},
    {0x39D7B230, {"0.00041140758", "0.00041140756"}},
    {0x37774374, {"0.000014738055", "0.000014738052"}},
    {0x36450B6C, {"0.000002936194", NULL}},
    {0x37682370, {"0.00001383653", NULL}},
};

static void test_texts(void)
{
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; i++)
        for (int exact = 0; exact < 2; exact++) {
            struct rq_out out = {0};
            check_note("0x%08X, %d", floats[i].bits, exact);
            CHECK_INT(nd_put_float(&out, floats[i].bits, exact), floats[i].text[exact] != NULL);
            rq_put8(&out, 0);
            CHECK_STR((const char *)out.data, floats[i].text[exact] ? floats[i].text[exact] : "");
            rq_out_free(&out);
        }
}

/* The compiler makes the same bits of each: behind the head of 13 bytes, JSR, RETN and the opcode of CONSTF. */
static void test_back(void)
{
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; i++)
        for (int exact = 0; exact < 2; exact++) {
            struct rq_out out = {0};
            char source[100];
            const struct rq_nss_options options = {.game = 1, .exact_floats = exact};
            if (!floats[i].text[exact])
                continue;
            int size = snprintf(source, sizeof source, "void main() { SetFacing(%s); }",
                                floats[i].text[exact]);
            const struct rq_bytes text = {(const uint8_t *)source, (size_t)size};
            check_note("%s", source);
            if (CHECK(rq_nss_compile(text, "x.nss", &options, &out, NULL, NULL)) &&
                CHECK(out.size > 27))
                CHECK_INT(rq_get32be(out.data + 23), floats[i].bits);
            rq_out_free(&out);
        }
}

/* Which reading a script was compiled with: the one that needs fewer letters for all of its floats. */
static void check_reading(const uint32_t *bits, size_t count, bool exact)
{
    struct rq_ncs_instr instrs[6];
    const struct rq_ncs ncs = {.instrs = instrs, .count = count};
    for (size_t i = 0; i < count; i++)
        instrs[i] = (struct rq_ncs_instr){
            .op = RQ_NCS_OP_CONST, .type = RQ_NCS_FLOAT, .a = (int32_t)bits[i]};
    check_note("0x%08X, %zu", bits[0], count);
    CHECK_INT(nd_floats_are_exact(&ncs), exact);
    /* Numbers of other types say nothing. */
    instrs[0].type = RQ_NCS_INT;
    if (count == 1)
        CHECK(!nd_floats_are_exact(&ncs));
}

static void test_readings(void)
{
    static const uint32_t bioware = 0x3F666667, exact = 0x3F666666, both = 0x3F800000;
    check_reading(&bioware, 1, false);
    check_reading(&exact, 1, true);
    check_reading(&both, 1, false);
    check_reading((const uint32_t[]){0x592FCF21}, 1, true); /* has only one */
    check_reading((const uint32_t[]){0x36450B6C}, 1, false);
    check_reading((const uint32_t[]){exact, both, both}, 3, true);
    check_reading((const uint32_t[]){both, both, exact}, 3, true);
    check_reading((const uint32_t[]){both, exact, bioware, both}, 4, false); /* 3 + 10 and 10 + 3 */
    check_reading((const uint32_t[]){exact, 0x36450B6C, exact}, 3, false);
}

TESTS(test_texts, test_back, test_readings)
