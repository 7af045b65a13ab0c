#include "core/file.h"
#include "formats/format.h"

#define FORMAT(family, name) extern const struct rq_format rq_format_##name;
#include "formats/formats.def"
#undef FORMAT

#define FORMAT(family, name) &rq_format_##name,
static const struct rq_format *const formats[] = {
#include "formats/formats.def"
};
#undef FORMAT

enum { FORMAT_COUNT = sizeof formats / sizeof formats[0] };

size_t rq_format_count(void)
{
    return FORMAT_COUNT;
}

const struct rq_format *rq_format_at(size_t index)
{
    return index < FORMAT_COUNT ? formats[index] : NULL;
}

const struct rq_format *rq_format_by_name(const char *name)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (rq_casecmp(formats[i]->info.name, name) == 0)
            return formats[i];
    return NULL;
}

const struct rq_format_info *rq_format_describe(const struct rq_format *format)
{
    return &format->info;
}

const char *rq_format_companion(const struct rq_format *format)
{
    return format->pair ? format->pair->extension : NULL;
}

bool rq_format_is_container(const struct rq_format *format)
{
    return format->container != NULL;
}

/* The extension of name is in the list, where "###" stands for three digits (TEXBSI.302). */
static bool has_word(const char *extensions, const char *name)
{
    const char *extension = rq_path_extension(name);
    char lower[16] = {0};
    size_t n = strlen(extension);
    if (n == 0 || n >= sizeof lower)
        return false;
    bool digits = n == 3;
    for (size_t i = 0; i < n; i++) {
        lower[i] = rq_lower(extension[i]);
        digits = digits && lower[i] >= '0' && lower[i] <= '9';
    }
    return rq_word_in(extensions, digits ? "###" : lower, n);
}

bool rq_format_has_extension(const struct rq_format *format, const char *name)
{
    return has_word(format->info.extensions, name);
}

/* False when the first bytes have a control character that no text has. Zeros may stand at its end. */
static bool begins_like_text(struct rq_bytes in)
{
    enum { HEAD = 64 };
    size_t size = in.size < HEAD ? in.size : HEAD;
    while (size && in.data[size - 1] == 0)
        size--;
    for (size_t i = 0; i < size; i++)
        if (in.data[i] < ' ' && (in.data[i] == 0 || !strchr("\t\r\n\f\x1A", in.data[i])))
            return false;
    return in.size > 0;
}

const struct rq_format *rq_format_detect(struct rq_bytes bytes, const char *name)
{
    const struct rq_format *best = NULL;
    unsigned best_bid = 0;
    bool text = begins_like_text(bytes);
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (formats[i]->text && !text)
            continue;
        unsigned bid = formats[i]->detect(bytes, name ? name : "");
        /* Twice the bits, so that an extension decides only between equals. */
        if (bid)
            bid = bid * 2 + (name && rq_format_has_extension(formats[i], name));
        if (bid > best_bid) {
            best_bid = bid;
            best = formats[i];
        }
    }
    return best;
}

/* Extensions that other programs use as well: texts of all kinds, resources of Windows. */
static const char others[] = "ascii def res";

const struct rq_format *rq_format_promised(struct rq_bytes bytes, const char *name)
{
    const struct rq_format *promised = NULL;
    for (size_t i = 0; name && i < FORMAT_COUNT; i++) {
        if (!rq_format_has_extension(formats[i], name))
            continue;
        if (promised)
            return NULL;
        promised = formats[i];
    }
    if (!promised || has_word(others, name) || rq_format_detect(bytes, name))
        return NULL;
    /* No bytes at all may be a text without lines. */
    struct rq_error ignored = {0};
    struct rq_options options = {.name = name, .format = promised};
    struct rq_doc *empty = bytes.size ? NULL : rq_doc_read(bytes, &options, &ignored);
    rq_doc_free(empty);
    return empty ? NULL : promised;
}
