/* GFF V3.2: every field type, every layout. Nothing that is expected comes from our own
 * writer; see gff_parts.h. */
#include "gff_parts.h"

/* ---- every field type ---- */

static const char all_types_json[] =
    "{\n"
    "  \"format\": \"gff\",\n"
    "  \"version\": 1,\n"
    "  \"type\": \"GFF \",\n"
    "  \"encoding\": \"cp1252\",\n"
    "  \"layout\": \"depth-first\",\n"
    "  \"root\": {\n"
    "    \"id\": 4294967295,\n"
    "    \"fields\": [\n"
    "      [\"Byte\", \"byte\", 200],\n"
    "      [\"Char\", \"char\", -5],\n"
    "      [\"Word\", \"word\", 65535],\n"
    "      [\"Short\", \"short\", -32768],\n"
    "      [\"Dword\", \"dword\", 4294967295],\n"
    "      [\"Int\", \"int\", -2147483648],\n"
    "      [\"Dword64\", \"dword64\", \"18446744073709551615\"],\n"
    "      [\"Int64\", \"int64\", \"-9223372036854775808\"],\n"
    "      [\"Float\", \"float\", -2.5],\n"
    "      [\"Double\", \"double\", 1e-01],\n"
    "      [\"String\", \"string\", \"a\xE2\x82\xAC\\\"\"],\n"
    "      [\"ResRef\", \"resref\", \"dan1\"],\n"
    "      [\"LocString\", \"locstring\", {\"strref\": -1, \"texts\": [[0, \"man\"], [3, \"femme\"]]}],\n"
    "      [\"Void\", \"void\", \"3q0=\"],\n"
    "      [\"Struct\", \"struct\", {\n"
    "          \"id\": 7,\n"
    "          \"fields\": [\n"
    "            [\"Byte\", \"byte\", 1]\n"
    "          ]\n"
    "        }],\n"
    "      [\"List\", \"list\", [\n"
    "          {\n"
    "            \"id\": 9,\n"
    "            \"fields\": [\n"
    "              [\"Byte\", \"byte\", 2]\n"
    "            ]\n"
    "          }\n"
    "        ]],\n"
    "      [\"Orientation\", \"orientation\", [0.0, -0.0, 1.0, 0.0]],\n"
    "      [\"Vector\", \"vector\", [\"nan:7fc00000\", \"inf\", \"-inf\"]],\n"
    "      [\"StrRef\", \"strref\", 12345],\n"
    "      [\"SixteenLettersXX\", \"locstring\", {\"strref\": 7}]\n"
    "    ]\n"
    "  }\n"
    "}\n";

static void test_every_type(void)
{
    struct rq_out json = {0};
    struct rq_bytes file = {all_types, sizeof all_types};
    CHECK_INT(sizeof all_types, 890); /* 882 + 8 */
    CHECK(survives(file, "depth-first", &json));
    CHECK_STR((const char *)json.data, all_types_json);
    rq_out_free(&json);
}

static void test_typed_tree(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){all_types, sizeof all_types}, NULL, &err);
    REQUIRE(doc != NULL);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    CHECK_MEM(gff->type, 4, "GFF ", 4);
    CHECK_INT(gff->root->id, UINT32_MAX);
    CHECK_INT(gff->struct_count, 3);
    CHECK_INT(gff->field_count, 22);
    struct rq_gff_field *f = rq_gff_find(gff->root, "SixteenLettersXX");
    REQUIRE(f != NULL && f->type == RQ_GFF_LOCSTRING);
    CHECK_INT(f->v.loc->strref, 7);
    f = rq_gff_find(gff->root, "List");
    REQUIRE(f != NULL && f->size == 1);
    CHECK_INT(f->v.child[0].id, 9);
    CHECK_INT(rq_gff_find(&f->v.child[0], "Byte")->v.word, 2);
    CHECK(rq_gff_find(gff->root, "byte") == NULL); /* labels have case */
    CHECK(rq_gff_find(NULL, "Byte") == NULL);
    rq_doc_free(doc);
}

