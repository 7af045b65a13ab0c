/* Compiled scripts of KotOR that no compiler makes: blocks that take the values of others, calls with other arguments,
 * code that is never reached; sizes at the limits of assembler, decompiler and reader of symbols. All that is said of
 * them is held to tests/contract/ncs_odd.txt. See said.h. */
#include "ncs_tell.h"

/* clang-format off */
/* Bodies of main. */
static const char *const bodies[] = {
    /* Blocks. */
    "CONSTI 1\nx: CONSTI 2\nADDII\nMOVSP -4\nCONSTI 1\nJZ o\nJMP x\no: ",
    "x: CONSTI 1\nMOVSP -4\nCONSTI 1\nJZ o\nJMP x\no: ",
    "x: CONSTI 1\nMOVSP -4\nCONSTI 2\nJZ a\nCONSTI 3\nJZ o\nJMP x\no: JMP a\na: ",
    "CONSTI 1\nRSADDI\nMOVSP -8\n",
    "RSADDI\nRSADDI\nMOVSP -8\n",
    "RSADDI\nCONSTI 1\nRSADDI\nMOVSP -12\n",
    "RSADDI\nCONSTI 1\nJZ a\nMOVSP -4\nJMP b\na: MOVSP -4\nb: ",
    "CONSTI 5\nCONSTI 1\nJZ a\nMOVSP -4\nJMP b\na: MOVSP -4\nb: ",
    "CONSTI 1\nJZ a\nCONSTI 2\nJMP b\na: CONSTI 3\nb: MOVSP -4\n",
    "RSADDI\nCONSTI 1\nJZ a\nRSADDI\nMOVSP -8\nJMP b\na: MOVSP -4\nb: ",
    "CONSTI 1\nJZ a\nRSADDI\nMOVSP -4\nJMP b\na:\nb: ",
    "CONSTI 1\nJZ a\nJMP a\na: ",
    "CONSTI 1\nJZ a\nCONSTI 2\nMOVSP -4\na: ",
    "a: CONSTI 1\nJZ b\nCONSTI 2\nMOVSP -4\nJMP a\nb: ",
    "CONSTI 9\nMOVSP -4\na: CONSTI 1\nJZ b\nJMP a\nb: ",
    "a: RSADDI\nMOVSP -4\nCONSTI 1\nJZ b\nJMP a\nb: ",
    "CONSTI 1\nJMP x\nx: JZ x\n",
    "CONSTI 1\nx: JZ x\n",
    /* Switches. */
    "CONSTI 1\nCPTOPSP -4, 4\nCONSTI 1\nEQII\nJNZ c\nJMP d\nc: CONSTI 2\nMOVSP -4\nd: MOVSP -4\n",
    "CONSTI 1\nCPTOPSP -4, 4\nCONSTI 1\nEQII\nJNZ c\nJMP d\nc: CONSTI 1\nJZ e\nMOVSP -4\nJMP f\ne: MOVSP -4\nf: RETN\nd: MOVSP -4\n",
    "RSADDI\nCONSTI 1\nCPTOPSP -4, 4\nCONSTI 1\nEQII\nJNZ c\nJMP d\nc: CONSTI 2\nMOVSP -4\nd: MOVSP -8\n",
    "CONSTI 1\nCPTOPSP -4, 4\nCONSTI 1\nEQII\nJNZ c\nCONSTI 2\nMOVSP -4\nc: MOVSP -4\n",
    "CONSTI 1\nCPTOPSP -4, 4\nCONSTI 1\nEQII\nJNZ c\nCPTOPSP -4, 4\nCONSTI 2\nEQII\nJNZ d\nJMP e\nd: CONSTI 3\nMOVSP -4\nc: CONSTI 4\nMOVSP -4\ne: MOVSP -4\n",
    "CONSTI 1\nCPTOPSP -4, 4\nCONSTI 1\nEQII\nJNZ c\nJMP o\nc: JMP e\no: CONSTI 2\nMOVSP -4\ne: MOVSP -4\n",
    "CONSTI 1\nCPTOPSP -4, 4\nCONSTF 1.0\nEQII\nJNZ c\nJMP c\nc: MOVSP -4\n",
    "CONSTI 1\nCPTOPSP -4, 4\nCONSTI 1\nEQFF\nJNZ c\nJMP c\nc: MOVSP -4\n",
    "CONSTI 1\nCPTOPSP -4, 4\nCONSTI 1\nEQII\nJZ c\nJMP c\nc: MOVSP -4\n",
    "CONSTI 1\nCPTOPSP -8, 4\nCONSTI 1\nEQII\nJNZ c\nJMP c\nc: MOVSP -4\n",
    /* Actions. */
    "STORESTATE 0, 0\nJMP o\nCONSTI 1\nACTION PrintInteger, 1\nRETN\no: CONSTF 1.0\nACTION DelayCommand, 2\n",
    "STORESTATE 0, 0\nCONSTI 1\nACTION PrintInteger, 1\nRETN\no: CONSTF 1.0\nACTION DelayCommand, 2\n",
    "STORESTATE 0, 0\nJMP o\nCONSTI 1\nACTION PrintInteger, 1\nNOP\no: CONSTF 1.0\nACTION DelayCommand, 2\n",
    "STORESTATE 0, 0\nJMP o\nCONSTI 1\nMOVSP -4\nRETN\no: CONSTF 1.0\nACTION DelayCommand, 2\n",
    "STORESTATE 0, 0\nJMP o\nCONSTI 1\nRETN\no: CONSTF 1.0\nACTION DelayCommand, 2\n",
    "STORESTATE 0, 0\nJMP o\nCONSTI 1\nJZ a\nCONSTI 2\nMOVSP -4\nJMP a\na: RETN\no: CONSTF 1.0\nACTION DelayCommand, 2\n",
    "STORESTATE 0, 0\nJMP o\nCONSTI 1\nACTION PrintInteger, 1\nRETN\no: STORESTATE 0, 0\nJMP p\nCONSTI 1\nACTION PrintInteger, 1\nRETN\n"
    "p: CONSTF 1.0\nACTION DelayCommand, 2\n",
    /* Calls. */
    "RSADDF\nRSADDF\nRSADDF\nCPTOPSP -12, 12\nJSR one\nMOVSP -20\n",
    "CONSTI 1\nJSR one\n",
    "RSADDI\nJSR one\n",
    "CONSTF 1.0\nCONSTF 2.0\nCONSTF 3.0\nJSR three\n",
    "CONSTI 1\nCONSTI 2\nCONSTI 3\nJSR three\n",
    "RSADDI\nCONSTI 4\nJSR gives\nMOVSP -4\n",
    "RSADDI\nCONSTI 4\nJSR gives\nCONSTI 1\nADDII\nMOVSP -4\n",
    "CONSTI 0\nCONSTI 4\nJSR gives\nMOVSP -4\n",
    "CONSTI 4\nJSR gives\n",
    "RSADDF\nRSADDF\nRSADDF\nCONSTF 1.0\nCONSTF 2.0\nCONSTF 3.0\nJSR point\nMOVSP -12\n",
    "RSADDF\nRSADDF\nRSADDF\nRSADDF\nRSADDF\nRSADDF\nRSADDF\nRSADDF\nRSADDF\nCPTOPSP -24, 12\nJSR point\nCPDOWNSP -24, 12\nMOVSP -12\nMOVSP -24\n",
    "RSADDI\nCPTOPSP -4, 4\nJSR one\nRSADDS\nCPTOPSP -4, 4\nJSR nothing\nMOVSP -8\n",
    "RSADDI\nJSR nothing\n",
    "CONSTI 1\nJSR nothing\nCONSTS \"x\"\nJSR nothing\n",
    "JSR e\ne: ",
    "JMP x\nACTION 999, 0\nx: ",
    "ACTION 999, 0\n",
    "JMP x\nACTION 870, 0\nx: ",
    "CONSTI 1\nACTION PrintInteger, 2\n",
    "CONSTI 1\nCONSTI 2\nACTION PrintInteger, 2\n",
    "CONSTI 1\nCONSTI 2\nACTION PrintInteger, 2\nCONSTI 3\nACTION PrintInteger, 1\n",
    "CONSTS \"a\"\nCONSTF 2.0\nACTION PrintInteger, 2\nCONSTO OBJECT_SELF\nCONSTF 1.0\nACTION PrintInteger, 2\n",
    "ACTION PrintInteger, 0\n",
    "CONSTI 0\nACTION Random, 1\nMOVSP -4\nACTION Random, 0\nMOVSP -4\n",
    /* Texts and numbers. */
    "CONSTS \"a\\\\n\"\nACTION PrintString, 1\n",
    "CONSTS \"a\\\\x\"\nACTION PrintString, 1\n",
    "CONSTS \"a\\\\\"\nACTION PrintString, 1\n",
    "CONSTS \"a\\nb\\tc\"\nACTION PrintString, 1\n",
    "CONSTS \"\\\"\"\nACTION PrintString, 1\n",
    "CONSTS \"\\r\"\nACTION PrintString, 1\n",
    "CONSTS \"\\x00\"\nACTION PrintString, 1\n",
    "CONSTS \"\\xE9\\x80\"\nACTION PrintString, 1\n",
    "CONSTI -2147483648\nMOVSP -4\n",
    "CONSTI 2147483647\nMOVSP -4\n",
    "CONSTF 0x7F800000\nMOVSP -4\n",
    "CONSTF 0x80000000\nMOVSP -4\n",
    "CONSTF 0x00000001\nMOVSP -4\n",
    "CONSTF 0x7F7FFFFF\nMOVSP -4\n",
    "CONSTF -0.1\nMOVSP -4\nCONSTF 100000000.0\nMOVSP -4\nCONSTF 16777217.0\nMOVSP -4\n",
    "CONSTO 1\nMOVSP -4\n",
    "CONSTO 0x7F000000\nMOVSP -4\n",
    /* Variables. */
    "RSADDI\nRSADDI\nCPTOPSP -8, 8\nMOVSP -8\nRSADDI\nCPTOPSP -8, 8\nMOVSP -20\n",
    "RSADDI\nRSADDI\nRSADDI\nCPTOPSP -12, 12\nCPDOWNSP -24, 12\nMOVSP -12\nCPTOPSP -8, 8\nMOVSP -8\nMOVSP -12\n",
    "RSADDI\nRSADDI\nCPTOPSP -4, 4\nCPDOWNSP -12, 4\nMOVSP -4\nRSADDI\nCPTOPSP -12, 4\nCPDOWNSP -8, 4\nMOVSP -4\n"
    "CONSTS \"x\"\nCPDOWNSP -8, 4\nMOVSP -4\nMOVSP -12\n",
    "RSADDF\nRSADDF\nRSADDF\nRSADDF\nRSADDF\nRSADDF\nCPTOPSP -24, 12\nCPTOPSP -24, 12\nADDVV\nCPDOWNSP -24, 12\nMOVSP -12\nMOVSP -24\n",
    "RSADDI\nINCSPI -4\nDECSPI -4\nCPTOPSP -4, 4\nINCSPI -8\nMOVSP -4\nMOVSP -4\n",
    "RSADDI\nCPTOPSP -4, 3\nMOVSP -4\n",
    "RSADDI\nCPTOPSP -3, 4\nMOVSP -8\n",
    "RSADDI\nCPTOPSP -4, 0\nMOVSP -4\n",
    "RSADDS\nRSADDS\nCPTOPSP -8, 8\nCPTOPSP -16, 8\nEQTT 8\nMOVSP -4\nMOVSP -8\n",
    "RSADDE0\nRSADDE1\nRSADDE2\nRSADDE3\nCPTOPSP -4, 4\nCPTOPSP -8, 4\nEQE3E3\nMOVSP -4\nMOVSP -16\n",
    "CONSTI 1\nCPTOPSP -4, 4\nJZ a\nCONSTI 2\nLOGANDII\na: MOVSP -4\n",
    "CONSTI 1\nCPTOPSP -4, 4\nJZ e\nCPTOPSP -4, 4\nJZ a\ne: CONSTI 2\nLOGORII\na: MOVSP -4\n",
    "CONSTI 1\nCPTOPSP -4, 4\nJZ e\nCPTOPSP -4, 4\nJNZ a\ne: CONSTI 2\nLOGORII\na: MOVSP -4\n",
    "CONSTI 1\nCPTOPSP -4, 4\nJNZ a\nMOVSP -4\nCONSTI 2\na: MOVSP -4\n",
    "MOVSP 0\n",
    "MOVSP 4\n",
    "MOVSP -4\n",
    "CONSTI 1\nMOVSP -3\n",
    "NOTI\n",
    "CONSTI 1\nNEGF\nMOVSP -4\n",
    "CONSTI 1\nADDII\nMOVSP -4\n",
    "SAVEBP\nRESTOREBP\n",
    "CONSTI 1\nSTORESTATE 255, 4, 4\nJMP o\nCONSTI 1\nACTION PrintInteger, 1\nRETN\no: CONSTF 1.0\nACTION DelayCommand, 2\nMOVSP -4\n",
    "STORESTATE 256, 4, 4\n",
    "STORESTATE -1, 4, 4\n",
    "STORESTATE 16, 4, 4, 4\n",
    "STORESTATE 16, 4,\n",
    "STORESTATE o, 4, 4\no: ",
    "STORESTATE o 4, 4\no: ",
};

