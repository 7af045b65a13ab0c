/* MENU.INI of Redguard: the pages of the menu as pictures, and the subtitles of its movies. */
#ifndef RQ_GAME_MENU_H
#define RQ_GAME_MENU_H

#include "formats/format.h"

#include <reliquary/ini.h>

/* Sections [page0] to [page99] and their entries [0] to [999] are looked at; the game has 8 pages. */
enum { RQ_MENU_PAGES = 100, RQ_MENU_ENTRIES = 1000 };

/* True when the INI has the section [pageN] with a text or a texture. */
bool rq_menu_has_page(const struct rq_ini *ini, unsigned page);

/* The page as RGBA in the view's arena: its textures beside each other, with their texts. Images and fonts come
 * from the view's environment; one that is not there leaves its place empty. False with err filled. */
bool rq_menu_page(const struct rq_ini *ini, unsigned page, enum rq_codepage codepage,
                  const struct rq_view *view, struct rq_image *image);

/* Subtitles of a movie, SRT. name gets that of the movie, without folder and extension. False: there is no
 * such movie, or it has no subtitles. */
bool rq_menu_subtitles(const struct rq_ini *ini, unsigned movie, enum rq_codepage codepage,
                       const struct rq_env *env, struct rq_out *out, char name[64]);

#endif