/* The reader touches no byte behind the file, whatever is cut. */
static void test_truncated(void)
{
    for (size_t size = 0; size < sizeof all_types; size++) {
        struct check_guard guard;
        struct rq_error err = {0};
        check_note("%zu bytes", size);
        REQUIRE(check_guard_make(all_types, size, &guard));
        struct rq_options options = {.format = rq_format_by_name("gff")};
        struct rq_doc *doc = rq_doc_read((struct rq_bytes){guard.data, size}, &options, &err);
        CHECK(doc == NULL && err.code == RQ_TRUNCATED);
        rq_doc_free(doc);
        check_guard_free(&guard);
    }
}

/* ---- the tree of gff_parts.h in every layout ----
 *
 * Only the order in which structs and fields are created differs; labels, field data and
 * list indices follow the fields, field indices the structs. */

static void test_depth_first(void)
{
    struct file f = assemble(&depth_first);
    CHECK(survives(bytes_of(&f), "depth-first", NULL));
}

/* A struct's block and a list's block move to the end when they can't grow where they are;
 * the old copy stays, with its old count:
 *  blocks: e0 [1 2], e1 [4 5], root [0 6], s [7 8], root again [0 6 9] at 32
 *  lists:  A [1 1], Q [1 2], A again [2 1 3] at 16, Q [0] at 28 */
static void test_grow(void)
{
    static const uint32_t structs[][3] = {
        {ID, 32, 3}, {10, 0, 2}, {20, 3, 1}, {11, 8, 2}, {30, 24, 2}};
    static const uint32_t fields[][3] = {{15, 0, 16}, {5, 1, 1},   {15, 2, 8}, {0, 3, 7},
                                         {5, 1, 2},   {15, 2, 28}, {14, 4, 4}, {10, 5, 0},
                                         {10, 6, 5},  {0, 7, 5}};
    static const uint32_t blocks[] = {1, 2, 4, 5, 0, 6, 7, 8, 0, 6, 9};
    static const uint32_t lists[] = {1, 1, 1, 2, 2, 1, 3, 0};
    struct parts p = depth_first;
    p.structs = structs;
    p.fields = fields;
    p.blocks = blocks, p.block_count = COUNT(blocks);
    p.lists = lists, p.list_count = COUNT(lists);
    struct file f = assemble(&p);
    CHECK(survives(bytes_of(&f), "grow", NULL));
}

/* The blocks of structs by their second field: e0 gets it as field 2, e1 as 5, the root as 6, s as 8.
 * So e0 [1 2], e1 [4 5], root [0 6 9] with room for the third, s [7 8]. The field indices and the
 * list indices go by rules of their own, so that those of test_grow mix with these. */
static void test_second(void)
{
    static const uint32_t second[][3] = {
        {ID, 16, 3}, {10, 0, 2}, {20, 3, 1}, {11, 8, 2}, {30, 28, 2}};
    static const uint32_t blocks[] = {1, 2, 4, 5, 0, 6, 9, 7, 8};
    static const uint32_t moving[][3] = {
        {ID, 32, 3}, {10, 0, 2}, {20, 3, 1}, {11, 8, 2}, {30, 24, 2}};
    static const uint32_t moved_blocks[] = {1, 2, 4, 5, 0, 6, 7, 8, 0, 6, 9};
    static const uint32_t moved_fields[][3] = {{15, 0, 16}, {5, 1, 1},   {15, 2, 8}, {0, 3, 7},
                                               {5, 1, 2},   {15, 2, 28}, {14, 4, 4}, {10, 5, 0},
                                               {10, 6, 5},  {0, 7, 5}};
    static const uint32_t moved_lists[] = {1, 1, 1, 2, 2, 1, 3, 0};
    struct parts p = depth_first;
    p.structs = second;
    p.blocks = blocks;
    struct file f = assemble(&p);
    CHECK(survives(bytes_of(&f), "depth-first, second, field", NULL));
    p.fields = moved_fields;
    p.lists = moved_lists, p.list_count = COUNT(moved_lists);
    f = assemble(&p);
    CHECK(survives(bytes_of(&f), "depth-first, second, move", NULL));
    p = depth_first;
    p.structs = moving;
    p.blocks = moved_blocks, p.block_count = COUNT(moved_blocks);
    f = assemble(&p);
    CHECK(survives(bytes_of(&f), "depth-first, move, field", NULL));
}