/* Functions that they call. */
static const char *const functions[][2] = {
    {"JSR one", "one: CPTOPSP -4, 4\nACTION PrintInteger, 1\nMOVSP -4\nRETN\n"},
    {"JSR three", "three: CPTOPSP -12, 12\nCONSTI 1\nACTION PrintVector, 2\nMOVSP -12\nRETN\n"},
    {"JSR gives", "gives: CPTOPSP -4, 4\nCPDOWNSP -12, 4\nMOVSP -4\nJMP g\nMOVSP -4\ng: MOVSP -4\nRETN\n"},
    {"JSR point", "point: CPTOPSP -12, 12\nCPDOWNSP -36, 12\nMOVSP -12\nJMP p\nMOVSP -12\np: MOVSP -12\nRETN\n"},
    {"JSR nothing", "nothing: MOVSP -4\nRETN\n"},
};

/* Whole listings. */
static const char *const listings[] = {
    "",
    "RETN\n",
    "JSR m\nRETN\nm:\n",
    "JSR m\nRETN\nm: RETN\n",
    "JSR m\nNOP\nm: RETN\n",
    "JSR m\nRETN\nNOP\nm: RETN\n",
    "RSADDI\nJSR m\nRETN\nm: RETN\n",
    "RSADDI\nJSR m\nRETN\nm: CONSTI 1\nCPDOWNSP -8, 4\nMOVSP -4\nJMP e\nMOVSP -4\ne: RETN\n",
    "RSADDI\nJSR m\nRETN\nm: CONSTI 1\nCPDOWNSP -8, 4\nMOVSP -4\nJMP e\nMOVSP -8\ne: RETN\n",
    "RSADDI\nJSR m\nRETN\nm: CONSTI 1\nCPDOWNSP -8, 4\nNOP\nJMP e\nMOVSP -4\ne: MOVSP -4\nRETN\n",
    "JSR g\nRETN\ng: RSADDI\nSAVEBP\nJSR m\nRESTOREBP\nMOVSP -4\nRETN\nm: CPTOPBP -4, 4\nMOVSP -4\nINCBPI -4\nRETN\n",
    "JSR g\nRETN\ng: RSADDI\nCONSTI 1\nSAVEBP\nJSR m\nRESTOREBP\nMOVSP -8\nRETN\nm: RETN\n",
    "JSR g\nRETN\ng: RSADDI\nSAVEBP\nJSR m\nMOVSP -4\nRETN\nm: RETN\n",
    "JSR g\nRETN\ng: RSADDI\nSAVEBP\nJSR m\nRESTOREBP\nRETN\nm: RETN\n",
    "JSR g\nRETN\ng: SAVEBP\nJSR m\nRESTOREBP\nRETN\nm: RETN\n",
    "JSR g\nRETN\ng: SAVEBP\nJSR m\nRESTOREBP\nNOP\nm: RETN\n",
    "JSR g\nRETN\ng: SAVEBP\nJMP m\nRESTOREBP\nRETN\nm: RETN\n",
    "RSADDI\nJSR g\nRETN\ng: RSADDI\nSAVEBP\nRSADDI\nJSR m\nCPDOWNSP -12, 4\nMOVSP -4\nRESTOREBP\nMOVSP -4\nRETN\n"
    "m: CPTOPBP -4, 4\nCPDOWNSP -8, 4\nMOVSP -4\nJMP e\nMOVSP -4\ne: RETN\n",
    "JSR m\nRETN\nm: JSR f\nRETN\nf: JSR f\nRETN\n",
    "JSR m\nRETN\nm: CONSTI 1\nJSR f\nRETN\nf: MOVSP -4\nJMP e\ne: RETN\n",
    "RSADDI\nJSR m\nRETN\nm: CONSTF 1.0\nCPDOWNSP -8, 4\nMOVSP -4\nJMP e\nMOVSP -4\ne: RETN\n",
    "RSADDI\nJSR m\nRETN\nm: RSADDS\nCPTOPSP -4, 4\nCPDOWNSP -12, 4\nMOVSP -8\nJMP e\nMOVSP -4\nMOVSP -4\ne: RETN\n",
    "JSR m\nRETN\nm: CONSTI 1\nRETN\n",
    "JSR m\nRETN\nm: NOP\n",
    "JSR m\nRETN\nm:\nx: JMP x\n",
};
/* clang-format on */

