/* Scripts of RGM: bytes laid down by hand from the opcode table and value modes of the
 * specification's "SOUP Scripting", with RMM's extra byte after ++ and --, and the end of a
 * block after ScriptRV. */
#include "formats/redguard/rgm/refs.h"
#include "property/samples.h"
#include "redguard.h"

static struct rq_arena arena;
static size_t stop;

static struct rq_soup_script *decode(const uint8_t *data, size_t size)
{
    return rq_soup_decode((struct rq_bytes){data, size}, &arena, &stop);
}

static void check_encoded(struct rq_soup_script *script, const uint8_t *data, size_t size)
{
    struct rq_out out = {0};
    rq_soup_encode(script, &out);
    CHECK_MEM(out.data, out.size, data, size);
    rq_out_free(&out);
}

/* Through JSON and back, the script alone. */
static void check_json(struct rq_soup_script *script, const uint8_t *data, size_t size)
{
    struct rq_out text = {0};
    struct rq_json j = {.out = &text};
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_jr jr;
    rq_soup_json(&j, script, NULL);
    rq_jr_open(&jr, rq_out_bytes(&text), &arena, &ctx);
    struct rq_soup_script *back = rq_soup_take(&jr, NULL);
    CHECK_STR(err.text, "");
    if (CHECK(back != NULL))
        check_encoded(back, data, size);
    rq_out_free(&text);
}

static void check_code(const uint8_t *data, size_t size, size_t count)
{
    struct rq_soup_script *script = decode(data, size);
    if (CHECK(script != NULL)) {
        CHECK_INT(script->count, count);
        check_encoded(script, data, size);
        check_json(script, data, size);
    }
}

static void not_code(const uint8_t *data, size_t size, size_t where)
{
    CHECK(decode(data, size) == NULL);
    CHECK_INT(stop, where);
}

#define CODE(count, ...)                                                                           \
    check_code((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}), count)
#define NOT_CODE(where, ...)                                                                       \
    not_code((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}), where)

static void test_sample(void)
{
    static const struct {
        uint32_t offset, size, depth;
        uint8_t op;
        int32_t to;
    } rows[] = {{0, 21, 0, 0x03, 2},    {0x15, 9, 1, 0x00, 0},  {0x1E, 1, 0, 0x13, 0},
                {0x1F, 12, 0, 0x0A, 0}, {0x2B, 6, 0, 0x1E, 6},  {0x31, 5, 1, 0x04, 3},
                {0x36, 12, 0, 0x19, 0}, {0x42, 12, 0, 0x14, 0}, {0x4E, 5, 0, 0x0F, 0},
                {0x53, 2, 0, 0x17, 0},  {0x55, 5, 0, 0x05, 3}};
    struct rq_soup_script *script = decode(sample_scripts + 4, 90);
    REQUIRE(script && script->count == 11);
    for (size_t i = 0; i < 11; i++) {
        const struct rq_soup_instr *instr = &script->instrs[i];
        CHECK_INT(instr->offset, rows[i].offset);
        CHECK_INT(instr->size, rows[i].size);
        CHECK_INT(instr->depth, rows[i].depth);
        CHECK_INT(instr->main.op, rows[i].op);
        CHECK_INT(instr->to, rows[i].to);
    }
    const struct rq_soup_value *v = &script->instrs[0].main;
    CHECK_INT(v->count, 2);
    CHECK_INT(v->args[0].id, 127);
    CHECK_INT(v->args[0].args[0].number, 0x31336963);
    v = &script->instrs[7].main;
    CHECK_INT(v->object, RQ_SOUP_PLAYER);
    CHECK_INT(v->id, 261);
    CHECK_INT(v->args[0].oper, 10);
    check_json(script, sample_scripts + 4, 90);
    check_code(sample_scripts + 94, 4, 2);
}

