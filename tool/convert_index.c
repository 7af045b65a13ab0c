#include "convert_index.h"
#include "core/json.h"
#include "core/text.h"
#include "gallery.h"

#include <stdio.h>
#include <stdlib.h>

void note_made(struct made *made, const char *name, size_t size)
{
    made->files = need_room(made->files, made->count, &made->room, sizeof *made->files);
    made->files[made->count++] = (struct made_file){.name = need_text("%s", name), .size = size};
}

void forget_made(struct made *made, bool removed)
{
    if (!removed || !made->count)
        return;
    free(made->files[0].name);
    made->count--;
    memmove(made->files, made->files + 1, made->count * sizeof *made->files);
}

void free_made(struct made *made)
{
    for (size_t i = 0; i < made->count; i++)
        free(made->files[i].name);
    free(made->files);
    free(made->missing);
    free(made->notes);
    free(made->lines);
}

static bool save_index(const char *folder, const char *name, struct rq_out *out, bool force,
                       struct rq_error *err)
{
    char *path = need_path(folder, name);
    enum rq_save mode = force ? RQ_SAVE_REPLACE : RQ_SAVE_NEW;
    bool fine = out->failed ? rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory")
                            : rq_file_save(path, rq_out_bytes(out), mode, err);
    free(path);
    rq_out_free(out);
    return fine;
}

/* ---- for programs ---- */

static void index_json(const struct rq_tree *tree, const struct made *made, struct rq_out *out)
{
    struct rq_json j = {.out = out};
    rq_json_object(&j);
    rq_json_key(&j, "inputs");
    rq_json_array(&j);
    for (size_t i = 0; i < tree->count; i++) {
        const struct rq_tree_node *node = &tree->nodes[i];
        rq_json_object(&j);
        rq_json_key(&j, "path");
        rq_json_str(&j, node->below);
        rq_json_key(&j, "format");
        rq_json_str(&j, node->format ? rq_format_describe(node->format)->name : "unknown");
        rq_json_key(&j, "size");
        rq_json_u64(&j, node->bytes.size);
        rq_json_key(&j, "files");
        rq_json_array(&j);
        for (size_t k = 0; k < made[i].count; k++) {
            rq_json_object_row(&j);
            rq_json_key(&j, "name");
            rq_json_str(&j, made[i].files[k].name);
            rq_json_key(&j, "size");
            rq_json_u64(&j, made[i].files[k].size);
            rq_json_end_object(&j);
        }
        rq_json_end_array(&j);
        rq_json_end_object(&j);
    }
    rq_json_end_array(&j);
    rq_json_end_object(&j);
    rq_put8(out, '\n');
}

/* ---- for people ---- */

static void put(struct rq_out *out, const char *text)
{
    rq_put(out, text, strlen(text));
}

static void put_escaped(struct rq_out *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            put(out, "&amp;");
        else if (*text == '<')
            put(out, "&lt;");
        else if (*text == '"')
            put(out, "&quot;");
        else
            rq_put8(out, (uint8_t)*text);
    }
}

/* A path as a link: all but letters, digits and a few signs as %xx. */
static void put_link(struct rq_out *out, const char *path)
{
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     strchr("/._-", c);
        char text[8];
        snprintf(text, sizeof text, plain ? "%c" : "%%%02X", c);
        put(out, text);
    }
}

static const char page_head[] =
    "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Reliquary</title>\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n"
    "body{font:15px/1.4 system-ui,sans-serif;margin:1.5rem;max-width:80rem;color:#222;"
    "background:#fafaf7}\n"
    "h1{font-size:1.4rem}summary{cursor:pointer;padding:.2rem 0}summary small{color:#666}\n"
    "section>h2{font-size:1.1rem;border-bottom:1px solid #ccc;margin:1.5rem 0 .5rem}\n"
    ".files{display:flex;flex-wrap:wrap;gap:.6rem;padding:.4rem 0 .8rem 1rem}\n"
    ".files figure{margin:0;max-width:16rem;font-size:.8rem;overflow-wrap:anywhere}\n"
    "img{max-width:16rem;max-height:12rem;image-rendering:pixelated;background:#ccc;"
    "display:block}\n"
    "audio{width:15rem;height:2rem}a{color:#0550ae}\n"
    "input{font:inherit;padding:.3rem .5rem;width:20rem;max-width:100%}\n"
    "@media(prefers-color-scheme:dark){body{background:#1c1c1a;color:#ddd}a{color:#8ab8ff}"
    "img{background:#444}}\n"
    "</style>\n<h1>Converted files</h1>\n"
    "<p><input id=\"find\" type=\"search\" placeholder=\"Find by name\" aria-label=\"Find\"></p>\n";

static const char page_tail[] =
    "<script>\n"
    "document.getElementById('find').oninput=function(){var t=this.value.toLowerCase();\n"
    "document.querySelectorAll('details').forEach(function(d){\n"
    "d.hidden=t&&!d.textContent.toLowerCase().includes(t)})}\n"
    "</script>\n</html>\n";

static void put_file(struct rq_out *out, const char *name)
{
    const char *extension = rq_path_extension(name);
    put(out, "<figure>");
    if (rq_word_in("png gif", extension, strlen(extension))) {
        put(out, "<a href=\"");
        put_link(out, name);
        put(out, "\"><img loading=\"lazy\" alt=\"\" src=\"");
        put_link(out, name);
        put(out, "\"></a>");
    } else if (rq_word_in("wav mp3", extension, strlen(extension))) {
        put(out, "<audio controls preload=\"none\" src=\"");
        put_link(out, name);
        put(out, "\"></audio>");
    }
    put(out, "<a href=\"");
    put_link(out, name);
    put(out, "\">");
    put_escaped(out, rq_path_base(name));
    put(out, "</a></figure>");
}

static void put_input(struct rq_out *out, const struct rq_tree_node *node, const struct made *made)
{
    char count[32];
    put(out, "<details><summary>");
    put_escaped(out, node->below);
    snprintf(count, sizeof count, " <small>%zu</small>", made->count);
    put(out, made->count > 1 ? count : "");
    put(out, "</summary><div class=\"files\">");
    for (size_t i = 0; i < made->count; i++)
        put_file(out, made->files[i].name);
    put(out, "</div></details>\n");
}

static void index_html(const struct rq_tree *tree, const struct made *made, struct rq_out *out)
{
    put(out, page_head);
    for (size_t f = 0; f < rq_format_count(); f++) {
        const struct rq_format *format = rq_format_at(f);
        size_t inputs = 0;
        for (size_t i = 0; i < tree->count; i++) {
            if (tree->nodes[i].format != format || !made[i].count)
                continue;
            if (inputs++ == 0) {
                put(out, "<section><h2>");
                put_escaped(out, rq_format_describe(format)->title);
                put(out, "</h2>\n");
            }
            put_input(out, &tree->nodes[i], &made[i]);
        }
        put(out, inputs ? "</section>\n" : "");
    }
    put(out, page_tail);
}

bool write_index(const struct gallery *gallery, const char *folder, const struct rq_tree *tree,
                 const struct made *made, bool force, struct rq_error *err)
{
    struct rq_out json = {0}, html = {0};
    index_json(tree, made, &json);
    if (gallery->on)
        gallery_page(&html);
    else
        index_html(tree, made, &html);
    bool fine = save_index(folder, "index.json", &json, force, err) &&
                save_index(folder, "index.html", &html, force, err) &&
                (!gallery->on || gallery_write(gallery, tree, made, err));
    rq_out_free(&json);
    rq_out_free(&html);
    return fine;
}
