/* Files that are not GFF, each by itself or with what it names: models, walkmeshes, textures, tables,
 * texts, sounds. What reading them finds is not looked for again. */
#include "core/text.h"
#include "lint/context.h"

#include <reliquary/bwm.h>
#include <reliquary/dds.h>
#include <reliquary/lip.h>
#include <reliquary/mdl.h>
#include <reliquary/ssf.h>
#include <reliquary/tlk.h>
#include <reliquary/tpc.h>
#include <reliquary/twoda.h>
#include <stdio.h>
#include <stdlib.h>

/* The text of a record, up to its NUL. */
static struct rq_bytes record_text(const char *text, size_t size)
{
    size_t used = 0;
    while (used < size && text[used])
        used++;
    return (struct rq_bytes){(const uint8_t *)text, used};
}

#define RECORD_TEXT(member) record_text(member, sizeof(member))

static bool is_named(struct rq_bytes name)
{
    return name.size && !rq_lint_is(name, "null");
}

static void tell_name(struct rq_lint_file *f, const char *path, struct rq_bytes name,
                      const char *what)
{
    char value[64];
    snprintf(value, sizeof value, "%.*s", (int)(name.size < 60 ? name.size : 60),
             (const char *)name.data);
    rq_text_clean(value);
    rq_lint_tell_value(f, path, value, "%s %s", what, value);
}

/* ---- models: what they name ---- */

#define TEXTURES "tpc|tga|dds"

static const char *node_name(const struct rq_mdl *m, const struct rq_mdl_node *node)
{
    return node->header.name < m->name_count ? m->names[node->header.name] : "";
}

/* A mesh that is drawn: walkmeshes and shadows name textures that nobody loads. */
static const struct rq_mdl_mesh *drawn_mesh(const struct rq_mdl_node *node)
{
    return node->mesh && node->mesh->header.render ? node->mesh : NULL;
}

void rq_lint_mdl_supermodel(struct rq_lint_file *f)
{
    const struct rq_mdl *m = rq_doc_root(f->doc, "mdl");
    struct rq_bytes name = RECORD_TEXT(m->model.supermodel);
    if (is_named(name) && !rq_lint_exists(f, name, "mdl"))
        tell_name(f, "model/supermodel", name, "there is no model");
}

static void check_textures(struct rq_lint_file *f, bool second)
{
    const struct rq_mdl *m = rq_doc_root(f->doc, "mdl");
    for (uint32_t i = 0; i < m->tree.count; i++) {
        const struct rq_mdl_mesh *mesh = drawn_mesh(&m->tree.nodes[i]);
        if (!mesh)
            continue;
        struct rq_bytes name =
            second ? RECORD_TEXT(mesh->header.texture_2) : RECORD_TEXT(mesh->header.texture_1);
        if (is_named(name) && !rq_lint_exists(f, name, TEXTURES))
            tell_name(f, node_name(m, &m->tree.nodes[i]), name, "there is no texture");
    }
}

void rq_lint_mdl_texture(struct rq_lint_file *f)
{
    check_textures(f, false);
}

void rq_lint_mdl_lightmap(struct rq_lint_file *f)
{
    check_textures(f, true);
}

/* ---- models: what is in them ---- */

void rq_lint_mdl_anim_number(struct rq_lint_file *f)
{
    const struct rq_mdl *m = rq_doc_root(f->doc, "mdl");
    for (uint32_t a = 0; a < m->animation_count; a++) {
        const struct rq_mdl_tree *tree = &m->animations[a].tree;
        for (uint32_t i = 1; i < tree->count; i++)
            if (tree->nodes[i].header.number == 0)
                rq_lint_tell_value(f, node_name(m, &tree->nodes[i]), "0",
                                   "animation %u: the node has the number of the root", a);
    }
}

static void check_keys(struct rq_lint_file *f, const struct rq_mdl *m,
                       const struct rq_mdl_tree *tree)
{
    for (uint32_t i = 0; i < tree->count; i++) {
        const struct rq_mdl_node *node = &tree->nodes[i];
        for (uint32_t k = 0; k < node->key_count; k++) {
            unsigned columns = node->keys[k].columns & 0x0Fu;
            if (node->keys[k].rows && (columns < 1 || columns > 4))
                rq_lint_tell_value(f, node_name(m, node), "", "controller %u has %u values a row",
                                   node->keys[k].code, columns);
        }
    }
}

