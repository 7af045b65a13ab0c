/* Files of KotOR with the features that samples.h has no room for, and the samples again with other
 * edits: what is said of them is held to tests/contract/forms.txt. See record.h and damage.c. */
#include "forms.h"

/* clang-format off */
static const char every_type[] =
    "{\"format\":\"gff\",\"version\":1,\"type\":\"UTC \",\"encoding\":\"cp1252\",\"layout\":\"depth-first\","
    "\"root\":{\"id\":4294967295,\"fields\":[[\"B\",\"byte\",200],[\"C\",\"char\",-5],[\"W\",\"word\",65535],"
    "[\"S\",\"short\",-300],[\"D\",\"dword\",4294967295],[\"I\",\"int\",-70000],"
    "[\"D6\",\"dword64\",\"18446744073709551615\"],[\"I6\",\"int64\",\"-9223372036854775808\"],"
    "[\"V\",\"void\",\"AAEC/w==\"],[\"R\",\"resref\",\"guard\"],[\"R2\",\"resref\",\"seventeen_letters\"],"
    "[\"T\",\"string\",\"a<b>&\\\"\\u00e9\\n\"],[\"T2\",\"string\",\"\"],[\"Sr\",\"strref\",42],"
    "[\"L\",\"locstring\",{\"strref\":5,\"texts\":[[0,\"a\"],[1,\"\\u00e9\"],[10,\"\\u0142\"],[200,\"x\"]]}],"
    "[\"L2\",\"locstring\",{\"strref\":-1}],[\"St\",\"struct\",{\"id\":7,\"fields\":[]}],"
    "[\"Li\",\"list\",[{\"id\":0,\"fields\":[[\"X\",\"byte\",1]]},{\"id\":1,\"fields\":[]},"
    "{\"id\":0,\"fields\":[[\"X\",\"byte\",1],[\"X\",\"byte\",2]]}]],[\"Li2\",\"list\",[]]]}}";

static const char every_number[] =
    "{\"format\":\"gff\",\"version\":1,\"type\":\"GFF \",\"encoding\":\"cp1252\",\"layout\":\"depth-first\","
    "\"root\":{\"id\":4294967295,\"fields\":[[\"F\",\"float\",0.1],[\"F2\",\"float\",-0.0],"
    "[\"F3\",\"float\",\"inf\"],[\"F4\",\"float\",\"nan:ffc00001\"],[\"F5\",\"float\",1e-7],"
    "[\"F6\",\"float\",123456.79],[\"F7\",\"float\",3e38],[\"N\",\"double\",0.1],[\"N2\",\"double\",1e300],"
    "[\"N3\",\"double\",-0.0],[\"N4\",\"double\",0.5],[\"N5\",\"double\",\"-inf\"],"
    "[\"N6\",\"double\",2000000.0000005],[\"N7\",\"double\",-12345678901.25],[\"N8\",\"double\",1e-7],"
    "[\"N9\",\"double\",2e38],[\"N10\",\"double\",0.0000015],[\"N11\",\"double\",0.0000025],"
    "[\"O\",\"orientation\",[0,0.5,-1,0.25]],[\"P\",\"vector\",[1.5,-0.0,1e10]]]}}";

#define TLK(language, letter)                                                                       \
    "{\"format\":\"tlk\",\"version\":1,\"language\":" language ",\"layout\":\"in_order\",\"strings\":["    \
    "{\"strref\":0,\"flags\":1,\"text\":\"" letter "\"}," TLK_REST
#define TLK_REST \
    "{\"strref\":1,\"flags\":7,\"sound\":\"snd\",\"volume_variance\":4,\"pitch_variance\":1," \
    "\"sound_length\":1.5,\"text\":\"a, \\\"b\\\"\\nc\"},{\"strref\":2,\"flags\":0,\"text\":\"\"}," \
    "{\"strref\":3,\"flags\":6,\"sound\":\"sixteen_letters_\",\"sound_length\":-0.0,\"text\":\"\"}," \
    "{\"strref\":4,\"flags\":9,\"text\":\"<\\u0001>\"}]}"

