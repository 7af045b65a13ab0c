/* Problems with a source: places, warnings, names that were meant. */
#include "core/text.h"
#include "script/nwscript/nss.h"

#include <stdarg.h>
#include <stdio.h>

static const struct warning {
    const char *id, *about;
} warnings[] = {
    {"unused-variable", "a local variable that is never used"},
    {"unreachable", "code behind return, break or continue that never runs"},
    {"assigned-condition", "= as a condition, where == was probably meant"},
    {"no-effect", "a statement that does nothing"},
    {"missing-return", "a function that can end without the value that it returns"},
    {"shadowed", "a name that hides a variable or constant of the same name"},
    {"leaking-break", "break or continue out of a block with variables: they stay on the stack"},
    {"skipped-variable", "a variable of a switch that a later case jumps over"},
    {"large-number", "a number beyond the largest int, which becomes negative"},
    {"empty-body", "a ; that is the whole body of an if or a loop"},
};

const char *rq_nss_warning_at(size_t index, const char **about)
{
    if (index >= sizeof warnings / sizeof warnings[0])
        return NULL;
    if (about)
        *about = warnings[index].about;
    return warnings[index].id;
}

/* Characters of a line; bytes where it is no UTF-8. */
static size_t characters(struct rq_bytes line, size_t size)
{
    size_t n = 0;
    uint32_t code;
    for (size_t at = 0; at < size;) {
        size_t step = rq_utf8_get(line.data + at, line.size - at, &code);
        at += step ? step : 1;
        n++;
    }
    return n;
}

static void tell(struct rq_nss_compiler *c, const char *id, uint32_t at, uint32_t size,
                 const char *hint, char *message)
{
    static const uint8_t nothing[1];
    struct rq_bytes text = c->file->text;
    const uint8_t *begin = text.size ? text.data : nothing, *end = begin + text.size;
    const uint8_t *place = begin + (at < text.size ? at : text.size), *start = begin, *stop;
    size_t line = 1;
    if (end - begin >= 3 && memcmp(begin, "\xEF\xBB\xBF", 3) == 0)
        start += 3;
    for (const uint8_t *p = begin; p < place; p++)
        if (*p == '\n') {
            line++;
            start = p + 1;
        }
    if (place < start)
        place = start;
    for (stop = place; stop < end && *stop != '\n' && *stop != '\r';)
        stop++;
    if (size > (size_t)(stop - place))
        size = (uint32_t)(stop - place);
    struct rq_bytes from = {start, (size_t)(stop - start)};
    size_t before = characters(from, (size_t)(place - start));
    size_t width = characters(from, (size_t)(place - start) + size) - before;
    rq_text_clean(message);
    const struct rq_script_problem problem = {.severity = *id ? RQ_WARNING : RQ_ERROR,
                                              .id = id,
                                              .file = c->file->path,
                                              .line = line,
                                              .column = before + 1,
                                              .message = message,
                                              .hint = hint,
                                              .from = from,
                                              .width = width ? width : 1};
    c->options.problem(c->options.ctx, &problem);
}

void nss_error(struct rq_nss_compiler *c, uint32_t at, uint32_t size, const char *hint,
               const char *fmt, ...)
{
    char message[240];
    if (++c->errors > NSS_MOST_PROBLEMS || !c->options.problem)
        return;
    va_list args;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    tell(c, "", at, size, hint, message);
}

void nss_warn(struct rq_nss_compiler *c, const char *id, uint32_t at, uint32_t size,
              const char *hint, const char *fmt, ...)
{
    char message[240];
    if (c->file != &c->root || !c->options.problem ||
        (c->options.silent && rq_word_in(c->options.silent, id, strlen(id))) ||
        ++c->warnings > NSS_MOST_WARNINGS)
        return;
    va_list args;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    tell(c, id, at, size, hint, message);
}

const char *nss_type_text(struct nss_type type, char text[64])
{
    static const char *const names[] = {
#define ROW(name, text, byte, size) text,
        NSS_TYPES(ROW)
#undef ROW
    };
    if (type.kind == NSS_STRUCT)
        snprintf(text, 64, "struct %.40s", type.name->text);
    else
        snprintf(text, 64, "%s", type.kind < NSS_STRUCT ? names[type.kind] : "wrong");
    return text;
}

static bool is_of_sort(struct rq_nss_compiler *c, struct nss_name *n, enum nss_sort sort)
{
    nss_bound(c, n);
    switch (sort) {
    case NSS_ANY_VALUE: return n->local || n->global || n->constant;
    case NSS_ANY_CALL: return n->function || n->routine;
    default: return n->structure != NULL;
    }
}

const char *nss_did_you_mean(struct rq_nss_compiler *c, const struct nss_name *name,
                             enum nss_sort sort, char text[96])
{
    const struct nss_name *best = NULL;
    size_t nearest = RQ_NEAR + 1;
    if (c->errors >= NSS_MOST_PROBLEMS)
        return ""; /* nobody will see it */
    for (uint32_t i = 0; i <= c->name_mask; i++) {
        struct nss_name *n = c->names[i];
        if (!n || n == name || !is_of_sort(c, n, sort) || name->size < 3)
            continue;
        size_t far = rq_distance(n->text, n->size, name->text, name->size);
        /* The first in the alphabet of those that are equally near: the order of the table says nothing. */
        if (far < nearest || (far == nearest && best && strcmp(n->text, best->text) < 0)) {
            nearest = far;
            best = n;
        }
    }
    if (!best)
        return "";
    snprintf(text, 96, "did you mean %.70s?", best->text);
    return text;
}
