/* Rules of what is of a whole area or game: paths (PTH), factions (FAC), the journal (JRL). */
#include "lint/seen.h"

#include <stdio.h>

/* ---- paths ---- */

void rq_lint_pth_range(struct rq_lint_file *f)
{
    uint32_t points, links;
    const struct rq_gff_struct *point = rq_lint_list(f->at, "Path_Points", &points);
    const struct rq_gff_struct *link = rq_lint_list(f->at, "Path_Conections", &links);
    for (uint32_t i = 0; i < points; i++) {
        int64_t first = rq_lint_number(&point[i], "First_Conection", 0);
        int64_t count = rq_lint_number(&point[i], "Conections", 0);
        if (count && first + count > links)
            rq_lint_tell_element(f, "Path_Points", i, "First_Conection",
                                 "links %lld to %lld of the %u that are there", (long long)first,
                                 (long long)(first + count - 1), links);
    }
    for (uint32_t i = 0; i < links; i++)
        if (rq_lint_number(&link[i], "Destination", 0) >= points)
            rq_lint_tell_element(f, "Path_Conections", i, "Destination", "there are %u points",
                                 points);
}

void rq_lint_pth_unsorted(struct rq_lint_file *f)
{
    uint32_t points;
    const struct rq_gff_struct *point = rq_lint_list(f->at, "Path_Points", &points);
    for (uint32_t i = 1; f->version == 1 && i < points; i++) {
        double before = rq_lint_real(&point[i - 1], "X", 0);
        if (rq_lint_real(&point[i], "X", 0) < before) {
            rq_lint_tell_element(f, "Path_Points", i, "X", "less than %g before it", before);
            return;
        }
    }
}

/* Whether the link goes from a point to itself. */
static bool leads_back(const struct rq_gff_struct *links, uint32_t count, int64_t link,
                       uint32_t point)
{
    return link < count && rq_lint_number(&links[link], "Destination", -1) == point;
}

/* The ranges of damaged files may overlap, so that walking all of each would not end in time: no
 * more links are looked at than there are. */
void rq_lint_pth_self_connection(struct rq_lint_file *f)
{
    uint32_t points, links, left;
    const struct rq_gff_struct *point = rq_lint_list(f->at, "Path_Points", &points);
    const struct rq_gff_struct *link = rq_lint_list(f->at, "Path_Conections", &links);
    left = links;
    for (uint32_t i = 0; i < points; i++) {
        int64_t first = rq_lint_number(&point[i], "First_Conection", 0);
        int64_t count = rq_lint_number(&point[i], "Conections", 0);
        if (!count)
            rq_lint_tell_element(f, "Path_Points", i, "Conections", "the point leads nowhere");
        for (int64_t k = 0; k < count && left; k++, left--)
            if (leads_back(link, links, first + k, i))
                rq_lint_tell_element(f, "Path_Conections", (uint32_t)(first + k), "Destination",
                                     "point %u leads to itself", i);
    }
}

void rq_lint_pth_empty(struct rq_lint_file *f)
{
    uint32_t points;
    rq_lint_list(f->at, "Path_Points", &points);
    if (!points)
        rq_lint_tell(f, "Path_Points", "no point");
}

/* ---- factions ---- */

void rq_lint_fac_range(struct rq_lint_file *f)
{
    static const char *const labels[] = {"FactionID1", "FactionID2"};
    uint32_t factions, count;
    rq_lint_list(f->at, "FactionList", &factions);
    const struct rq_gff_struct *reps = rq_lint_list(f->at, "RepList", &count);
    for (uint32_t i = 0; i < count; i++)
        for (size_t k = 0; k < 2; k++)
            if (rq_lint_number(&reps[i], labels[k], 0) >= factions)
                rq_lint_tell_element(f, "RepList", i, labels[k], "there are %u factions", factions);
}

/* ---- journal ---- */

void rq_lint_jrl_duplicate(struct rq_lint_file *f)
{
    uint32_t count, entries;
    struct rq_lint_seen tags = {0};
    const struct rq_gff_struct *plots = rq_lint_list(f->at, "Categories", &count);
    for (uint32_t i = 0; i < count; i++) {
        struct rq_lint_seen ids = {0};
        const struct rq_gff_struct *entry = rq_lint_list(&plots[i], "EntryList", &entries);
        if (rq_lint_seen_text(f, &tags, rq_lint_text(&plots[i], "Tag")))
            rq_lint_tell_element(f, "Categories", i, "Tag", "a plot before has this tag");
        for (uint32_t k = 0; k < entries; k++) {
            char path[64];
            if (!rq_lint_seen_number(f, &ids, rq_lint_number(&entry[k], "ID", 0)))
                continue;
            snprintf(path, sizeof path, "Categories/%u/EntryList", i);
            rq_lint_tell_element(f, path, k, "ID", "an entry of the plot before has this number");
        }
    }
}

void rq_lint_jrl_no_end(struct rq_lint_file *f)
{
    uint32_t count, entries;
    const struct rq_gff_struct *plots = rq_lint_list(f->at, "Categories", &count);
    for (uint32_t i = 0; i < count; i++) {
        const struct rq_gff_struct *entry = rq_lint_list(&plots[i], "EntryList", &entries);
        bool ends = false;
        for (uint32_t k = 0; k < entries; k++)
            ends |= rq_lint_number(&entry[k], "End", 0) != 0;
        if (!ends)
            rq_lint_tell_element(f, "Categories", i, "Tag", "none of the %u entries ends the plot",
                                 entries);
    }
}