static void test_listing(void)
{
    static uint8_t bytes[SAMPLE_ROOM];
    struct rq_bytes file = {bytes, sample_rgm(bytes)};
    struct rq_doc *doc = read_as(file, "rgm");
    struct rq_out out = {0};
    REQUIRE(doc);
    rq_soup_listing(&out, rq_doc_root(doc, "rgm"), 0, RQ_CP_DEFAULT);
    rq_soup_listing(&out, rq_doc_root(doc, "rgm"), 1, RQ_CP_DEFAULT);
    rq_soup_listing(&out, rq_doc_root(doc, "rgm"), 2, RQ_CP_DEFAULT);
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data, "HERO (starts at #1F)\n"
                                      "{\n"
                                      "  if ACTIVATE(\"ci31\") = 1\n"
                                      "    RTX(\"ti32\")\n"
                                      "#1E:\n"
                                      "  Endint\n"
                                      "#1F:\n"
                                      "  var2 = Have_Gear + 1\n"
                                      "  if <ScriptRV> = 1\n"
                                      "    Goto #1F\n"
                                      "#36:\n"
                                      "  @\"door\".GetAttribute(var2)\n"
                                      "  Player.ref5 = -1++\n"
                                      "  Me.ref3++\n"
                                      "  <Anchor> = 3\n"
                                      "  End #1F\n"
                                      "}\n"
                                      "DOOR\n"
                                      "{\n"
                                      "  NullFunction()\n"
                                      "  Return\n"
                                      "}\n");
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* What follows flags, variables and references in each mode. */
static void test_modes(void)
{
    CODE(1, 0x06, H(9), 0x07, W(1), 0);                                      /* flag 9 = 1 */
    CODE(1, 0x02, H(12), 3, 0x06, H(3), 0, 0, 0x0A, 1, 0, 0, 0, 0x16, W(7)); /* arguments */
    CODE(1, 0x02, H(12), 2, 0x06, H(3), 1, 2, 0x0A, 1, 3, 4, 5);             /* odd padding */
    CODE(1, 0x02, H(12), 1, 0x14, 0, 0, H(2));                               /* Me.ref2 */
    CODE(1, 0x03, 0x06, H(1), 0, 2, 0x0A, 0, 0, 0, W(15));                   /* flag, var */
    CODE(1, 0x03, 0x14, 1, 0, H(5), 0, 4, 0x14, 1, 0, H(5), 0, W(18));       /* dot: lhs only */
    CODE(1, 0x03, 0x0A, 1, 10, 9, 0, 0x0A, 0, 3, 0, W(15));                  /* ++ and its byte */
    CODE(1, 0x03, 0x07, W(1), 77, 0x15, W(0), 0, W(17)); /* no such comparison */
    CODE(1, 0x0A, 0, 0x0A, 0, 11, 7);                    /* -- with a 7 */
    CODE(1, 0x0A, 0, 0x0A, 0, 200);                      /* no such operator */
    CODE(2, 0x0A, 0, 0x0A, 0, 10, 0, 0x13);              /* quirks.json */
    CODE(2, 0x00, H(0), 0x05, W(0));                     /* no count */
    CODE(1, 0x1A, 1, 9, 2, H(84), 0);                    /* odd object padding */
    CODE(1, 0x07, W(5));                                 /* as a statement */
    CODE(1, 0x01, H(4000), 1, 0x1A, 10, 3, H(400), 0);   /* no names */
    CODE(1, 0x06, H(999), 0x06, H(1000), 0);
    check_code(NULL, 0, 0);
}

/* ScriptRV with the end of a block, and before a call of four bytes that is none. */
static void test_returned(void)
{
    CODE(3, 0x1E, 1, W(11), 0x04, W(0), 0x12);
    CODE(3, 0x1E, 1, 0x00, H(8), 0, 0x12);    /* 0x800: beyond the script */
    CODE(3, 0x1E, 1, 0x02, H(0), 0x05, W(0)); /* its bytes lead backward or nowhere */
    CODE(2, 0x1E, 1, W(6), 0x12);             /* an empty block */
    CODE(1, 0x1E, 1);
    struct rq_soup_script *script = decode((const uint8_t[]){0x1E, 1, 0x00, H(8), 0, 0x12}, 7);
    REQUIRE(script);
    CHECK(!script->instrs[0].has_target);
    CHECK_INT(script->instrs[1].depth, 1);
    CHECK_INT(script->instrs[2].depth, 0);
    /* 0x0007 is inside of the Goto: the four bytes are two statements of their own. */
    static const uint8_t inside[] = {0x1E, 1, 0x07, 0, 0, 0, 0x04, W(0), 0x12};
    script = decode(inside, sizeof inside);
    if (script)
        CHECK(!script->instrs[0].has_target);
}