void rq_lint_mdl_columns(struct rq_lint_file *f)
{
    const struct rq_mdl *m = rq_doc_root(f->doc, "mdl");
    check_keys(f, m, &m->tree);
    for (uint32_t a = 0; a < m->animation_count; a++)
        check_keys(f, m, &m->animations[a].tree);
}

void rq_lint_mdl_names(struct rq_lint_file *f)
{
    const struct rq_mdl *m = rq_doc_root(f->doc, "mdl");
    bool *used = rq_arena_get(&f->arena, (size_t)m->name_count + 1, sizeof *used);
    for (uint32_t i = 0; used && i < m->tree.count; i++)
        if (m->tree.nodes[i].header.name < m->name_count)
            used[m->tree.nodes[i].header.name] = true;
    for (uint32_t i = 0; used && i < m->name_count; i++)
        if (!used[i])
            rq_lint_tell_value(f, "names", m->names[i], "no node is called %s", m->names[i]);
}

void rq_lint_mdl_skin_weights(struct rq_lint_file *f)
{
    const struct rq_mdl *m = rq_doc_root(f->doc, "mdl");
    for (uint32_t i = 0; i < m->tree.count; i++) {
        const struct rq_mdl_mesh *mesh = m->tree.nodes[i].mesh;
        const struct rq_mdl_skin *skin = mesh ? mesh->skin : NULL;
        if (skin && skin->header.weights[1])
            rq_lint_tell_value(f, node_name(m, &m->tree.nodes[i]), "",
                               "the skin has %u weights beside those of the MDX",
                               skin->header.weights[1]);
    }
}

void rq_lint_mdl_aabb(struct rq_lint_file *f)
{
    const struct rq_mdl *m = rq_doc_root(f->doc, "mdl");
    for (uint32_t i = 0; i < m->tree.count; i++) {
        const struct rq_mdl_mesh *mesh = m->tree.nodes[i].mesh;
        for (uint32_t k = 0; mesh && k < mesh->box_count; k++) {
            const struct rq_mdl_box *box = &mesh->boxes[k];
            bool parts = box->first >= 0 || box->second >= 0;
            if (parts && (box->face != -1 || box->first < 0 || box->second < 0))
                rq_lint_tell_value(f, node_name(m, &m->tree.nodes[i]), "",
                                   "box %u has the face %d and the boxes %d and %d", k, box->face,
                                   box->first, box->second);
        }
    }
}

static int by_place(const void *a, const void *b)
{
    const struct rq_bytes *x = a, *y = b;
    return (x->data > y->data) - (x->data < y->data);
}

void rq_lint_mdx_slice(struct rq_lint_file *f)
{
    const struct rq_mdl *m = rq_doc_root(f->doc, "mdl");
    const uint8_t *mdx = f->context->tree.nodes[f->node].companion.data;
    struct rq_bytes *rows = rq_arena_get(&f->arena, m->tree.count + 1u, sizeof *rows);
    size_t count = 0;
    for (uint32_t i = 0; rows && i < m->tree.count; i++)
        if (m->tree.nodes[i].mesh && m->tree.nodes[i].mesh->rows.size)
            rows[count++] = m->tree.nodes[i].mesh->rows;
    if (count)
        qsort(rows, count, sizeof *rows, by_place);
    for (size_t i = 1; i < count; i++)
        if (rows[i].data < rows[i - 1].data + rows[i - 1].size)
            rq_lint_tell_value(f, "", "",
                               "the vertices at 0x%zx of the MDX are those of two meshes",
                               (size_t)(rows[i].data - mdx));
}