/* Both elements of A before the first is filled: root e0 e1 f0 s. */
static void test_elements(void)
{
    static const uint32_t structs[][3] = {
        {ID, 0, 3}, {10, 12, 2}, {11, 20, 2}, {20, 3, 1}, {30, 28, 2}};
    static const uint32_t second[][3] = {
        {ID, 16, 3}, {10, 0, 2}, {11, 8, 2}, {20, 3, 1}, {30, 28, 2}};
    static const uint32_t second_blocks[] = {1, 2, 4, 5, 0, 6, 9, 7, 8};
    static const uint32_t lists[] = {2, 1, 2, 1, 3, 0};
    struct parts p = depth_first;
    p.structs = structs;
    p.lists = lists;
    struct file f = assemble(&p);
    CHECK(survives(bytes_of(&f), "elements, struct, field", NULL));
    p.structs = second;
    p.blocks = second_blocks;
    f = assemble(&p);
    CHECK(survives(bytes_of(&f), "elements, second, field", NULL));
}

/* All fields of the root, s at once, then what is in A. */
static void test_lists_last(void)
{
    static const uint32_t structs[][3] = {
        {ID, 0, 3}, {30, 12, 2}, {10, 20, 2}, {20, 7, 1}, {11, 28, 2}}; /* root s e0 f0 e1 */
    static const uint32_t fields[][3] = {{15, 0, 0}, {14, 1, 1}, {10, 2, 0},  {10, 3, 5},
                                         {0, 4, 5},  {5, 5, 1},  {15, 6, 12}, {0, 7, 7},
                                         {5, 5, 2},  {15, 6, 20}};
    static const char *const labels[] = {"A", "B", "X", "Y", "C", "P", "Q", "R"};
    static const uint32_t blocks[] = {0, 1, 4, 2, 3, 5, 6, 8, 9};
    static const uint32_t lists[] = {2, 2, 4, 1, 3, 0};
    struct parts p = depth_first;
    p.structs = structs, p.fields = fields, p.labels = labels, p.blocks = blocks, p.lists = lists;
    struct file f = assemble(&p);
    CHECK(survives(bytes_of(&f), "lists-last", NULL));
}