static void test_jumps(void)
{
    CODE(1, 0x04, W(0));
    CODE(1, 0x04, W(5));          /* the end */
    CODE(1, 0x04, W(3));          /* no statement */
    CODE(1, 0x11, W(UINT32_MAX)); /* outside */
    CODE(2, 0x1B, W(5), 0x12);
    CODE(2, 0x03, 0x07, W(1), 0, 0x07, W(1), 0, W(0), 0x12); /* a block that ends before it */
    CODE(1, 0x03, 0x07, W(1), 0, 0x07, W(1), 0, W(4000));
}

static void test_refused(void)
{
    NOT_CODE(1, 0x08);
    NOT_CODE(1, 0xFF);
    NOT_CODE(1, 0x04, 1, 2, 3);
    NOT_CODE(4, 0x00, H(1), 1);
    NOT_CODE(5, 0x00, H(1), 1, 0x12);                       /* Return is no value */
    NOT_CODE(3, 0x0F, 3, 0, H(1));                          /* object 3 */
    NOT_CODE(4, 0x19, 0, 0, 3, H(1), 0);                    /* dispatch 3 */
    NOT_CODE(13, 0x03, 0x07, W(1), 0, 0x07, W(1), 3, W(0)); /* conjunction 3 */
    NOT_CODE(3, 0x0A, 0, 0x0A);
}

/* Calls inside of calls, one too many; ifs inside of ifs have no limit. */
static void test_nesting(void)
{
    uint8_t calls[4 * (RQ_SOUP_DEPTH + 2) + 5];
    for (size_t deep = RQ_SOUP_DEPTH - 1; deep <= RQ_SOUP_DEPTH + 1; deep++) {
        size_t n = 0;
        for (size_t i = 0; i < deep; i++) {
            static const uint8_t call[] = {0x02, H(1), 1};
            n = sample_put(calls, n, call, sizeof call);
        }
        n = sample_put(calls, n, (const uint8_t[]){0x07, W(1)}, 5);
        if (deep <= RQ_SOUP_DEPTH)
            check_code(calls, n, 1);
        else
            CHECK(decode(calls, n) == NULL);
    }
    enum { IFS = 3000, IF_SIZE = 17 };
    uint8_t *ifs = malloc((size_t)IFS * IF_SIZE);
    REQUIRE(ifs);
    for (size_t i = 0; i < IFS; i++) {
        static const uint8_t one[] = {0x03, 0x07, W(1), 0, 0x07, W(1), 0, W(IFS * IF_SIZE)};
        memcpy(ifs + i * IF_SIZE, one, IF_SIZE);
    }
    struct rq_soup_script *script = decode(ifs, (size_t)IFS * IF_SIZE);
    if (CHECK(script != NULL)) {
        CHECK_INT(script->instrs[IFS - 1].depth, IFS - 1);
        check_json(script, ifs, (size_t)IFS * IF_SIZE);
    }
    free(ifs);
}

/* A map with this script, as its only actor's. */
static struct rq_doc *map_of(const uint8_t *code, size_t size, uint8_t *room)
{
    uint8_t actors[8 + 165] = {W(1), W(0x0037801B)};
    memcpy(actors + 12, "ONE", 3);
    rq_set32(actors + 8 + 0x4D, (uint32_t)size);
    size_t at = sample_chunk(room, 0, "RAHD", actors, sizeof actors);
    at = sample_chunk(room, at, "RASC", code, size);
    at = sample_put(room, at, "END ", 4);
    return read_as((struct rq_bytes){room, at}, "rgm");
}