void rq_lint_mdx_terminator(struct rq_lint_file *f)
{
    const struct rq_mdl *m = rq_doc_root(f->doc, "mdl");
    for (uint32_t i = 0; i < m->tree.count; i++) {
        const struct rq_mdl_mesh *mesh = m->tree.nodes[i].mesh;
        if (!mesh || !mesh->rows.size)
            continue;
        float first = mesh->end_row.size >= 4 ? rq_f32_of(rq_get32(mesh->end_row.data)) : 0;
        if (first != 1e7f && first != 1e6f)
            rq_lint_tell_value(f, node_name(m, &m->tree.nodes[i]), "",
                               "no row of 10000000 or 1000000 ends the vertices");
    }
}

/* ---- walkmeshes ---- */

void rq_lint_bwm_material(struct rq_lint_file *f)
{
    const struct rq_bwm *bwm = rq_doc_root(f->doc, "bwm");
    int64_t rows = rq_lint_rows(f, "surfacemat");
    for (size_t i = 0; rows >= 0 && i < bwm->face_count; i++)
        if (bwm->materials[i] >= (uint64_t)rows) {
            char path[40], value[16];
            snprintf(path, sizeof path, "faces/%zu", i);
            snprintf(value, sizeof value, "%u", bwm->materials[i]);
            rq_lint_tell_value(f, path, value, "surfacemat.2da has %lld rows", (long long)rows);
        }
}

/* ---- textures ---- */

void rq_lint_tpc_encoding(struct rq_lint_file *f)
{
    const struct rq_tpc *tpc = rq_doc_root(f->doc, "tpc");
    unsigned encoding = tpc->header.encoding;
    if (encoding != 1 && encoding != 2 && encoding != 4)
        rq_lint_tell_value(f, "header/encoding", "", "the encoding is %u", encoding);
}

void rq_lint_dds_standard(struct rq_lint_file *f)
{
    const struct rq_dds *dds = rq_doc_root(f->doc, "dds");
    if (dds->standard)
        rq_lint_tell_value(f, "", "", "the file has Microsoft's header");
}

/* Commands that are in no program, though files have them. */
static bool is_dead(struct rq_bytes word)
{
    static const char *const dead[] = {"islightmap", "compresstexture", "caretindent",
                                       "bumpmapscale", "type"};
    for (size_t i = 0; i < sizeof dead / sizeof dead[0]; i++)
        if (rq_lint_is(word, dead[i]))
            return true;
    return false;
}

void rq_lint_txi_dead(struct rq_lint_file *f)
{
    const struct rq_tpc *tpc = rq_doc_root(f->doc, "tpc");
    struct rq_bytes text = tpc ? tpc->txi : f->context->tree.nodes[f->node].bytes;
    for (size_t at = 0, line = 1; at < text.size; line++) {
        size_t end = at, word = at;
        while (end < text.size && text.data[end] != '\n')
            end++;
        while (word < end && text.data[word] > ' ')
            word++;
        struct rq_bytes name = {text.data + at, word - at};
        char path[40];
        snprintf(path, sizeof path, "line %zu", line);
        if (is_dead(name))
            tell_name(f, path, name, "the game does not know");
        at = end + 1;
    }
}

/* ---- tables ---- */

/* Columns whose places the engine looks up once, when it loads the table. */
static const struct {
    const char *table, *columns;
} cached[] = {
    {"appearance",
     "abortonparry backuphead cameraheightoffset cameraspace creperspace "
     "disableinjuredanim driveaccl driveanimrun driveanimwalk drivemaxspeed envmap "
     "footsteptype groundtilt head_arc_h head_arc_v headbone headtrack height hitdist "
     "hitradius modeltype normalhead perspace race rundist sizecategory soundapptype "
     "walkdist"},
    {"appearancesndset", "falldirt fallmetal fallhard fallwater weapon armortype"},
    {"gender", "gender"},
    {"animations",
     "fireforget overlay looping stationary pause walking running damage parry dialog "
     "name dodge attack hideequippeditems"},
    {"forceadjust", "goodcost evilcost"},
    {"dialoganimations", "fireforget dialog looping overlay"},
    {"footstepsounds", "rolling pitchoffset"},
    {"weaponsounds", "pitchoffset"},
    {"regeneration", "healthregen forceregen"},
    {"surfacemat", "name"},
    {"visualeffects", "imp_headcon_node imp_impact_node imp_root_m_node imp_root_s_node "
                      "imp_root_l_node imp_root_h_node lowquality orientwithground shaketype "
                      "shakeduration shakedelay soundimpact soundduration"},
    {"vfx_persistent",
     "durationvfx orientwithground shape radius width length modelmin01 model01 "
     "modelmin02 model02 modelmin03 model03 numact01 numact02 numact03 duration01 "
     "duration02 duration03 edgewght01 edgewght02 edgewght03 soundoneshot "
     "soundoneshotpercentage"},
    {"creaturespeed", "runrate walkrate"},
    {"genericdoors", "soundapptype"},
    {"placeables", "soundapptype strref ignorestatichitcheck"},
    {"placeableobjsnds", "armortype locked opened closed destroyed"},
    {"poison", "save_dc"},
};