static const char cells[] =
    "{\"format\":\"twoda\",\"version\":1,\"form\":\"binary\",\"layout\":\"first_use\","
    "\"columns\":[\"label\",\"Name\",\"name\",\"a b\"],\"rows\":["
    "{\"label\":\"0\",\"cells\":[\"x\",null,\"a,b\",\"\\u00e9\"]},"
    "{\"label\":\"7\",\"cells\":[\"\",\"****\",\"say \\\"so\\\"\",\" x \"]},"
    "{\"label\":\"7\",\"cells\":[null,null,null,null]},{\"label\":\"\",\"cells\":[\"x\",\"y\",\"z\",\"1.5\"]}]}";

static const char words_2da[] =
    "2DA V2.0\n\n         label     count  \"two words\"\n0        a         1      ****\n"
    "1        \"b c\"     -2     x\n5        ****      3      \"\"\n";

static const char mouths[] =
    "{\"format\":\"lip\",\"version\":1,\"length\":2.5,\"keys\":[[0.0,0],[0.5,15],[0.25,3],[3.0,16]]}";

static const char layout[] =
    "#MAXLAYOUT ASCII\r\nfiledependancy a.max\r\nbeginlayout\r\n   roomcount 2\r\n      a 0 0 0\r\n"
    "      b 1.5 -2 0.25\r\n   trackcount 1\r\n      t 1 2 3\r\n   obstaclecount 1\r\n      o 4 5 6\r\n"
    "   doorhookcount 2\r\n      a d1 0 1 2 3 1 0 0 0\r\n      b d2 0 1 2 3 0.5 0.5 0.5 0.5\r\n"
    "donelayout\r\n";

static const char seen[] = "a 2\r\n  b\r\n  c\r\nb 1\r\n  a\r\nc 0\r\nA 1\r\n  a\r\n";

static const char texture_text[] =
    "mipmap 0\r\nblending additive\r\nfilter 1\r\nproceduretype cycle\r\nnumx 2\r\nnumy 2\r\nfps 8.5\r\n"
    "bumpmaptexture bump\r\nenvmaptexture env\r\nnumchars 3\r\nfontheight 0.5\r\nbaselineheight 0.4\r\n"
    "texturewidth 1.28\r\nspacingr 0.02\r\nupperleftcoords 3\r\n0 0 0\r\n0.25 0 0\r\n0.5 0 0\r\n"
    "lowerrightcoords 3\r\n0.25 1 0\r\n0.5 1 0\r\n0.75 1 0\r\nchannelscale 2\r\n0.5\r\n0.25\r\nwaterwidth 2\r\n";

static const char pcm[] =
    "{\"format\":\"wav\",\"version\":1,\"chunks\":[{\"id\":\"fmt \",\"codec\":1,\"channels\":2,\"rate\":8000,"
    "\"byte_rate\":32000,\"block_align\":4,\"bits\":16},{\"id\":\"data\",\"data\":\"AAAB/wCAf3///wEA\"},"
    "{\"id\":\"LIST\",\"data\":\"SU5GTw==\"}]}";

static const char quiet_pcm[] =
    "{\"format\":\"wav\",\"version\":1,\"chunks\":[{\"id\":\"fmt \",\"codec\":1,\"channels\":1,\"rate\":11025,"
    "\"byte_rate\":11025,\"block_align\":1,\"bits\":8},{\"id\":\"data\",\"data\":\"gH8A/w==\"}]}";

/* A loop that ends behind the sound, and MP3 in the data. */
static const char loop[] =
    "{\"format\":\"wav\",\"version\":1,\"chunks\":[{\"id\":\"fmt \",\"codec\":1,\"channels\":1,\"rate\":8000,"
    "\"byte_rate\":16000,\"block_align\":2,\"bits\":16},{\"id\":\"data\",\"data\":\"AAAB/wCAf38=\"},"
    "{\"id\":\"smpl\",\"data\":\"AAAAAAAAAABI6AEAPAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAACQAAAAAAAAAAAAAA\"}]}";

static const char packed[] =
    "{\"format\":\"wav\",\"version\":1,\"chunks\":[{\"id\":\"fmt \",\"codec\":85,\"channels\":1,\"rate\":22050,"
    "\"byte_rate\":4000,\"block_align\":1,\"bits\":0},{\"id\":\"data\",\"data\":\"//MYxAAAAANIAAAAAExBTUUzLjEwMFVV\"}]}";

#define TGA(type, depth, descriptor, pixels)                                                        \
    "{\"format\":\"tga\",\"version\":1,\"id_length\":0,\"map_type\":0,\"image_type\":" type             \
    ",\"map_first\":0,\"map_length\":0,\"map_depth\":0,\"x_origin\":0,\"y_origin\":0,\"width\":2,"      \
    "\"height\":2,\"depth\":" depth ",\"descriptor\":" descriptor ",\"pixels\":\"" pixels "\"}"

