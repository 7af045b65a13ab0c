/* ASCII MDL of the demo's models, and the files that the library makes of it. */
#include "demo/mdl.h"

#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>

void mdl_line(struct mdl_text *t, const char *fmt, ...)
{
    char text[512];
    va_list args;
    va_start(args, fmt);
    int size = vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    if (size < 0 || size >= (int)sizeof text)
        t->out.failed = RQ_LIMIT;
    else
        rq_put(&t->out, text, (size_t)size);
    rq_put(&t->out, "\n", 1);
}

/* " 1.250": thousandths. */
static const char *thousandths(int v, char text[16])
{
    int whole = v < 0 ? -v : v;
    snprintf(text, 16, "%s%d.%03d", v < 0 ? "-" : "", whole / 1000, whole % 1000);
    return text;
}

void mdl_open(struct mdl_text *t, const char *name, const char *classification, const char *super)
{
    t->name = name;
    mdl_line(t, "newmodel %s", name);
    mdl_line(t, "setsupermodel %s %s", name, super ? super : "NULL");
    mdl_line(t, "classification %s", classification);
    mdl_line(t, "setanimationscale 1");
    mdl_line(t, "beginmodelgeom %s", name);
    mdl_line(t, "node dummy %s", name);
    mdl_line(t, "parent NULL");
    mdl_end(t);
}

void mdl_node(struct mdl_text *t, const char *type, const char *name, const char *parent, int x,
              int y, int z)
{
    mdl_turned_node(t, type, name, parent, (const int[3]){x, y, z}, (const int[3]){0, 0, 1}, 0);
}

/* Millionths of a radian. */
static void put_angle(struct mdl_text *t, const char *before, const int axis[3], int angle)
{
    int64_t turn = (int64_t)angle * 6283185 / 4096, whole = turn < 0 ? -turn : turn;
    mdl_line(t, "%s %d %d %d %s%d.%06d", before, axis[0], axis[1], axis[2], turn < 0 ? "-" : "",
             (int)(whole / 1000000), (int)(whole % 1000000));
}

void mdl_turned_node(struct mdl_text *t, const char *type, const char *name, const char *parent,
                     const int at[3], const int axis[3], int angle)
{
    char text[3][16];
    mdl_line(t, "node %s %s", type, name);
    mdl_line(t, "parent %s", parent ? parent : t->name);
    mdl_line(t, "position %s %s %s", thousandths(at[0], text[0]), thousandths(at[1], text[1]),
             thousandths(at[2], text[2]));
    put_angle(t, "orientation", axis, angle);
}

void mdl_end(struct mdl_text *t)
{
    mdl_line(t, "endnode");
}

void mdl_dummy(struct mdl_text *t, const char *name, const char *parent, int x, int y, int z)
{
    mdl_node(t, "dummy", name, parent, x, y, z);
    mdl_end(t);
}

void mdl_animation(struct mdl_text *t, const char *name, int length, const char *root)
{
    char text[16];
    mdl_line(t, "newanim %s %s", name, t->name);
    mdl_line(t, "length %s", thousandths(length, text));
    mdl_line(t, "transtime 0.25");
    mdl_line(t, "animroot %s", root ? root : t->name);
    mdl_line(t, "node dummy %s", t->name);
    mdl_line(t, "parent NULL");
    mdl_end(t);
}

void mdl_animation_node(struct mdl_text *t, const char *name, const char *parent)
{
    mdl_line(t, "node dummy %s", name);
    mdl_line(t, "parent %s", parent ? parent : t->name);
}

void mdl_done(struct mdl_text *t)
{
    mdl_line(t, "doneanim");
}

void mdl_swing(struct mdl_text *t, const int axis[3], const int *angles, size_t count, int length)
{
    mdl_line(t, "orientationkey");
    for (size_t i = 0; i < count; i++) {
        char text[16];
        put_angle(t, thousandths(length * (int)i / (int)(count - 1), text), axis, angles[i]);
    }
    mdl_line(t, "endlist");
}

bool mdl_compile(struct demo *d, struct mdl_text *t)
{
    char name[40];
    mdl_line(t, "donemodel %s", t->name);
    snprintf(name, sizeof name, "%s.mdl", t->name);
    if (t->out.failed)
        return rq_fail(&d->err, t->out.failed, 0, name, "can't be made");
    struct rq_options options = {.name = name, .env = t->env};
    t->doc = rq_doc_from_text(rq_out_bytes(&t->out), &options, &d->err);
    t->mdl = t->doc ? rq_doc_root(t->doc, "mdl") : NULL;
    return t->mdl != NULL;
}

bool mdl_save(struct demo *d, struct mdl_text *t)
{
    struct rq_out mdl = {0}, mdx = {0};
    char path[80];
    snprintf(path, sizeof path, "kotor/override/%s.mdl", t->name);
    bool fine = t->doc && rq_doc_write(t->doc, &mdl, &d->err) &&
                rq_doc_write_companion(t->doc, &mdx, &d->err) && demo_save(d, path, &mdl);
    path[strlen(path) - 1] = 'x';
    fine = fine && demo_save(d, path, &mdx);
    rq_out_free(&mdl);
    rq_out_free(&mdx);
    rq_out_free(&t->out);
    rq_doc_free(t->doc);
    return fine;
}

bool mdl_finish(struct demo *d, struct mdl_text *t)
{
    bool made = mdl_compile(d, t);
    return mdl_save(d, t) && made;
}

struct rq_mdl_node *mdl_find(struct mdl_text *t, const char *name)
{
    for (uint32_t i = 0; t->mdl && i < t->mdl->tree.count; i++) {
        struct rq_mdl_node *node = &t->mdl->tree.nodes[i];
        if (rq_casecmp(t->mdl->names[node->header.name], name) == 0)
            return node;
    }
    return NULL;
}

bool demo_kotor_models(struct demo *d)
{
    return demo_mdl_rooms(d) && demo_mdl_people(d) && demo_mdl_things(d);
}