static void check_columns(struct rq_lint_file *f, const char *columns)
{
    const struct rq_twoda *table = rq_doc_root(f->doc, "twoda");
    while (*columns) {
        char name[40];
        size_t size = strcspn(columns, " ");
        snprintf(name, sizeof name, "%.*s", (int)size, columns);
        if (rq_twoda_column(table, name) == table->column_count)
            rq_lint_tell_value(f, "columns", name, "the table has no column %s", name);
        columns += size + (columns[size] == ' ');
    }
}

void rq_lint_twoda_column(struct rq_lint_file *f)
{
    for (size_t i = 0; f->version != 2 && i < sizeof cached / sizeof cached[0]; i++)
        if (strcmp(f->base, cached[i].table) == 0)
            check_columns(f, cached[i].columns);
}

/* Places of texts are numbers of 16 bits: what stands behind 65,535 bytes can't be named. */
void rq_lint_twoda_size(struct rq_lint_file *f)
{
    const struct rq_twoda *table = rq_doc_root(f->doc, "twoda");
    struct rq_bytes bytes = f->context->tree.nodes[f->node].bytes;
    /* "2DA V2.b\n", columns with an end each and a NUL, the count, labels, cells, the size */
    size_t before = 9 + 1 + 4 + 2 * table->column_count * table->row_count + 2;
    for (size_t i = 0; i < table->column_count; i++)
        before += table->columns[i].size + 1;
    for (size_t i = 0; i < table->row_count; i++)
        before += table->rows[i].label.size + 1;
    if (table->form == RQ_TWODA_BINARY && bytes.size > before + 65535)
        rq_lint_tell_value(f, "", "", "the texts take %zu bytes", bytes.size - before);
}

/* ---- texts and sounds ---- */

void rq_lint_ssf_strref(struct rq_lint_file *f)
{
    const struct rq_ssf *ssf = rq_doc_root(f->doc, "ssf");
    int64_t strings = rq_lint_strings(f);
    /* The engine reads the first 28 alone. */
    for (size_t i = 0; strings >= 0 && i < ssf->sound_count && i < RQ_SSF_NAMED; i++)
        if (ssf->sounds[i] != UINT32_MAX && ssf->sounds[i] >= (uint64_t)strings) {
            char value[16];
            snprintf(value, sizeof value, "%u", ssf->sounds[i]);
            rq_lint_tell_value(f, rq_ssf_name(i), value, "the talk table has %lld strings",
                               (long long)strings);
        }
}

void rq_lint_tlk_sound(struct rq_lint_file *f)
{
    const struct rq_tlk *tlk = rq_doc_root(f->doc, "tlk");
    for (size_t i = 0; i < tlk->string_count; i++) {
        struct rq_bytes name = RECORD_TEXT(tlk->strings[i].entry.sound);
        char path[40];
        snprintf(path, sizeof path, "strings/%zu", i);
        if (is_named(name) && !rq_lint_exists(f, name, "wav|mp3"))
            tell_name(f, path, name, "there is no sound");
    }
}

void rq_lint_lip_sound(struct rq_lint_file *f)
{
    struct rq_bytes name = {(const uint8_t *)f->base, strlen(f->base)};
    if (!rq_lint_exists(f, name, "wav|mp3"))
        tell_name(f, "", name, "there is no sound");
}
