/* MENU.INI of Redguard: pages of the menu as PNG, subtitles of its movies as SRT. */
#include "game/converters/converter.h"
#include "game/menu.h"

#include <stdio.h>

bool rq_export_menu(struct rq_export *e, const struct rq_file_kind *kind)
{
    const struct rq_ini *ini = rq_doc_root(e->doc, "ini");
    size_t count = 0;
    for (unsigned page = 0; page < RQ_MENU_PAGES; page++) {
        struct rq_image image;
        char name[260];
        if (!rq_menu_has_page(ini, page))
            continue;
        count++;
        snprintf(name, sizeof name, "%s/page%u.%s", e->stem, page, kind->extension);
        if (!rq_menu_page(ini, page, e->doc->page, &e->view, &image) ||
            !rq_export_plane(e, &image, name, 0, 0))
            return false;
    }
    return count || rq_fail(e->err, RQ_USAGE, 0, e->stem, "has no pages of a menu: [page0] ...");
}

bool rq_export_srt(struct rq_export *e, const struct rq_file_kind *kind)
{
    const struct rq_ini *ini = rq_doc_root(e->doc, "ini");
    size_t count = 0;
    for (unsigned movie = 0; movie < RQ_MENU_ENTRIES; movie++) {
        char movie_name[64], name[360];
        if (!rq_menu_subtitles(ini, movie, e->doc->page, e->view.env, &e->out, movie_name))
            continue;
        bool safe = rq_name_is_safe(movie_name);
        count++;
        if (safe)
            snprintf(name, sizeof name, "%s/%s.%s", e->stem, movie_name, kind->extension);
        else
            snprintf(name, sizeof name, "%s/movie%u.%s", e->stem, movie, kind->extension);
        if (!rq_export_give(e, name))
            return false;
    }
    return count || rq_fail(e->err, RQ_USAGE, 0, e->stem, "has no movie with subtitles");
}