/* All fields of a struct; what is in them is queued. */
static void test_breadth_first(void)
{
    static const uint32_t structs[][3] = {
        {ID, 0, 3}, {10, 12, 2}, {11, 20, 2}, {30, 28, 2}, {20, 9, 1}}; /* root e0 e1 s f0 */
    static const uint32_t fields[][3] = {{15, 0, 0},  {14, 1, 3}, {0, 2, 5},   {5, 3, 1},
                                         {15, 4, 12}, {5, 3, 2},  {15, 4, 20}, {10, 5, 0},
                                         {10, 6, 5},  {0, 7, 7}};
    static const char *const labels[] = {"A", "B", "C", "P", "Q", "X", "Y", "R"};
    static const uint32_t blocks[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    static const uint32_t lists[] = {2, 1, 2, 1, 4, 0};
    struct parts p = depth_first;
    p.structs = structs, p.fields = fields, p.labels = labels, p.blocks = blocks, p.lists = lists;
    struct file f = assemble(&p);
    CHECK(survives(bytes_of(&f), "breadth-first", NULL));
}

/* Equal blocks of field data stand once. */
static void test_shared(void)
{
    uint32_t fields[10][3];
    memcpy(fields, depth_fields, sizeof fields);
    fields[8][2] = 0; /* Y stands where X does */
    struct parts p = depth_first;
    p.fields = (const uint32_t(*)[3])fields;
    p.data_size = 5;
    struct file f = assemble(&p);
    CHECK(survives(bytes_of(&f), "depth-first-shared", NULL));
}

/* The example of the measurements: five factions of three fields fill 0..59 of the field
 * indices, the root's own two stand at 60, the RepList's follow from 68. */
static void test_grow_faction(void)
{
    enum { FACTIONS = 5, REPS = 2, ALL = FACTIONS + REPS };
    uint32_t structs[1 + ALL][3] = {{ID, 60, 2}}, fields[2 + 3 * ALL][3];
    uint32_t blocks[2 + 3 * ALL], lists[2 + ALL];
    static const char *const labels[] = {"FactionList",   "FactionParentID", "FactionName",
                                         "FactionGlobal", "RepList",         "FactionID1",
                                         "FactionID2",    "FactionRep"};
    uint8_t data[FACTIONS * 6];
    uint32_t field = 1, word = 0;
    fields[0][0] = 15, fields[0][1] = 0, fields[0][2] = 0;
    for (uint32_t i = 0; i < FACTIONS; i++) {
        structs[1 + i][0] = i, structs[1 + i][1] = word * 4, structs[1 + i][2] = 3;
        for (uint32_t k = 0; k < 3; k++, field++, word++) {
            fields[field][0] = k == 0 ? 4 : k == 1 ? 10 : 2;
            fields[field][1] = 1 + k;
            fields[field][2] = k == 0 ? UINT32_MAX : k == 1 ? 6 * i : 0;
            blocks[word] = field;
        }
        memcpy(data + 6 * i, (const uint8_t[]){W(2), 'F', (uint8_t)('0' + i)}, 6);
    }
    CHECK_INT(word * 4, 60);
    blocks[word++] = 0;
    blocks[word++] = field;
    fields[field][0] = 15, fields[field][1] = 4, fields[field][2] = 4 * (1 + FACTIONS);
    field++;
    for (uint32_t i = 0; i < REPS; i++) {
        structs[1 + FACTIONS + i][0] = i, structs[1 + FACTIONS + i][1] = word * 4;
        structs[1 + FACTIONS + i][2] = 3;
        for (uint32_t k = 0; k < 3; k++, field++, word++) {
            fields[field][0] = 4, fields[field][1] = 5 + k, fields[field][2] = 50 + k;
            blocks[word] = field;
        }
    }
    lists[0] = FACTIONS;
    lists[1 + FACTIONS] = REPS;
    for (uint32_t i = 0; i < ALL; i++)
        lists[1 + i + (i >= FACTIONS)] = 1 + i;
    struct parts p = {"FAC ",
                      (const uint32_t(*)[3])structs,
                      (const uint32_t(*)[3])fields,
                      labels,
                      data,
                      blocks,
                      lists,
                      1 + ALL,
                      2 + 3 * ALL,
                      8,
                      sizeof data,
                      2 + 3 * ALL,
                      2 + ALL};
    struct file f = assemble(&p);
    CHECK_INT(rq_get32(f.bytes + 56 + 4), 60);      /* the root's block */
    CHECK_INT(rq_get32(f.bytes + 56 + 72 + 4), 68); /* the first of RepList */
    CHECK(survives(bytes_of(&f), "grow", NULL));
}

/* ---- dialogs: the flag that is added after the whole tree ----
 *
 * root { L: list [ n0 { T: 1, SoundExists: 1, SoundExists: 2 }, n1 { T: 2, SoundExists: 3 } ],
 *        Z: "abc" }
 *
 * Round 1 gives n0 and n1 their first (fields 4 and 5), round 2 n0 its second (6). */

/* clang-format off */
static const uint32_t late_structs[][3] = {{ID, 0, 2}, {0, 8, 3}, {1, 20, 2}};
static const uint32_t late_fields[][3] = {{15, 0, 0}, {5, 1, 1}, {5, 1, 2}, {10, 2, 0},
                                          {0, 3, 1},  {0, 3, 3}, {0, 3, 2}};
static const char *const late_labels[] = {"L", "T", "Z", "SoundExists"};
static const uint8_t late_data[] = {W(3), 'a', 'b', 'c'};
static const uint32_t late_blocks[] = {0, 3, /* */ 1, 4, 6, /* */ 2, 5};
static const uint32_t late_lists[] = {2, 1, 2};

static const struct parts late_sound = {
    "DLG ",      late_structs, late_fields, late_labels, late_data, late_blocks,
    late_lists,  3,            7,           4,           7,         7,
    3};
/* clang-format on */

static void test_late_sound(void)
{
    struct file f = assemble(&late_sound);
    struct rq_out json = {0};
    CHECK(survives(bytes_of(&f), "late-sound", &json));
    /* Duplicate labels are rows of their own. */
    CHECK(strstr((const char *)json.data,
                 "[\"T\", \"int\", 1],\n              [\"SoundExists\", \"byte\", 1],\n"
                 "              [\"SoundExists\", \"byte\", 2]\n") != NULL);
    rq_out_free(&json);
}

/* One string of another length: its own bytes, the size of the field data and the two
 * offsets behind it, nothing else. */
static void test_late_sound_edited(void)
{
    static const uint8_t longer[] = {W(6), 'a', 'b', 'c', 'd', 'e', 'f'};
    struct file before = assemble(&late_sound);
    struct parts p = late_sound;
    p.data = longer, p.data_size = sizeof longer;
    struct file after = assemble(&p);
    struct rq_out json = {0}, out = {0};
    REQUIRE(survives(bytes_of(&before), "late-sound", &json));
    CHECK(edited(&json, "\"abc\"", "\"abcdef\"", &out));
    CHECK_MEM(out.data, out.size, after.bytes, after.size);
    rq_out_free(&out);
    /* A number: one byte. */
    after = before;
    after.bytes[56 + 36 + 12 + 8] = 9; /* field 1, its data word */
    CHECK(edited(&json, "[\"T\", \"int\", 1]", "[\"T\", \"int\", 9]", &out));
    CHECK_MEM(out.data, out.size, after.bytes, after.size);
    rq_out_free(&out);
    rq_out_free(&json);
}

/* The tree without the flags is packed first: root [0 3]; n0 and n1 have one field each and
 * no block. Then the flags: [1 4], [2 5], and n0's block moves to the end: [1 4 6] at 24. */
static void test_late_sound_append(void)
{
    static const uint32_t structs[][3] = {{ID, 0, 2}, {0, 24, 3}, {1, 16, 2}};
    static const uint32_t blocks[] = {0, 3, 1, 4, 2, 5, 1, 4, 6};
    struct parts p = late_sound;
    p.structs = structs, p.blocks = blocks, p.block_count = COUNT(blocks);
    struct file f = assemble(&p);
    CHECK(survives(bytes_of(&f), "late-sound-append", NULL));
}

/* Each point, then the connections that it owns, and only then the point's own fields. */
static void test_path(void)
{
    static const uint32_t structs[][3] = {{ID, 0, 2}, {2, 8, 3},  {3, 2, 1},
                                          {3, 3, 1},  {2, 20, 3}, {3, 7, 1}}; /* root p c c p c */
    static const uint32_t fields[][3] = {{15, 0, 0}, {15, 1, 12},             /* the two lists */
                                         {4, 2, 1},  {4, 2, 0}, /* two connections of point 0 */
                                         {4, 3, 2},  {4, 4, 0},   {8, 5, 0x3F800000}, /* point 0 */
                                         {4, 2, 0}, /* the connection of point 1 */
                                         {4, 3, 1},  {4, 4, 2},   {8, 5, 0x80000000}}; /* point 1 */
    static const char *const labels[] = {"Path_Points", "Path_Conections", "Destination",
                                         "Conections",  "First_Conection", "X"};
    static const uint32_t blocks[] = {0, 1, 4, 5, 6, 8, 9, 10};
    static const uint32_t lists[] = {2, 1, 4, /* */ 3, 2, 3, 5};
    struct parts p = {"PTH ", structs, fields, labels, NULL, blocks, lists, 6, 11, 6, 0, 8, 7};
    struct file f = assemble(&p);
    CHECK(survives(bytes_of(&f), "path", NULL));
}

/* ---- files of no named layout ---- */

/* Adds bytes at a place, and moves the sections that start there or behind. */
static struct file with_gap(const struct file *f, size_t at, size_t gap, size_t first_section)
{
    struct file g = {.size = f->size + gap};
    memcpy(g.bytes, f->bytes, at);
    memset(g.bytes + at, 0xEE, gap);
    memcpy(g.bytes + at + gap, f->bytes + at, f->size - at);
    for (size_t i = first_section; i < 6; i++) {
        uint8_t *offset = g.bytes + 8 + i * 8;
        rq_set32(offset, rq_get32(offset) + (uint32_t)gap);
    }
    return g;
}

static void test_gaps(void)
{
    struct file f = assemble(&depth_first);
    for (size_t section = 0; section <= 6; section++) {
        size_t at = section < 6 ? rq_get32(f.bytes + 8 + section * 8) : f.size;
        struct file g = with_gap(&f, at, 3, section);
        check_note("3 bytes before section %zu", section);
        CHECK(survives(bytes_of(&g), "explicit", NULL));
    }
}

/* 16 bytes are the game's limit (docs/formats/gff.md); the field is named with the way to it. */
static void test_long_resref(void)
{
    static const char json[] =
        "{\"format\":\"gff\",\"version\":1,\"type\":\"UTC \",\"root\":{\"id\":4294967295,\"fields\":["
        "[\"Fine\",\"resref\",\"0123456789abcdef\"],[\"L\",\"list\",[{\"id\":0,\"fields\":["
        "[\"Long\",\"resref\",\"0123456789abcdefg\"]]}]]]}}";
    struct rq_bytes text = {(const uint8_t *)json, sizeof json - 1};
    const struct rq_finding *findings;
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_from_json(text, NULL, NULL);
    REQUIRE(doc && rq_doc_findings(doc, &findings) == 1);
    CHECK_STR(findings[0].where, "Long");
    CHECK(rq_doc_write(doc, &out, NULL));
    rq_doc_free(doc);
    doc = rq_doc_read(rq_out_bytes(&out), NULL, NULL);
    REQUIRE(doc && rq_doc_findings(doc, &findings) == 1);
    CHECK_STR(findings[0].id, "gff-long-resref");
    CHECK(strstr(findings[0].where, "root / L[0] / Long") != NULL);
    CHECK_STR(findings[0].text, "a resref of 17 bytes; the game takes 16 at most");
    rq_doc_free(doc);
    rq_out_free(&out);
}

/* newtransition9.utt: four zero bytes after the last block, counted as field data. */
static void test_stray_field_data(void)
{
    static const uint8_t longer[] = {W(1), 'x', W(1), 'x', W(0)};
    struct parts p = depth_first;
    p.data = longer, p.data_size = sizeof longer;
    struct file f = assemble(&p);
    struct rq_out json = {0}, out = {0};
    REQUIRE(survives(bytes_of(&f), "explicit", &json));
    /* AAAAAA== is four zeros, at 56 + 60 + 120 + 128 + 10 = 374. */
    CHECK(strstr((const char *)json.data, "[374, \"AAAAAA==\"]") != NULL);
    const struct rq_finding *findings;
    struct rq_doc *doc = rq_doc_read(bytes_of(&f), NULL, NULL);
    REQUIRE(doc != NULL && rq_doc_settle(doc, NULL));
    REQUIRE(rq_doc_findings(doc, &findings) == 1);
    CHECK_STR(findings[0].id, "gff-explicit-layout");
    rq_doc_free(doc);
    /* A number can be changed where it is: the places still hold. */
    struct file after = f;
    after.bytes[56 + 60 + 12 + 8] = 77;
    CHECK(edited(&json, "[\"P\", \"int\", 1]", "[\"P\", \"int\", 77]", &out));
    CHECK_MEM(out.data, out.size, after.bytes, after.size);
    rq_out_free(&out);
    /* A longer text does not fit there any more: the nearest named layout. */
    static const uint8_t grown[] = {W(3), 'x', 'y', 'z', W(1), 'x'};
    uint32_t fields[10][3];
    memcpy(fields, depth_fields, sizeof fields);
    fields[8][2] = 7;
    p = depth_first;
    p.fields = (const uint32_t(*)[3])fields;
    p.data = grown, p.data_size = sizeof grown;
    after = assemble(&p);
    CHECK(edited(&json, "[\"X\", \"string\", \"x\"]", "[\"X\", \"string\", \"xyz\"]", &out));
    CHECK_MEM(out.data, out.size, after.bytes, after.size);
    rq_out_free(&out);
    rq_out_free(&json);
}

static void test_oddities(void)
{
    /* Garbage after a label's NUL. */
    struct file f = assemble(&depth_first);
    f.bytes[56 + 60 + 120 + 5] = 0xAB;
    CHECK(survives(bytes_of(&f), "explicit", NULL));

    /* A label that no field has, first in the table. */
    uint32_t fields[10][3];
    memcpy(fields, depth_fields, sizeof fields);
    for (size_t i = 0; i < 10; i++)
        fields[i][1]++;
    static const char *const labels[] = {"unused", "A", "P", "Q", "R", "B", "X", "Y", "C"};
    struct parts p = depth_first;
    p.fields = (const uint32_t(*)[3])fields, p.labels = labels, p.label_count = 9;
    f = assemble(&p);
    CHECK(survives(bytes_of(&f), "explicit", NULL));

    /* The same label twice. */
    static const char *const twice[] = {"A", "P", "Q", "R", "B", "X", "Y", "P"};
    p = depth_first;
    p.labels = twice;
    f = assemble(&p);
    CHECK(survives(bytes_of(&f), "explicit", NULL));

    /* A struct that nothing refers to. */
    uint32_t structs[6][3];
    memcpy(structs, depth_structs, sizeof depth_structs);
    structs[5][0] = 1, structs[5][1] = 2, structs[5][2] = 3;
    p = depth_first;
    p.structs = (const uint32_t(*)[3])structs, p.struct_count = 6;
    f = assemble(&p);
    CHECK(survives(bytes_of(&f), "explicit", NULL));

    /* A field that two structs have: it becomes two rows. */
    memcpy(structs, depth_structs, sizeof depth_structs);
    structs[2][1] = 1; /* f0 has e0's P in place of R */
    p = depth_first;
    p.structs = (const uint32_t(*)[3])structs;
    f = assemble(&p);
    CHECK(survives(bytes_of(&f), "explicit", NULL));

    /* Sections in another order: the lists before the field indices. */
    f = assemble(&depth_first);
    struct file g = f;
    uint32_t blocks = rq_get32(f.bytes + 40), lists = rq_get32(f.bytes + 48);
    memcpy(g.bytes + blocks, f.bytes + lists, 24);
    memcpy(g.bytes + blocks + 24, f.bytes + blocks, 36);
    rq_set32(g.bytes + 40, blocks + 24);
    rq_set32(g.bytes + 48, blocks);
    CHECK(survives(bytes_of(&g), "explicit", NULL));

    /* A root that is not called -1, and a type that is no text. */
    f = assemble(&depth_first);
    rq_set32(f.bytes + 56, 5);
    memcpy(f.bytes, "\xFF\0\x80\n", 4);
    CHECK(survives(bytes_of(&f), "depth-first", NULL));
}

/* A file that grows without bound under the grow rule must not be refused for it: 1,500 lists
 * of one struct of two fields would move the root's block 1,500 times. Built, so that no
 * named layout but the last ones fits. */
static void test_grow_is_only_tried(void)
{
    enum { LISTS = 1500, STRUCTS = 1 + LISTS, FIELDS = 3 * LISTS };
    size_t size = 56 + STRUCTS * 12 + FIELDS * 12 + 3 * 16 + 4 * (LISTS + 2 * LISTS) + 8 * LISTS;
    uint8_t *bytes = calloc(size, 1), *at = bytes + 56;
    REQUIRE(bytes != NULL);
    uint32_t offset = 56, sizes[6] = {STRUCTS * 12, FIELDS * 12, 48, 0, 12 * LISTS, 8 * LISTS};
    uint32_t units[6] = {12, 12, 16, 1, 1, 1};
    memcpy(bytes, "GFF V3.2", 8);
    for (size_t i = 0; i < 6; offset += sizes[i++]) {
        rq_set32(bytes + 8 + i * 8, offset);
        rq_set32(bytes + 12 + i * 8, sizes[i] / units[i]);
    }
    /* lists-last: the root's fields are 0..1499, struct i has 1500 + 2i and the next. */
    for (uint32_t i = 0; i < STRUCTS; i++, at += 12) {
        rq_set32(at, i ? i : ID);
        rq_set32(at + 4, i ? 4 * LISTS + 8 * (i - 1) : 0);
        rq_set32(at + 8, i ? 2 : LISTS);
    }
    for (uint32_t i = 0; i < FIELDS; i++, at += 12) {
        rq_set32(at, i < LISTS ? 15 : 4);
        rq_set32(at + 4, i < LISTS ? 0 : 1 + i % 2);
        rq_set32(at + 8, i < LISTS ? 8 * i : i);
    }
    memcpy(at, "L", 1);
    memcpy(at + 16, "a", 1);
    memcpy(at + 32, "b", 1);
    at += 48;
    for (uint32_t i = 0; i < FIELDS; i++, at += 4)
        rq_set32(at, i);
    for (uint32_t i = 0; i < LISTS; i++, at += 8) {
        rq_set32(at, 1);
        rq_set32(at + 4, 1 + i);
    }
    CHECK_INT(at - bytes, size);
    CHECK(survives((struct rq_bytes){bytes, size}, "lists-last", NULL));
    free(bytes);
}

TESTS(test_every_type, test_typed_tree, test_truncated, test_depth_first, test_grow, test_second,
      test_elements, test_lists_last, test_breadth_first, test_shared, test_grow_faction,
      test_late_sound, test_late_sound_edited, test_late_sound_append, test_path, test_gaps,
      test_long_resref, test_stray_field_data, test_oddities, test_grow_is_only_tried)