static const struct form forms[] = {
    {"gff, every type", "gff", "a.utc", every_type},
    {"gff, every number", "gff", "a.gff", every_number},
    {"tlk, strings", "tlk", "dialog.tlk", TLK("0", "\\u00e9")},
    {"tlk, Polish", "tlk", "dialog.tlk", TLK("5", "\\u0142")},
    {"2da, cells", "twoda", "a.2da", cells},
    {"2da, words", "twoda", "b.2da", words_2da},
    {"lip, shapes", "lip", "a.lip", mouths},
    {"lyt, all sections", "lyt", "a.lyt", layout},
    {"vis, rooms", "vis", "a.vis", seen},
    {"txi, lists", "txi", "a.txi", texture_text},
    {"wav, stereo", "wav", "a.wav", pcm},
    {"wav, 8 bits", "wav", "b.wav", quiet_pcm},
    {"wav, loop", "wav", "c.wav", loop},
    {"wav, MP3", "wav", "d.wav", packed},
    {"tga, 16 bits", "tga", "a.tga", TGA("2", "16", "1", "AHz//x8A4AM=")},
    {"tga, 32 bits", "tga", "b.tga", TGA("2", "32", "40", "AAECA/8AAID/AP8AAAD/fw==")},
    {"tga, grey", "tga", "c.tga", TGA("3", "8", "0", "AECA/w==")},
};
/* clang-format on */

/* ---- paths ---- */

struct walk {
    struct record *r;
    struct rq_bytes file;
    struct rq_out paths;
};

static bool note_path(void *ctx, const struct rq_value *value)
{
    struct walk *w = ctx;
    rq_put(&w->paths, value->path, strlen(value->path) + 1);
    return true;
}

static bool tell_found(void *ctx, const struct rq_value *value)
{
    struct record *r = ctx;
    said(&r->said, "%s %d %s", value->path, (int)value->type, value->kind ? value->kind : "-");
    return true;
}

/* What the path leads to, and what becomes of the document when something is made there. */
static void tell_path(struct walk *w, const char *path, size_t kind)
{
    static const char *const kinds[] = {NULL,        "byte",  "list", "struct", "string",
                                        "locstring", "float", "void", "resref", "zz"};
    static const char *const texts[] = {NULL, "5", "x", "", "YQ==", "-1"};
    struct record *r = w->r;
    struct rq_error err = {0};
    struct rq_out text = {0};
    struct rq_doc *doc = rq_doc_read(w->file, &r->options, NULL);
    said(&r->said, "-- %zu at %s", kind, path);
    if (rq_doc_get(doc, path, &text, &err))
        tell_bytes(r, "value", rq_out_bytes(&text));
    else
        tell_error(r, &err);
    rq_out_free(&text);
    err = (struct rq_error){0};
    if (!rq_doc_visit_at(doc, path, tell_found, r, &err))
        tell_error(r, &err);
    err = (struct rq_error){0};
    bool done = kind < 4
                    ? rq_doc_move(doc, path, (uint32_t)kind, &err)
                    : rq_doc_insert(doc, path, kinds[(kind - 4) / 6], texts[(kind - 4) % 6], &err);
    if (done)
        tell_written(r, doc, &err);
    else
        tell_error(r, &err);
    rq_doc_free(doc);
}

