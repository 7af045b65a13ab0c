/* Compiled scripts (NCS): what makes the engine end one. It says nothing then, and what was done so far stays. */
#include "core/text.h"
#include "lint/context.h"

#include <reliquary/ncs.h>
#include <stdio.h>

/* The routine of a call; without a game that is known, of either. NULL: there is none. */
static const struct rq_routine *routine_of(const struct rq_lint_file *f,
                                           const struct rq_ncs_instr *i)
{
    const struct rq_routine *routine = rq_routine(f->version == 2 ? 2 : 1, (unsigned)i->a);
    return routine || f->version ? routine : rq_routine(2, (unsigned)i->a);
}

static void tell_at(struct rq_lint_file *f, const struct rq_ncs_instr *i, const char *value,
                    const char *text)
{
    char path[24];
    snprintf(path, sizeof path, "0x%x", i->offset);
    rq_lint_tell_value(f, path, value, "%s", text);
}

void rq_lint_ncs_routine(struct rq_lint_file *f)
{
    const struct rq_ncs *ncs = rq_doc_root(f->doc, "ncs");
    for (size_t i = 0; i < ncs->count; i++) {
        const struct rq_ncs_instr *instr = &ncs->instrs[i];
        char number[16], text[120] = "there is no such routine";
        if (instr->op != RQ_NCS_OP_ACTION || routine_of(f, instr))
            continue;
        const struct rq_routine *other = rq_routine(2, (unsigned)instr->a);
        snprintf(number, sizeof number, "%d", instr->a);
        if (other)
            snprintf(text, sizeof text, "%s is a routine of the second game", other->name);
        tell_at(f, instr, number, text);
    }
}

/* Parameters of a routine: all, and those without a default. */
static unsigned count_parameters(const struct rq_routine *routine, unsigned *needed)
{
    unsigned count = 0;
    *needed = 0;
    for (const char *p = routine->params; *p; count++) {
        size_t size = strcspn(p, ";");
        if (!memchr(p, '=', size))
            *needed = count + 1;
        p += size;
        p += strspn(p, "; ");
    }
    return count;
}

static void check_arguments(struct rq_lint_file *f, bool few)
{
    const struct rq_ncs *ncs = rq_doc_root(f->doc, "ncs");
    for (size_t i = 0; i < ncs->count; i++) {
        const struct rq_ncs_instr *instr = &ncs->instrs[i];
        const struct rq_routine *routine =
            instr->op == RQ_NCS_OP_ACTION ? routine_of(f, instr) : NULL;
        unsigned needed, count = routine ? count_parameters(routine, &needed) : 0;
        char number[16], text[120];
        if (!routine || (few ? instr->args >= needed : instr->args <= count))
            continue;
        snprintf(number, sizeof number, "%u", instr->args);
        snprintf(text, sizeof text, "%s takes %s %u arguments", routine->name,
                 few ? "at least" : "at most", few ? needed : count);
        tell_at(f, instr, number, text);
    }
}

void rq_lint_ncs_few_arguments(struct rq_lint_file *f)
{
    check_arguments(f, true);
}

void rq_lint_ncs_many_arguments(struct rq_lint_file *f)
{
    check_arguments(f, false);
}

void rq_lint_ncs_nop(struct rq_lint_file *f)
{
    const struct rq_ncs *ncs = rq_doc_root(f->doc, "ncs");
    for (size_t i = 0; i < ncs->count; i++)
        if (ncs->instrs[i].op == RQ_NCS_OP_NOP)
            tell_at(f, &ncs->instrs[i], "NOP", "the script ends here");
}

void rq_lint_ncs_past_end(struct rq_lint_file *f)
{
    const struct rq_ncs *ncs = rq_doc_root(f->doc, "ncs");
    const struct rq_ncs_instr *last = ncs->count ? &ncs->instrs[ncs->count - 1] : NULL;
    char name[24];
    if (!last)
        rq_lint_tell_value(f, "", "", "there is no code");
    else if (!ncs->tail.size && last->op != RQ_NCS_OP_RETN && last->op != RQ_NCS_OP_JMP)
        tell_at(f, last, rq_ncs_mnemonic(last->op, last->type, name),
                "nothing follows, and it is no RETN");
}

void rq_lint_ncs_string(struct rq_lint_file *f)
{
    const struct rq_ncs *ncs = rq_doc_root(f->doc, "ncs");
    for (size_t i = 0; i < ncs->count; i++) {
        const struct rq_ncs_instr *instr = &ncs->instrs[i];
        char number[16];
        if (!instr->text)
            continue;
        snprintf(number, sizeof number, "%d", instr->a);
        if (instr->a > INT16_MAX)
            tell_at(f, instr, number, "more than 32767 bytes");
        else if (memchr(instr->text, 0, (size_t)instr->a))
            tell_at(f, instr, number, "a zero byte is in it");
    }
}
