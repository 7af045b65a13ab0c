/* Writes what findings say is right. */
#include "core/text.h"
#include "lint/lint.h"

bool rq_lint_apply(const char *file, const struct rq_lint_change *changes, size_t count, bool write,
                   struct rq_error *err)
{
    struct rq_inside *in = rq_inside_open(file, NULL, err);
    bool fine = in != NULL;
    for (size_t i = 0; fine && i < count; i++)
        fine = rq_doc_set(rq_inside_doc(in), changes[i].path, changes[i].value, err);
    if (fine && write)
        return rq_inside_save(in, err);
    struct rq_out out = {0};
    fine = fine && rq_inside_write(in, &out, err);
    rq_out_free(&out);
    rq_inside_close(in);
    return fine;
}