/* What takes fifty times its size stays raw, and a listing of deep ifs stays short. */
static void test_hostile(void)
{
    enum { SIZE = 1 << 20, IF_SIZE = 17 };
    uint8_t *code = malloc(SIZE), *room = malloc(SIZE + 4096);
    struct rq_out out = {0};
    REQUIRE(code && room);
    memset(code, 0x12, SIZE);
    struct rq_doc *doc = map_of(code, SIZE, room);
    if (CHECK(doc != NULL)) {
        const struct rq_rgm_code *part = rq_rgm_actor_code(rq_doc_root(doc, "rgm"), 0);
        CHECK(part && !part->script && part->raw.size == SIZE);
        rq_soup_listing(&out, rq_doc_root(doc, "rgm"), 0, RQ_CP_DEFAULT);
        CHECK(out.size < 100);
        CHECK(writes_same(doc, doc->source, true));
    }
    rq_doc_free(doc);
    size_t n = SIZE / 4 / IF_SIZE;
    for (size_t i = 0; i < n; i++) {
        uint32_t end = (uint32_t)(n * IF_SIZE);
        const uint8_t one[] = {0x03, 0x07, W(1), 0, 0x07, W(1), 0, W(end)};
        memcpy(code + i * IF_SIZE, one, IF_SIZE);
    }
    doc = map_of(code, n * IF_SIZE, room);
    if (CHECK(doc != NULL)) {
        out.size = 0;
        rq_soup_listing(&out, rq_doc_root(doc, "rgm"), 0, RQ_CP_DEFAULT);
        CHECK(out.size > n && out.size < n * 120);
    }
    rq_doc_free(doc);
    rq_out_free(&out);
    free(code);
    free(room);
}

