/* Loose files of the KotOR demo (override, save games): every type of field, every layout. */
#include "demo/demo.h"

/* ---- every type of field ---- */

static bool make_types(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    static const uint8_t raw[] = {0, 1, 2, 0x7F, 0x80, 0xFF};
    static const uint8_t strref[] = {0x39, 0x05, 0, 0};
    if (!gff_open(g, "GFF ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *s = g->root;
    gff_number(g, s, "Byte", RQ_GFF_BYTE, 255);
    gff_number(g, s, "Char", RQ_GFF_CHAR, -128);
    gff_number(g, s, "CharZeroExtended", RQ_GFF_CHAR, 0x80);
    gff_number(g, s, "Word", RQ_GFF_WORD, 65535);
    gff_number(g, s, "Short", RQ_GFF_SHORT, -32768);
    gff_number(g, s, "Dword", RQ_GFF_DWORD, UINT32_MAX);
    gff_number(g, s, "Int", RQ_GFF_INT, INT32_MIN);
    gff_number(g, s, "Dword64", RQ_GFF_DWORD64, -1);
    gff_number(g, s, "Int64", RQ_GFF_INT64, INT64_MIN);
    gff_float(g, s, "Float", 0.1f);
    gff_number(g, s, "FloatNaN", RQ_GFF_FLOAT, 0x7FC12345);
    gff_number(g, s, "FloatMinusZero", RQ_GFF_FLOAT, (int64_t)0x80000000u);
    gff_number(g, s, "Double", RQ_GFF_DOUBLE, 0x400921FB54442D18); /* 3.14159... */
    gff_number(g, s, "DoubleInfinity", RQ_GFF_DOUBLE, (int64_t)0x7FF0000000000000);
    gff_text(g, s, "String", RQ_GFF_STRING, "na\xEFve caf\xE9 \x80 \x93quoted\x94 \x81\x8D\x9D");
    gff_text(g, s, "StringEmpty", RQ_GFF_STRING, "");
    gff_text(g, s, "StringLines", RQ_GFF_STRING, "one\r\ntwo\ttab \\ \"quote\"");
    gff_text(g, s, "ResRef", RQ_GFF_RESREF, "sixteen_letters_");
    gff_locstring(g, s, "LocString", "Lighthouse");
    gff_language(g, s, 1, "Lighthouse, said by her");
    gff_language(g, s, 2,
                 "Phare \xE0 \xE9"
                 "clats");
    gff_language(g, s, 4,
                 "Leuchtturm \xFC"
                 "ber der M\xF6we");
    gff_language(g, s, 8,
                 "Se\xF1"
                 "al");
    gff_language(g, s, 10, "Latarnia morska \x9C\xBF"); /* Polish is cp1250 */
    gff_locstring(g, s, "LocStringNone", NULL);
    gff_bytes(g, s, "Void", RQ_GFF_VOID, raw, sizeof raw);
    gff_bytes(g, s, "VoidEmpty", RQ_GFF_VOID, raw, 0);
    struct rq_gff_struct *inner = gff_struct(g, s, "Struct", 7);
    gff_number(g, inner, "Depth", RQ_GFF_INT, (int64_t)(number % 100));
    gff_struct(g, inner, "StructEmpty", 8);
    gff_list(g, s, "List", 3);
    for (uint32_t i = 0; i < 3; i++)
        gff_number(g, gff_item(g, s, i * i), "Square", RQ_GFF_DWORD, (int64_t)i * i);
    gff_list(g, s, "ListEmpty", 0);
    gff_floats(g, s, "Orientation", RQ_GFF_ORIENTATION, (float[]){1.0f, 0.0f, -0.0f, 0.5f});
    gff_floats(g, s, "Vector", RQ_GFF_VECTOR, (float[]){0.1f, 1e30f, -1.5e-40f});
    gff_bytes(g, s, "StrRef", RQ_GFF_STRREF, strref, sizeof strref);
    for (int i = 0; i < 3; i++)
        gff_number(g, s, "Twin", RQ_GFF_BYTE, i); /* three fields of one label */
    return gff_close(g, out);
}

/* ---- layouts ---- */

static void boxed(struct demo_gff *g, struct rq_gff_struct *s, int left, int top)
{
    struct rq_gff_struct *extent = gff_struct(g, s, "EXTENT", 0);
    gff_number(g, extent, "LEFT", RQ_GFF_INT, left);
    gff_number(g, extent, "TOP", RQ_GFF_INT, top);
    gff_number(g, extent, "WIDTH", RQ_GFF_INT, 120);
    gff_number(g, extent, "HEIGHT", RQ_GFF_INT, 32);
    struct rq_gff_struct *border = gff_struct(g, s, "BORDER", 0);
    gff_text(g, border, "FILL", RQ_GFF_RESREF, "demo_panel");
    gff_floats(g, border, "COLOR", RQ_GFF_VECTOR, (float[]){0.0f, 0.65625f, 0.9375f});
}

static bool make_gui(unsigned number, struct rq_out *out, struct rq_error *err)
{
    static const char *const buttons[] = {"BTN_LAMP", "BTN_GATE", "BTN_LEAVE"};
    struct demo_gff made, *g = &made;
    (void)number;
    if (!gff_open(g, "GUI ", RQ_GFF_lists_last, err))
        return false;
    struct rq_gff_struct *root = g->root;
    gff_number(g, root, "CONTROLTYPE", RQ_GFF_INT, 2);
    gff_text(g, root, "TAG", RQ_GFF_STRING, "TGuiPanel");
    boxed(g, root, 0, 0);
    gff_list(g, root, "CONTROLS", 3);
    for (uint32_t i = 0; i < 3; i++) {
        struct rq_gff_struct *s = gff_item(g, root, 6);
        gff_number(g, s, "CONTROLTYPE", RQ_GFF_INT, 6);
        gff_text(g, s, "TAG", RQ_GFF_STRING, buttons[i]);
        boxed(g, s, 40, 60 + (int)i * 40);
        gff_list(g, s, "MOVETO", 2);
        for (uint32_t k = 0; k < 2; k++)
            gff_number(g, gff_item(g, s, 0), "ID", RQ_GFF_INT, k ? (i + 1) % 3 : (i + 2) % 3);
        gff_number(g, s, "Obj_Locked", RQ_GFF_BYTE, 1);
    }
    gff_float(g, root, "ALPHA", 1.0f);
    return gff_close(g, out);
}

/* The same tree in any layout: a list of lists with text that repeats. */
static bool make_nested(const char *type, enum rq_gff_layout layout, struct rq_out *out,
                        struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    if (!gff_open(g, type, layout, err))
        return false;
    struct rq_gff_struct *root = g->root;
    gff_text(g, root, "Tag", RQ_GFF_STRING, "shelf");
    gff_list(g, root, "PropertiesList", 3);
    for (uint32_t i = 0; i < 3; i++) {
        struct rq_gff_struct *s = gff_item(g, root, i);
        gff_text(g, s, "Comment", RQ_GFF_STRING, i == 1 ? "kept dry" : "kept cool");
        gff_list(g, s, "ItemList", 2);
        for (uint32_t k = 0; k < 2; k++) {
            struct rq_gff_struct *item = gff_item(g, s, k);
            gff_text(g, item, "InventoryRes", RQ_GFF_RESREF, k ? "rope" : "kelp");
            gff_number(g, item, "StackSize", RQ_GFF_WORD, 1 + i);
        }
        gff_text(g, s, "Label", RQ_GFF_STRING, "shelf");
    }
    gff_locstring(g, root, "LocName", "Shelf");
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
    gff_text(g, s, "AREANAME", RQ_GFF_STRING, "Harrow Waystation, upper deck");
    gff_text(g, s, "LASTMODULE", RQ_GFF_STRING, "demo01");
    gff_number(g, s, "TIMEPLAYED", RQ_GFF_DWORD, 5025 + (int64_t)number);
    gff_number(g, s, "CHEATUSED", RQ_GFF_BYTE, 0);
    gff_text(g, s, "SAVEGAMENAME", RQ_GFF_STRING, "Before the ferry");
    gff_text(g, s, "PORTRAIT0", RQ_GFF_RESREF, "demo_crest");
    gff_bytes(g, s, "LIVE1", RQ_GFF_STRING, "", 0);
    return gff_close(g, out);
}

static bool make_party(unsigned number, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    (void)number;
    if (!gff_open(g, "PT  ", RQ_GFF_depth_first, err))
        return false;
    struct rq_gff_struct *root = g->root;
    gff_number(g, root, "PT_GOLD", RQ_GFF_DWORD, 318);
    gff_number(g, root, "PT_XP_POOL", RQ_GFF_INT, 1200);
    gff_number(g, root, "PT_NUM_MEMBERS", RQ_GFF_BYTE, 2);
    gff_list(g, root, "PT_MEMBERS", 2);
    for (uint32_t i = 0; i < 2; i++) {
        struct rq_gff_struct *s = gff_item(g, root, 0);
        gff_number(g, s, "PT_MEMBER_ID", RQ_GFF_INT, i);
        gff_number(g, s, "PT_IS_LEADER", RQ_GFF_BYTE, i == 0);
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
    struct rq_gff_struct *root = g->root;
    gff_list(g, root, "CatBoolean", 3);
    for (uint32_t i = 0; i < 3; i++)
        gff_text(g, gff_item(g, root, 0), "Name", RQ_GFF_STRING, switches[i]);
    gff_bytes(g, root, "ValBoolean", RQ_GFF_VOID, bits, sizeof bits);
    gff_list(g, root, "CatNumber", 4);
    for (uint32_t i = 0; i < 4; i++)
        gff_text(g, gff_item(g, root, 0), "Name", RQ_GFF_STRING, "ST_COUNT");
    gff_bytes(g, root, "ValNumber", RQ_GFF_VOID, numbers, sizeof numbers);
    return gff_close(g, out);
}

const struct demo_resource demo_save_game[] = {
    {"savenfo.res", make_save_info},
    {"PARTYTABLE.res", make_party},
    {"GLOBALVARS.res", make_globals},
};

const size_t demo_save_game_count = sizeof demo_save_game / sizeof demo_save_game[0];