static void tell_listings(struct rq_out *lines)
{
    struct trial t;
    open_trial(&t, "odd_listings");
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        struct rq_out text = {0};
        rq_putf(&text, "JSR m\nRETN\nm:\n%sRETN\n", bodies[i]);
        for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++)
            if (strstr(bodies[i], functions[k][0]))
                rq_put_str(&text, functions[k][1]);
        rq_put8(&text, 0);
        said(&t.said, "%s", bodies[i]);
        tell_assembled(&t, (const char *)text.data, 1 + i % 2);
        tell_edits(&t, (const char *)text.data, 1, 7);
        rq_out_free(&text);
    }
    for (size_t i = 0; i < sizeof listings / sizeof listings[0]; i++) {
        said(&t.said, "%s", listings[i]);
        tell_assembled(&t, listings[i], 1);
        tell_edits(&t, listings[i], 1, 3);
    }
    close_trial(&t, lines, "odd");
}

/* ---- limits ---- */

/* `part` so often, and `behind` as often with the numbers from the last to the first. */
static void put_nested(struct rq_out *text, const struct limit *limit, size_t count)
{
    rq_put_str(text, limit->before);
    for (size_t i = 0; i < count * 2; i++) {
        const char *p = i < count ? limit->part : limit->behind;
        for (; *p; p++)
            if (*p == '#')
                rq_putf(text, "%zu", i < count ? i : count * 2 - 1 - i);
            else
                rq_put8(text, (uint8_t)*p);
        if (i + 1 == count)
            rq_put_str(text, limit->middle);
    }
    rq_put_str(text, limit->after);
    rq_put8(text, 0);
}

