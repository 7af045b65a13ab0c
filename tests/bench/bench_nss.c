#include "bench_nss.h"

#include <reliquary/nwscript.h>
#include <stdlib.h>

/* k_inc_generic of the first game, with what it includes, has about 5,000 lines and 300 functions. */
enum { SCRIPTS = 2000, FUNCTIONS = 300, GLOBALS = 150 };

/* What is included: all of it, or a new file of a tenth for each script. */
static struct rq_out large, small;

static void make_include(struct rq_out *out, int functions)
{
    for (int i = 0; i < GLOBALS; i++)
        rq_putf(out, "int SW_GLOBAL_%d = %d;\n", i, i);
    for (int i = 0; i < functions; i++)
        rq_putf(
            out,
            "// Does what a function of this kind does\nint GN_Function%d(object oTarget, int nCount = 3);\n",
            i);
    for (int i = 0; i < functions; i++)
        rq_putf(
            out,
            "///////////////////////////////////////////////////////////////\n"
            "int GN_Function%d(object oTarget, int nCount = 3)\n{\n"
            "    int nLoop = 0;\n    object oFound = GetNearestObject(OBJECT_TYPE_CREATURE, oTarget, nCount);\n"
            "    while (GetIsObjectValid(oFound) && nLoop < nCount)\n    {\n"
            "        if (GetTag(oFound) == \"tag_%d\" || SW_GLOBAL_%d == nLoop)\n        {\n"
            "            AssignCommand(oFound, ActionMoveToObject(oTarget, TRUE, 1.5));\n"
            "            return GN_Function%d(oFound, nLoop);\n        }\n"
            "        nLoop++;\n        oFound = GetNearestObject(OBJECT_TYPE_CREATURE, oTarget, nLoop);\n    }\n"
            "    return FALSE;\n}\n",
            i, i, i % GLOBALS, i / 2);
}

static void make_script(struct rq_out *out, int i, int include, int functions)
{
    rq_putf(
        out,
        "//:: k_script_%d\n/*\n    A script of the usual size.\n*/\n#include \"k_inc_%d\"\n\n"
        "void main()\n{\n    object oPC = GetFirstPC();\n    object oDoor = GetObjectByTag(\"door_%d\");\n"
        "    int nState = GetGlobalNumber(\"K_STATE_%d\");\n    if (nState == %d && GetIsObjectValid(oDoor))\n"
        "    {\n        AssignCommand(oDoor, ActionOpenDoor(oDoor));\n"
        "        DelayCommand(%d.5, SetGlobalNumber(\"K_STATE_%d\", nState + 1));\n    }\n"
        "    else if (GN_Function%d(oPC) == TRUE)\n    {\n"
        "        ActionPauseConversation();\n        ActionWait(2.0);\n        ActionResumeConversation();\n    }\n"
        "    switch (nState)\n    {\n        case 0: PlaySound(\"gui_door\"); break;\n"
        "        case 1: GN_Function%d(oDoor, 4); break;\n        default: SetLocked(oDoor, FALSE);\n    }\n}\n",
        i, include, i, i, i % 7, i % 9, i, i % functions, i * 7 % functions);
}

static struct rq_bytes warm[SCRIPTS], cold[SCRIPTS];

static void make_set(struct rq_bytes *set, bool own_include, int functions)
{
    static size_t starts[SCRIPTS + 1];
    static struct rq_out texts[2];
    struct rq_out *text = &texts[own_include];
    for (int i = 0; i < SCRIPTS; i++) {
        starts[i] = text->size;
        make_script(text, i, own_include ? i : 0, functions);
    }
    starts[SCRIPTS] = text->size;
    for (int i = 0; i < SCRIPTS; i++)
        set[i] = (struct rq_bytes){text->data + starts[i], starts[i + 1] - starts[i]};
}

struct rq_bytes bench_nss_text(void)
{
    make_include(&large, FUNCTIONS);
    make_include(&small, FUNCTIONS / 10);
    make_set(warm, false, FUNCTIONS);
    make_set(cold, true, FUNCTIONS / 10);
    return (struct rq_bytes){warm[0].data, (size_t)(warm[SCRIPTS - 1].data - warm[0].data)};
}

/* ctx is the text of every include. */
static bool find(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    *path = name;
    *text = rq_out_bytes(ctx);
    return true;
}

static double compile(const struct rq_bytes *set, struct rq_out *include)
{
    const struct rq_nss_options options = {.game = 1, .ctx = include, .include = find};
    struct rq_nss_compiler *c = rq_nss_open(&options, NULL);
    struct rq_out out = {0};
    double done = 0;
    for (int i = 0; i < SCRIPTS && c; i++) {
        out.size = 0;
        done += rq_nss_compile_next(c, set[i], "bench.nss", &out, NULL, NULL);
    }
    rq_out_free(&out);
    rq_nss_close(c);
    return done * 1e6;
}

double bench_nss_warm(void)
{
    return compile(warm, &large);
}

double bench_nss_cold(void)
{
    return compile(cold, &small);
}
