/* Loose files of the KotOR demo (override, save games): every type of field, every layout. */
#include "demo/demo.h"

#include <math.h>

/* ---- every type of field ---- */

static bool make_types(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    static const uint8_t raw[] = {0, 1, 2, 0x7F, 0x80, 0xFF};
    if (!gff_open(g, "GFF ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *root = g->root, *s = root;
    BYTE("Byte", 255);
    CHAR("Char", -128);
    CHAR("CharZeroExtended", -128);
    struct rq_gff_field *odd = rq_gff_find(s, "CharZeroExtended");
    if (odd)
        odd->v.word = 0x80;
    WORD("Word", 65535);
    SHORT("Short", -32768);
    DWORD("Dword", UINT32_MAX);
    INT("Int", INT32_MIN);
    DWORD64("Dword64", UINT64_MAX);
    INT64("Int64", INT64_MIN);
    FLOAT("Float", 0.1f);
    FLOAT("FloatNaN", rq_f32_of(0x7FC12345));
    FLOAT("FloatMinusZero", -0.0f);
    DOUBLE("Double", 3.141592653589793);
    DOUBLE("DoubleInfinity", (double)INFINITY);
    STRING("String", "naïve café € “quoted” \xC2\x81\xC2\x8D\xC2\x9D"); /* three undefined bytes */
    STRING("StringEmpty", "");
    STRING("StringLines", "one\r\ntwo\ttab \\ \"quote\"");
    RESREF("ResRef", "sixteen_letters_");
    LOC("LocString", "Lighthouse");
    STRING("LocString/1", "Lighthouse, said by her");
    STRING("LocString/2", "Phare à éclats");
    STRING("LocString/4", "Leuchtturm über der Möwe");
    STRING("LocString/8", "Señal");
    STRING("LocString/10", "Latarnia morska śż"); /* Polish is cp1250 */
    LOC_EMPTY("LocStringNone");
    VOID("Void", raw, sizeof raw);
    VOID("VoidEmpty", raw, 0);
    s = gff_struct(g, root, "Struct", 7);
    INT("Depth", number % 100);
    gff_struct(g, s, "StructEmpty", 8);
    LIST(root, "List");
    for (uint32_t i = 0; i < 3; i++) {
        s = gff_struct(g, root, "List/-", i * i);
        DWORD("Square", (int64_t)i * i);
    }
    s = root;
    LIST(s, "ListEmpty");
    ORIENTATION("Orientation", ((float[]){1.0f, 0.0f, -0.0f, 0.5f}));
    VECTOR("Vector", ((float[]){0.1f, 1e30f, -1.5e-40f}));
    STRREF("StrRef", 1337);
    BYTE("Twin", 0); /* three fields of one label */
    BYTE("Twin#2", 1);
    BYTE("Twin#3", 2);
    return gff_close(g, out);
}

/* ---- layouts ---- */

static void boxed(struct demo_gff *g, struct rq_gff_struct *box, int left, int top)
{
    struct rq_gff_struct *s = gff_struct(g, box, "EXTENT", 0);
    INT("LEFT", left);
    INT("TOP", top);
    INT("WIDTH", 120);
    INT("HEIGHT", 32);
    s = gff_struct(g, box, "BORDER", 0);
    RESREF("FILL", "demo_panel");
    VECTOR("COLOR", ((float[]){0.0f, 0.65625f, 0.9375f}));
}

static bool make_gui(unsigned number, struct rq_out *out, struct rq_error *err)
{
    static const char *const buttons[] = {"BTN_LAMP", "BTN_GATE", "BTN_LEAVE"};
    struct demo_gff made, *g = &made;
    (void)number;
    if (!gff_open(g, "GUI ", RQ_GFF_lists_last, err))
        return false;
    struct rq_gff_struct *root = g->root, *s = root;
    INT("CONTROLTYPE", 2);
    STRING("TAG", "TGuiPanel");
    boxed(g, root, 0, 0);
    LIST(root, "CONTROLS");
    for (uint32_t i = 0; i < 3; i++) {
        struct rq_gff_struct *button = s = gff_struct(g, root, "CONTROLS/-", 6);
        INT("CONTROLTYPE", 6);
        STRING("TAG", buttons[i]);
        boxed(g, button, 40, 60 + (int)i * 40);
        LIST(button, "MOVETO");
        for (uint32_t k = 0; k < 2; k++) {
            s = gff_struct(g, button, "MOVETO/-", 0);
            INT("ID", k ? (i + 1) % 3 : (i + 2) % 3);
        }
        s = button;
        BYTE("Obj_Locked", 1);
    }
    s = root;
    FLOAT("ALPHA", 1.0f);
    return gff_close(g, out);
}

/* The same tree in any layout: a list of lists with text that repeats. */
static bool make_nested(const char *type, enum rq_gff_layout layout, struct rq_out *out,
                        struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    if (!gff_open(g, type, layout, err))
        return false;
    struct rq_gff_struct *root = g->root, *s = root;
    STRING("Tag", "shelf");
    LIST(root, "PropertiesList");
    for (uint32_t i = 0; i < 3; i++) {
        struct rq_gff_struct *shelf = s = gff_struct(g, root, "PropertiesList/-", i);
        STRING("Comment", i == 1 ? "kept dry" : "kept cool");
        LIST(shelf, "ItemList");
        for (uint32_t k = 0; k < 2; k++) {
            s = gff_struct(g, shelf, "ItemList/-", k);
            RESREF("InventoryRes", k ? "rope" : "kelp");
            WORD("StackSize", 1 + i);
        }
        s = shelf;
        STRING("Label", "shelf");
    }
    s = root;
    LOC("LocName", "Shelf");
    return gff_close(g, out);
}

static bool make_breadth(unsigned number, struct rq_out *out, struct rq_error *err)
{
    (void)number;
    return make_nested("UTP ", RQ_GFF_breadth_first, out, err);
}

static bool make_shared(unsigned number, struct rq_out *out, struct rq_error *err)
{
    (void)number;
    return make_nested("UTI ", RQ_GFF_shared, out, err);
}

static bool make_flat(unsigned number, struct rq_out *out, struct rq_error *err)
{
    (void)number;
    return make_nested("UTE ", RQ_GFF_depth_first, out, err);
}

/* Four zero bytes after the last block of field data, which no named layout has: made by
 * hand from the file before. */
static bool make_stray(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct rq_out plain = {0};
    if (!make_flat(number, &plain, err)) {
        rq_out_free(&plain);
        return false;
    }
    size_t split = rq_get32(plain.data + 0x20) + (size_t)rq_get32(plain.data + 0x24);
    rq_set32(plain.data + 0x24, rq_get32(plain.data + 0x24) + 4);
    rq_set32(plain.data + 0x28, rq_get32(plain.data + 0x28) + 4);
    rq_set32(plain.data + 0x30, rq_get32(plain.data + 0x30) + 4);
    memcpy(plain.data, "UTT ", 4);
    rq_put(out, plain.data, split);
    rq_put_zeros(out, 4);
    rq_put(out, plain.data + split, plain.size - split);
    rq_out_free(&plain);
    return true;
}

const struct demo_resource demo_override[] = {
    {"types%02u.gff", make_types},  {"panel%02u.gui", make_gui},  {"shelf%02u.utp", make_breadth},
    {"shelf%02u.uti", make_shared}, {"shelf%02u.ute", make_flat}, {"shelf%02u.utt", make_stray},
};

const size_t demo_override_count = sizeof demo_override / sizeof demo_override[0];

/* ---- a save game ---- */

static bool make_save_info(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    if (!gff_open(g, "NFO ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *s = g->root;
    STRING("AREANAME", "Harrow Waystation, upper deck");
    STRING("LASTMODULE", "demo01");
    DWORD("TIMEPLAYED", 5025 + (int64_t)number);
    BYTE("CHEATUSED", 0);
    STRING("SAVEGAMENAME", "Before the ferry");
    RESREF("PORTRAIT0", "demo_crest");
    STRING("LIVE1", "");
    return gff_close(g, out);
}

static bool make_party(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    (void)number;
    if (!gff_open(g, "PT  ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *root = g->root, *s = root;
    DWORD("PT_GOLD", 318);
    INT("PT_XP_POOL", 1200);
    BYTE("PT_NUM_MEMBERS", 2);
    LIST(root, "PT_MEMBERS");
    for (uint32_t i = 0; i < 2; i++) {
        s = gff_struct(g, root, "PT_MEMBERS/-", 0);
        INT("PT_MEMBER_ID", i);
        BYTE("PT_IS_LEADER", i == 0);
    }
    return gff_close(g, out);
}

static bool make_globals(unsigned number, struct rq_out *out, struct rq_error *err)
{
    static const char *const switches[] = {"ST_LAMP_FOUND", "ST_GATE_OPEN", "ST_TEA"};
    struct demo_gff made, *g = &made;
    uint8_t bits[1] = {(uint8_t)(0xA0 ^ number % 8 << 5)}, numbers[4] = {17, 0, 3, 255};
    if (!gff_open(g, "GVT ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *root = g->root, *s;
    LIST(root, "CatBoolean");
    for (uint32_t i = 0; i < 3; i++) {
        s = gff_struct(g, root, "CatBoolean/-", 0);
        STRING("Name", switches[i]);
    }
    s = root;
    VOID("ValBoolean", bits, sizeof bits);
    LIST(root, "CatNumber");
    for (uint32_t i = 0; i < 4; i++) {
        s = gff_struct(g, root, "CatNumber/-", 0);
        STRING("Name", "ST_COUNT");
    }
    s = root;
    VOID("ValNumber", numbers, sizeof numbers);
    return gff_close(g, out);
}

const struct demo_resource demo_save_game[] = {
    {"savenfo.res", make_save_info},
    {"PARTYTABLE.res", make_party},
    {"GLOBALVARS.res", make_globals},
};

const size_t demo_save_game_count = sizeof demo_save_game / sizeof demo_save_game[0];