/* One is taken away for each value that was put there. */
static void put_stack(struct rq_out *text, size_t count)
{
    rq_put_str(text, "JSR m\nRETN\nm: ");
    put_parts(text, "CONSTI 1\n", count);
    rq_putf(text, "MOVSP -%zu\nRETN\n", count * 4);
    rq_put8(text, 0);
}

static void tell_limits(struct rq_out *lines)
{
    static const struct limit rows[] = {
        {"JSR m\nRETN\nm: ", "CONSTI 1\nJZ a#\n", "", "JMP a#\na#: ", "RETN\n", 398, 401},
        {"JSR m\nRETN\nm: CONSTS \"", "x", "\"\nMOVSP -4\n", "", "RETN\n", 65534, 65536},
        {"JSR m\nRETN\nm: ", "CONSTI #\n", "JSR f\nRETN\nf: MOVSP -4\n", "", "RETN\n", 1, 2},
        {"JSR m\nRETN\nm: ", "RSADDI\n", "", "MOVSP -4\n", "RETN\n", 300, 301},
        {"JSR m\nRETN\nm: ", "CONSTI 1\n", "", "LOGANDII\n", "RETN\n", 5, 5},
    };
    struct trial t;
    open_trial(&t, "odd_limits");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t count = rows[i].from; count <= rows[i].to; count++) {
            struct rq_out text = {0};
            put_nested(&text, &rows[i], count);
            said(&t.said, "limit %zu: %zu", i, count);
            tell_assembled(&t, (const char *)text.data, 1);
            rq_out_free(&text);
        }
    for (size_t count = 65536; count <= 65537; count++) {
        struct rq_out text = {0};
        put_stack(&text, count);
        tell_assembled(&t, (const char *)text.data, 1);
        rq_out_free(&text);
    }
    close_trial(&t, lines, "limits");
}