/* Paths that are there, ones beside them, and ones that lead nowhere. */
static void visit_paths(struct record *r, const struct sample *sample)
{
    enum { WAYS = 11 };
    static const char *const behind[] = {"", "/-", "/New", "/0", "#2", "/*"};
    static const char *const beside[] = {"-", "New", "?*", "-", ""};
    /* Only values of a GFF have types that are named. */
    const size_t kinds = strcmp(sample->format, "gff") == 0 ? 64 : 16;
    struct walk w = {.r = r, .file = {sample->data, sample->size}};
    size_t count = 0, number = 0, times = affordable(r, sample->size);
    r->sample = sample;
    r->format = rq_format_by_name(sample->format);
    r->options = (struct rq_options){.format = r->format, .name = sample->name};
    struct rq_doc *doc = rq_doc_read(w.file, &r->options, NULL);
    REQUIRE(doc && rq_doc_visit(doc, note_path, &w, NULL));
    rq_doc_free(doc);
    begin(r, "paths");
    for (size_t at = 0; at < w.paths.size; at += strlen((char *)w.paths.data + at) + 1)
        count++;
    size_t step = stride(r, count * kinds * WAYS, 3 * times);
    for (size_t at = 0; at < w.paths.size; at += strlen((char *)w.paths.data + at) + 1)
        for (size_t i = 0; i < kinds * WAYS; i++) {
            const char *path = (char *)w.paths.data + at;
            const char *slash = i % WAYS == 9 ? strchr(path, '/') : strrchr(path, '/');
            int up = slash ? (int)(slash - path) : 0;
            char text[300];
            if (number++ % step)
                continue;
            if (i % WAYS < 6)
                snprintf(text, sizeof text, "%s%s", path, behind[i % WAYS]);
            else
                snprintf(text, sizeof text, "%.*s%s%s", up, path, up && i % WAYS < 10 ? "/" : "",
                         beside[i % WAYS - 6]);
            tell_path(&w, text, i / WAYS);
        }
    end(r, "paths");
    rq_out_free(&w.paths);
}

static void visit_form(struct record *r, const struct form *form)
{
    struct rq_out file = {0};
    struct sample sample = sample_of_form(form, &file);
    visit_sample(r, &sample);
    if (rq_format_has_set(rq_format_by_name(form->format)))
        visit_paths(r, &sample);
    rq_out_free(&file);
}

static void visit_again(void *ctx, const struct sample *sample)
{
    const struct rq_format *format = rq_format_by_name(sample->format);
    if (format->info.family[0] == 'k' && strcmp(sample->format, "mdl") != 0)
        visit_sample(ctx, sample);
    if (format->info.family[0] == 'k' && rq_format_has_set(format))
        visit_paths(ctx, sample);
}

/* ---- names of texts ---- */

/* What a text is taken for goes by its name where it does not tell. */
static void visit_names(struct rq_out *lines)
{
    static const char *const names[] = {
        "a.csv",    "a.2da",       "a.2da.csv", "A.TLK.CSV", "a.lip.csv",   "a.utc.csv", "a.wok",
        "a.ascii",  "a.wok.ascii", "a.PWK",     "a.mdl",     "a.mdl.ascii", "a",         "",
        "dir/.csv", "a.utc.xml",   "a.xml",     "a.json",    NULL};
    static const char *const texts[] = {"strref,text\n0,a\n",
                                        "label,x\n0,1\n",
                                        "time,shape\n0,1\n",
                                        "",
                                        "{}",
                                        "<xml/>",
                                        "<gff3/>",
                                        "<xml><struct id=\"1\"/></xml>",
                                        "{\"fields\":[]}",
                                        "{\"rows\":[]}",
                                        "{\"strings\":[]}",
                                        "{\"sounds\":[],\"format\":\"gff\"}",
                                        "node aabb a\nverts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n"
                                        "0 1 2 1 0 0 0 4\nendnode\n",
                                        "newmodel a\nnode dummy a\nparent NULL\nendnode\n"};
    struct record r = {.share = 1, .said = {.hash = hash_of("", 0)}};
    r.said.show = said_file("names");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
            for (size_t f = 0; f <= 2; f++) {
                struct rq_error err = {0};
                r.options = (struct rq_options){
                    .name = names[i],
                    .format = f ? rq_format_by_name(f == 1 ? "twoda" : "gff") : NULL};
                said(&r.said, "-- %s: text %zu, %zu", names[i] ? names[i] : "none", k, f);
                struct rq_doc *doc = take_text(
                    &r, (struct rq_bytes){(const uint8_t *)texts[k], strlen(texts[k])}, &err);
                if (doc)
                    said(&r.said, "%s", rq_doc_format(doc)->info.name);
                tell_written(&r, doc, &err);
                rq_doc_free(doc);
            }
    rq_putf(lines, "%016llx %zu %zu names\n", (unsigned long long)r.said.hash, r.made, r.refused);
    if (r.said.show)
        fclose(r.said.show);
}

static void test_forms(void)
{
    struct record r = {.share = 3, .more = 2, .apt = true};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        visit_form(&r, &forms[i]);
    each_sample(visit_again, &r);
    visit_names(&r.lines);
    said_compare("forms", &r.lines, is_packed);
    rq_out_free(&r.lines);
}

TESTS(test_forms)