/* Two blanks for each block, at most forty times. */
static void test_indent(void)
{
    enum { IFS = 45, IF_SIZE = 17 };
    static uint8_t code[IFS * IF_SIZE + 1], room[4096];
    struct rq_out out = {0};
    for (size_t i = 0; i < IFS; i++) {
        const uint8_t one[] = {0x03, 0x07, W(1), 0, 0x07, W(1), 0, W(IFS * IF_SIZE + 1)};
        memcpy(code + i * IF_SIZE, one, IF_SIZE);
    }
    code[IFS * IF_SIZE] = 0x12;
    struct rq_doc *doc = map_of(code, sizeof code, room);
    REQUIRE(doc != NULL);
    rq_soup_listing(&out, rq_doc_root(doc, "rgm"), 0, RQ_CP_DEFAULT);
    rq_put8(&out, 0);
    const char *line = (const char *)out.data;
    CHECK(strncmp(line, "ONE\n{\n", 6) == 0);
    line += 6;
    for (size_t i = 0; i <= IFS; i++) {
        check_note("line %zu", i);
        CHECK_INT(strspn(line, " "), 2 * (i + 1 < 40 ? i + 1 : 40));
        line += strspn(line, " ");
        CHECK(strncmp(line, i < IFS ? "if 1 = 1\n" : "Return\n", i < IFS ? 9 : 7) == 0);
        line += strcspn(line, "\n") + 1;
    }
    CHECK_STR(line, "}\n");
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* 80 letters of a string are shown. */
static void test_strings(void)
{
    static const uint8_t code[] = {0x02, H(102), 1, 0x15, W(0), 0x02, H(102), 1, 0x15, W(1)};
    for (size_t size = 79; size <= 82; size++) {
        uint8_t actors[8 + 165] = {W(1), W(0x0037801B)}, room[1024], word[4] = {0};
        char text[83], expected[200];
        struct rq_out out = {0};
        memcpy(actors + 12, "ONE", 3);
        rq_set32(actors + 8 + 0x41, 1); /* strings, bytes of their offsets */
        rq_set32(actors + 8 + 0x45, 4);
        rq_set32(actors + 8 + 0x4D, sizeof code);
        memset(text, 'x', size);
        text[size] = 0;
        size_t at = sample_chunk(room, 0, "RAHD", actors, sizeof actors);
        at = sample_chunk(room, at, "RAST", text, size + 1);
        at = sample_chunk(room, at, "RASB", word, 4);
        at = sample_chunk(room, at, "RASC", code, sizeof code);
        at = sample_put(room, at, "END ", 4);
        struct rq_doc *doc = read_as((struct rq_bytes){room, at}, "rgm");
        REQUIRE(doc != NULL);
        rq_soup_listing(&out, rq_doc_root(doc, "rgm"), 0, RQ_CP_DEFAULT);
        rq_put8(&out, 0);
        snprintf(expected, sizeof expected, "ONE\n{\n  Rnd(\"%.*s%s\")\n  Rnd(string1)\n}\n",
                 size < 80 ? (int)size : 80, text, size > 80 ? "..." : "");
        check_note("%zu", size);
        CHECK_STR((const char *)out.data, expected);
        rq_out_free(&out);
        rq_doc_free(doc);
    }
}

static void script_refused(const char *code, const char *why)
{
    char members[400];
    snprintf(members, sizeof members,
             "\"sections\":[{\"tag\":\"RASC\",\"parts\":[{\"code\":[%s]}]}]", code);
    json_refused("rgm", members, why);
}

static void test_json_refusals(void)
{
    script_refused("{\"Goto\":\"#01\"}", "no statement has the label");
    script_refused("{\"label\":\"#0\",\"Return\":true},{\"label\":\"#0\",\"Return\":true}",
                   "twice");
    script_refused("{\"Jump\":1}", "no field");
    script_refused("{\"label\":\"a\"}", "not a statement");
    script_refused("{\"If\":[1,\"=\"],\"to\":0}", "value, comparison, value");
    script_refused("{\"If\":[],\"to\":0}", "value, comparison, value");
    script_refused("{\"If\":[1,\"=\",1]}", "other members");
    script_refused("{\"If\":[1,\"~\",1],\"to\":0}", "not an operator");
    script_refused("{\"LocalVar\":1}", "other members");
    script_refused("{\"LocalVar\":1,\"set\":[1,\"+\"]}", "ends with a value");
    script_refused("{\"LocalVar\":1,\"set\":[1,\"++\",2]}", "nothing can follow");
    script_refused("{\"LocalVar\":1,\"set\":[1,2]}", "take turns");
    script_refused("{\"LocalVar\":1,\"set\":[]}", "ends with a value");
    script_refused("{\"LocalVar\":256,\"set\":[1]}", "");
    script_refused("{\"LocalVar\":1,\"set\":[{\"LocalVar\":1,\"oper\":1}]}", "other members");
    script_refused("{\"Task\":\"NoSuch\"}", "no function is named");
    script_refused("{\"Task\":0,\"args\":[1]}", "no arguments");
    script_refused("{\"Task\":1,\"args\":[{\"Return\":true}]}", "not a value");
    script_refused("{\"Task\":1,\"of\":\"Me\"}", "other members");
    script_refused("{\"ObjDot++\":1,\"of\":\"You\"}", "an object is");
    script_refused("{\"ObjDot++\":1,\"of\":\"String\"}", "an object is");
}

static void test_names(void)
{
    CHECK_STR(rq_soup_function(0), "NullFunction");
    CHECK_STR(rq_soup_function(127), "ACTIVATE");
    CHECK_STR(rq_soup_function(366), "Spare1Parm7");
    CHECK(rq_soup_function(367) == NULL);
    CHECK_STR(rq_soup_flag(0), "TimeOfDay");
    CHECK_STR(rq_soup_flag(368), "MapTimer");
    CHECK(rq_soup_flag(369) == NULL);
    for (unsigned i = 0; i < RQ_SOUP_FUNCTIONS; i++) {
        const char *name = rq_soup_function(i);
        CHECK_INT(rq_soup_function_by_name((struct rq_str){name, strlen(name)}), i);
    }
    for (unsigned i = 0; i < RQ_SOUP_FLAGS; i++) {
        const char *name = rq_soup_flag(i);
        CHECK_INT(rq_soup_flag_by_name((struct rq_str){name, strlen(name)}), i);
    }
    CHECK(rq_soup_op(0x08) == NULL);
    CHECK_STR(rq_soup_op(0x1E)->name, "ScriptRV");
    rq_arena_free(&arena);
}

TESTS(test_sample, test_listing, test_modes, test_returned, test_jumps, test_refused, test_nesting,
      test_hostile, test_indent, test_strings, test_json_refusals, test_names)