/* Structs, each with other types: 256 of them, and one more. */
static void tell_structs(struct rq_out *lines)
{
    static const char *const types[] = {"int", "float", "string", "object"};
    struct trial t;
    open_trial(&t, "structs");
    for (size_t count = 256; count <= 257; count++) {
        struct rq_out text = {0}, file = {0};
        for (size_t i = 0; i < count; i++) {
            rq_putf(&text, "struct s%zu { int z; ", i);
            for (size_t k = 0, bits = i + 1024; k < 5; k++, bits /= 4)
                rq_putf(&text, "%s m%zu; ", types[bits % 4], k);
            rq_put_str(&text, "};\n");
        }
        rq_put_str(&text, "void main() {\n");
        put_parts(&text, "{ struct s# a, b; a = b; }\n", count);
        rq_put_str(&text, "}\n");
        rq_put8(&text, 0);
        if (compile((const char *)text.data, false, &file, NULL)) {
            t.tried++;
            tell_file(&t, rq_out_bytes(&file));
        }
        rq_out_free(&text);
        rq_out_free(&file);
    }
    close_trial(&t, lines, "structs");
}

/* Floats one by one: short decimals, and bits without a rule. Which of them a source can spell depends on all that a
 * script has. */
static void tell_floats(struct rq_out *lines)
{
    static const float firsts[] = {0.0f,  1.0f,    0.5f,    0.1f,   0.3f,     0.25f,   2.0f,
                                   1e-3f, 1e-5f,   1e-8f,   1e-9f,  123.456f, 0.7f,    99.99f,
                                   1e9f,  4.2e17f, 9.9e17f, 1e18f,  1.1e18f,  3.4e38f, 16777216.0f,
                                   1e-7f, 0.9999f, 33.333f, 7.875f, 1e17f,    5e-10f,  1e15f};
    enum { FIRSTS = sizeof firsts / sizeof firsts[0] };
    struct trial t;
    uint32_t bits = 0x3DCCCCCD;
    open_trial(&t, "floats");
    for (size_t i = 0; i < FIRSTS * 6 + 60; i++) {
        char text[128];
        if (i < FIRSTS * 6)
            bits = rq_bits_of(firsts[i / 6]) + (uint32_t)(i % 6) - 1;
        else
            bits = bits * 1664525u + 1013904223u;
        snprintf(text, sizeof text, "JSR m\nRETN\nm: CONSTF 0x%08X\nMOVSP -4\n%sRETN\n", bits,
                 i % 2 ? "" : "CONSTF 0x3DCCCCCD\nMOVSP -4\n");
        said(&t.said, "%08X", bits);
        tell_assembled(&t, text, 1);
    }
    /* As the compiler of the game rounds decimals: the source has to find those digits again. */
    for (size_t i = 0; i < 120; i++) {
        char text[128];
        struct rq_out file = {0};
        bits = bits * 1664525u + 1013904223u;
        snprintf(text, sizeof text, "void main() { float f = %u.%0*u; }", i % 3 ? 0 : bits >> 20,
                 (int)(4 + i % 6), (bits >> 2) % (i % 6 < 2 ? 10000u : 1000000u));
        said(&t.said, "%s", text);
        if (compile(text, i % 4 == 0, &file, NULL))
            tell_file(&t, rq_out_bytes(&file));
        t.tried++;
        rq_out_free(&file);
    }
    close_trial(&t, lines, "floats");
}

static void test_odd(void)
{
    struct rq_out lines = {0};
    tell_listings(&lines);
    tell_floats(&lines);
    tell_limits(&lines);
    tell_structs(&lines);
    said_compare("ncs_odd", &lines, NULL);
    rq_out_free(&lines);
}

/* 64 MB of symbols are read, and found to be none; more are not looked at. */
static void test_symbols(void)
{
    const size_t most = (size_t)64 << 20;
    uint8_t *text = calloc(most + 1, 1);
    struct rq_error err = {0};
    REQUIRE(text != NULL);
    text[9] = '\n';
    CHECK(!rq_ndb_open((struct rq_bytes){text, most}, &err));
    CHECK_INT(err.code, RQ_BAD_MAGIC);
    err = (struct rq_error){0};
    CHECK(!rq_ndb_open((struct rq_bytes){text, most + 1}, &err));
    CHECK_INT(err.code, RQ_LIMIT);
    CHECK_STR(err.text, "more than 64 MB");
    free(text);
}

TESTS(test_odd, test_symbols)
