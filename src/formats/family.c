#include "formats/family.h"
#include "formats/format.h"

const struct rq_family rq_family_kotor = {.name = "kotor", .page = RQ_CP1252};
const struct rq_family rq_family_redguard = {
    .name = "redguard", .page = RQ_CP437, .palettes = true};

const struct rq_family *rq_family_of(const struct rq_format *format)
{
    static const struct rq_family *const families[] = {&rq_family_kotor, &rq_family_redguard};
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        if (strcmp(families[i]->name, format->info.family) == 0)
            return families[i];
    return families[0];
}
