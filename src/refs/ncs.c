/* NCS: the strings of compiled scripts, which may be names of anything. */
#include "refs/refs.h"

#include <reliquary/ncs.h>

enum { NAME_MOST = 64 };

static bool is_name(struct rq_bytes text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] < ' ')
            return false;
    return text.size && text.size <= NAME_MOST;
}

void rq_collect_ncs(struct rq_collect *c)
{
    const struct rq_ncs *ncs = rq_doc_root(c->doc, "ncs");
    for (size_t i = 0; i < ncs->count; i++) {
        const struct rq_ncs_instr *instr = &ncs->instrs[i];
        struct rq_bytes text = {instr->text, instr->text ? (size_t)instr->a : 0};
        if (!is_name(text))
            continue;
        size_t had = rq_collect_at(c, "0x%x", instr->offset);
        rq_collect_put(c, RQ_THING_TEXT, RQ_USE_POSSIBLE, text, "");
        rq_collect_back(c, had);
    }
}
