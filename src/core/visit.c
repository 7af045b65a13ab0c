#include "core/visit.h"

#include "core/json.h"
#include "core/text.h"

void rq_visit_free(struct rq_visit *v)
{
    rq_out_free(&v->path);
}

static size_t depth_of(const struct rq_visit *v)
{
    return v->depth < RQ_VISIT_DEPTH ? v->depth : RQ_VISIT_DEPTH;
}

void rq_visit_name(struct rq_visit *v, const char *name, size_t size)
{
    size_t base = v->depth && v->depth <= RQ_VISIT_DEPTH ? v->bases[v->depth - 1] : 0;
    rq_out_cut(&v->path, base);
    if (base)
        rq_put8(&v->path, '/');
    rq_put(&v->path, name, size);
    v->size = v->path.size;
    rq_put8(&v->path, 0);
    v->numbered[depth_of(v)] = false;
    v->stopped = v->stopped || v->path.failed;
}

void rq_visit_index(struct rq_visit *v, uint64_t index)
{
    char text[24], *end = text + sizeof text, *p = end;
    do
        *--p = (char)('0' + index % 10);
    while (index /= 10);
    rq_visit_name(v, p, (size_t)(end - p));
    v->numbered[depth_of(v)] = true;
}

void rq_visit_page_name(struct rq_visit *v, enum rq_codepage page, struct rq_bytes name,
                        unsigned nth)
{
    uint8_t high = 0;
    for (size_t i = 0; i < name.size; i++)
        high |= name.data[i];
    if (nth == 1 && high < 0x80) {
        rq_visit_name(v, (const char *)name.data, name.size);
        return;
    }
    struct rq_out utf8 = {.alloc = v->path.alloc};
    rq_text_decode(&utf8, page, name);
    if (nth > 1)
        rq_putf(&utf8, "#%u", nth);
    rq_visit_name(v, (const char *)utf8.data, utf8.size);
    if (utf8.failed)
        v->path.failed = utf8.failed;
    v->stopped = v->stopped || utf8.failed;
    rq_out_free(&utf8);
}

/* Deeper than any format goes there is no path of its own. */
void rq_visit_enter(struct rq_visit *v)
{
    if (v->depth < RQ_VISIT_DEPTH)
        v->bases[v->depth] = v->size;
    v->depth++;
}

void rq_visit_leave(struct rq_visit *v)
{
    if (v->depth)
        v->depth--;
    v->ref = RQ_REF_NONE;
}

void rq_visit_ref(struct rq_visit *v, enum rq_ref_kind kind, const char *to)
{
    v->ref = kind;
    v->ref_to = to;
}

void rq_visit_value(struct rq_visit *v, struct rq_value *value)
{
    value->path = v->size ? (const char *)v->path.data : "";
    value->ref = v->ref;
    value->ref_to = v->ref ? v->ref_to : NULL;
    v->ref = RQ_REF_NONE;
    value->kind = v->kind;
    v->kind = NULL;
    if (!v->stopped)
        v->stopped = !v->fn(v->ctx, value);
}

const char *rq_value_name(const struct rq_value *value)
{
    const char *last = strrchr(value->path, '/');
    return last ? last + 1 : value->path;
}

bool rq_value_text(const struct rq_value *value, struct rq_out *text)
{
    char number[40];
    switch (value->type) {
    case RQ_VALUE_UNSIGNED: rq_putf(text, "%llu", (unsigned long long)value->u); break;
    case RQ_VALUE_SIGNED: rq_putf(text, "%lld", (long long)value->i); break;
    case RQ_VALUE_BOOL: rq_putf(text, "%s", value->u ? "true" : "false"); break;
    case RQ_VALUE_FLOAT:
        if (value->f - value->f == 0)
            rq_put(text, number, rq_f64_text(value->f, number));
        else
            rq_putf(text, "%s", value->f > 0 ? "inf" : value->f < 0 ? "-inf" : "nan");
        break;
    case RQ_VALUE_SINGLE:
        if (value->f - value->f == 0)
            rq_put(text, number, rq_f32_text((float)value->f, number));
        else
            rq_putf(text, "%s", value->f > 0 ? "inf" : value->f < 0 ? "-inf" : "nan");
        break;
    case RQ_VALUE_TEXT:
        if (value->page)
            rq_text_decode(text, value->page, value->bytes);
        else
            rq_put_bytes(text, value->bytes);
        break;
    case RQ_VALUE_BYTES:
    case RQ_VALUE_LIST:
    case RQ_VALUE_STRUCT: break;
    }
    return !text->failed;
}
