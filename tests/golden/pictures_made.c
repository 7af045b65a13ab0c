/* Documents of pictures, fonts and models that a program has made wrong, in one place each: they are not
 * written, and the reason is told; at the limit they are. The files are those of property/samples.h. */
#include "formats/format.h"
#include "property/samples.h"
#include "redguard.h"

#include <reliquary/anm.h>
#include <reliquary/bmp.h>
#include <reliquary/fnt.h>
#include <reliquary/gxa.h>
#include <reliquary/lbm.h>
#include <reliquary/model3d.h>
#include <reliquary/texbsi.h>
#include <reliquary/texture.h>

typedef size_t maker(uint8_t *to);
typedef void poke_fn(void *root);

struct wrong {
    poke_fn *poke;
    const char *why; /* "": it is written */
};

static struct rq_doc *sample_of(maker *make, const char *format)
{
    static uint8_t file[SAMPLE_ROOM];
    struct rq_error err = {0};
    struct rq_doc *doc = read_as((struct rq_bytes){file, make(file)}, format);
    CHECK(doc && rq_doc_settle(doc, &err));
    return doc;
}

static void check_all(maker *make, const char *format, const char *where, const struct wrong *wrong,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct rq_error err = {.offset = 5};
        struct rq_out out = {0};
        struct rq_doc *doc = sample_of(make, format);
        REQUIRE(doc != NULL);
        wrong[i].poke(rq_doc_root(doc, format));
        check_note("%s %zu: %s", format, i, wrong[i].why);
        bool fine = rq_doc_write(doc, &out, &err);
        CHECK_INT(fine, !wrong[i].why[0]);
        CHECK_STR(err.text, wrong[i].why);
        if (!fine) {
            CHECK_STR(err.where, where);
            CHECK(err.code == RQ_USAGE && err.offset == 0);
        }
        rq_out_free(&out);
        rq_doc_free(doc);
    }
}

#define CHECK_ALL(make, format, where, wrong)                                                      \
    check_all(make, format, where, wrong, sizeof(wrong) / sizeof *(wrong))

#define POKE(name, type, code)                                                                     \
    static void name(void *root)                                                                   \
    {                                                                                              \
        struct type *d = root;                                                                     \
        code;                                                                                      \
    }

/* clang-format off */
/* ---- GXA: frames in runs, in LZHUF and plain ---- */

POKE(gxa_more, rq_gxa, d->header.frame_count = 4)
POKE(gxa_less, rq_gxa, d->header.frame_count = 2)
POKE(gxa_negative, rq_gxa, d->header.frame_count = -3)
POKE(gxa_nowhere, rq_gxa, d->chunks[2].kind = RQ_GXA_RAW)
POKE(gxa_none, rq_gxa, d->chunks[2].kind = RQ_GXA_RAW; d->frame_count = 0)
POKE(gxa_below, rq_gxa, d->frames[2].header.compression = -1)
POKE(gxa_beyond, rq_gxa, d->frames[2].header.compression = 3)
POKE(gxa_unseen, rq_gxa, d->frames[2].pixels = NULL)
POKE(gxa_settled, rq_gxa, d->frames[0].pixels = NULL)
POKE(gxa_packed, rq_gxa, d->frames[0].pixels = NULL; d->frames[0].packing = RQ_GXA_UNSETTLED)
POKE(gxa_thin, rq_gxa, d->frames[2].header.width = -1)
POKE(gxa_low, rq_gxa, d->frames[2].header.height = -1)
POKE(gxa_empty, rq_gxa, d->frames[2].header.height = 0)
POKE(gxa_tree, rq_gxa, d->frames[0].packing = RQ_GXA_TREE)
POKE(gxa_plain_tree, rq_gxa, d->frames[2].packing = RQ_GXA_TREE)
POKE(gxa_runs_2, rq_gxa, d->frames[1].packing = RQ_GXA_RUNS_OF_2)
POKE(gxa_runs_3, rq_gxa, d->frames[1].packing = RQ_GXA_RUNS_OF_3)
POKE(gxa_other_runs, rq_gxa, d->frames[0].packing = RQ_GXA_RUNS_OF_2)

static const struct wrong gxas[] = {
    {gxa_more, "the number of frames is not the header's frame_count"},
    {gxa_less, "the number of frames is not the header's frame_count"},
    {gxa_negative, "the number of frames is not the header's frame_count"},
    {gxa_nowhere, "frames without a BBMP chunk"},
    {gxa_none, ""},
    {gxa_below, "compression is 0, 1 or 2"},
    {gxa_beyond, "compression is 0, 1 or 2"},
    {gxa_unseen, "a frame without pixels"},
    {gxa_settled, "a frame without pixels"},
    {gxa_packed, ""},
    {gxa_thin, "a picture of negative size"},
    {gxa_low, "a picture of negative size"},
    {gxa_empty, ""},
    {gxa_tree, "the packing is of another compression"},
    {gxa_plain_tree, "the packing is of another compression"},
    {gxa_runs_2, "the packing is of another compression"},
    {gxa_runs_3, "the packing is of another compression"},
    {gxa_other_runs, ""},
};

/* ---- LBM: BMHD, CMAP, a chunk of one byte, BODY ---- */

POKE(lbm_unpadded, rq_lbm, d->chunks[2].unpadded = true)
POKE(lbm_last, rq_lbm, d->chunks[3].unpadded = true)
POKE(lbm_headless, rq_lbm, d->has_header = false)
POKE(lbm_no_rows, rq_lbm, d->rows.data = NULL)
POKE(lbm_no_body, rq_lbm, d->chunks[3].kind = RQ_LBM_RAW)
POKE(lbm_neither, rq_lbm, d->chunks[3].kind = RQ_LBM_RAW; d->rows.data = NULL)
POKE(lbm_short, rq_lbm, d->rows.size--)
POKE(lbm_long, rq_lbm, d->header.height--)
POKE(lbm_colors, rq_lbm, d->colors.size--)
POKE(lbm_less_colors, rq_lbm, d->colors.size -= 3)

static const struct wrong lbms[] = {
    {lbm_unpadded, "only the last chunk can be without its pad byte"},
    {lbm_last, ""},
    {lbm_headless, "no BMHD"},
    {lbm_no_rows, "rows and BODY need each other"},
    {lbm_no_body, "rows and BODY need each other"},
    {lbm_neither, ""},
    {lbm_short, "the rows are not as large as the header says"},
    {lbm_long, "the rows are not as large as the header says"},
    {lbm_colors, "a colour has three bytes"},
    {lbm_less_colors, ""},
};

/* ---- TEXBSI: one image of 3 x 2, without a table ---- */

#define IMAGE(name, code)                                                                          \
    static void name(void *root)                                                                   \
    {                                                                                              \
        struct rq_texbsi_image *d = ((struct rq_texbsi *)root)->images;                            \
        code;                                                                                      \
    }
#define SHORT_HEADER "D02001: a BHDR has 16 to 26 bytes of fields"
#define NO_SIZE      "D02001: pixels need a BHDR with a width and a height"
#define NO_TABLE     "D02001: data_encoding must be 4 for a table of rows, and 0 for one plain frame"

IMAGE(bsi_15, d->header_size = 15)
IMAGE(bsi_16, d->header_size = 16)
IMAGE(bsi_27, d->header_size = 27)
IMAGE(bsi_headless, d->has_header = false)
IMAGE(bsi_no_rows, d->rows = NULL)
IMAGE(bsi_thin, d->header.width = -1)
IMAGE(bsi_low, d->header.height = -1)
IMAGE(bsi_frames, d->header.frame_count = 2)
IMAGE(bsi_less, d->frames = 0)
IMAGE(bsi_table, d->has_table = true)
IMAGE(bsi_encoding, d->header.data_encoding = 4)
IMAGE(bsi_places, d->layout = RQ_TEXBSI_EXPLICIT)
IMAGE(bsi_rows_only, d->layout = RQ_TEXBSI_EXPLICIT; d->offsets = &d->frames)
IMAGE(bsi_kept, d->chunks[2].kind = RQ_TEXBSI_RAW; d->rows = NULL; d->header.width = -1)
IMAGE(bsi_no_data, d->has_table = true; memcpy(d->chunks[2].tag, "ATAD", 4))

static const struct wrong banks[] = {
    {bsi_15, SHORT_HEADER},
    {bsi_16, ""},
    {bsi_27, SHORT_HEADER},
    {bsi_headless, NO_SIZE},
    {bsi_no_rows, NO_SIZE},
    {bsi_thin, NO_SIZE},
    {bsi_low, NO_SIZE},
    {bsi_frames, "D02001: the number of frames is not the header's frame_count"},
    {bsi_less, "D02001: the number of frames is not the header's frame_count"},
    {bsi_table, NO_TABLE},
    {bsi_encoding, NO_TABLE},
    {bsi_places, "D02001: explicit rows need their offsets"},
    {bsi_rows_only, "D02001: explicit rows need their offsets"},
    {bsi_kept, ""},
    {bsi_no_data, "an image with rows has no DATA chunk"},
};

/* ---- BMP: 5 x 2 of 4 bits, a header of 40 bytes and three colours of four ---- */

#define CORE(code) d->info.header_size = 12; d->file.data_offset = 14 + 12 + 9; code

POKE(bmp_core, rq_bmp, CORE((void)0))
POKE(bmp_short, rq_bmp, d->info.header_size = 39)
POKE(bmp_long, rq_bmp, d->info.header_size = 41)
POKE(bmp_more, rq_bmp, CORE(d->more_header = d->pixels))
POKE(bmp_wide, rq_bmp, CORE(d->info.width = 65536))
POKE(bmp_negative, rq_bmp, CORE(d->info.width = -1))
POKE(bmp_tall, rq_bmp, CORE(d->info.height = 65536))
POKE(bmp_down, rq_bmp, CORE(d->info.height = -2))
POKE(bmp_up, rq_bmp, d->info.height = -2)
POKE(bmp_before, rq_bmp, d->file.data_offset--)
POKE(bmp_behind, rq_bmp, d->file.data_offset++)
POKE(bmp_nothing, rq_bmp, d->pixels.data = NULL)
POKE(bmp_stored, rq_bmp, d->stored = d->pixels; d->pixels.data = NULL; d->pixels.size = 0)
POKE(bmp_less, rq_bmp, d->pixels.size--)
POKE(bmp_rows, rq_bmp, d->info.height = 3)
POKE(bmp_huge, rq_bmp, d->info.width = INT32_MAX; d->info.height = INT32_MIN; d->info.bits_per_pixel = 64)

static const struct wrong bmps[] = {
    {bmp_core, ""},
    {bmp_short, "header_size is not that of the header"},
    {bmp_long, "header_size is not that of the header"},
    {bmp_more, "more than a header of 12 bytes can say"},
    {bmp_wide, "more than a header of 12 bytes can say"},
    {bmp_negative, "more than a header of 12 bytes can say"},
    {bmp_tall, "more than a header of 12 bytes can say"},
    {bmp_down, "more than a header of 12 bytes can say"},
    {bmp_up, ""},
    {bmp_before, "data_offset is not where the pixels come"},
    {bmp_behind, "data_offset is not where the pixels come"},
    {bmp_nothing, "no pixels"},
    {bmp_stored, ""},
    {bmp_less, "the number of pixels is not width times height"},
    {bmp_rows, "the number of pixels is not width times height"},
    {bmp_huge, "more pixels than memory"},
};

/* ---- ANM: one page of two records ---- */

static struct rq_bytes large[2]; /* of the size that a test wants; never read */

POKE(anm_more, rq_anm, d->header.page_count = 2)
POKE(anm_none, rq_anm, d->header.page_count = 0)
POKE(anm_most, rq_anm, d->header.page_count = 257; d->page_count = 257)
POKE(anm_records, rq_anm, d->pages[0].head.record_count++)
POKE(anm_flags, rq_anm, d->pages[0].head.record_count |= 0x8000)
POKE(anm_raw, rq_anm, d->pages[0].raw = true; d->pages[0].head.record_count = 9)
POKE(anm_record, rq_anm, d->pages[0].records = large; large[0].size = 65536)
POKE(anm_page, rq_anm, d->pages[0].slack.size = 65536)
POKE(anm_two, rq_anm, d->header.page_count = 2; d->page_count = 2; struct rq_anm_page *p = d->pages;
     static struct rq_anm_page pages[2]; pages[0] = pages[1] = *p; d->pages = pages)
POKE(anm_trailing, rq_anm, d->trailing = d->pages[0].records[0])

static const struct wrong anms[] = {
    {anm_more, "page_count is not the number of pages"},
    {anm_none, "page_count is not the number of pages"},
    {anm_most, "page_count is not the number of pages"},
    {anm_records, "record_count is not the number of records of a page"},
    {anm_flags, ""},
    {anm_raw, ""},
    {anm_record, "a record passes 65535 bytes"},
    {anm_page, "a page has 65536 bytes, and only the last may have less"},
    {anm_two, "a page has 65536 bytes, and only the last may have less"},
    {anm_trailing, "nothing can follow a page of less than 65536 bytes"},
};

/* ---- FNT: two glyphs, of 2 x 3 and 1 x 1 ---- */

POKE(fnt_palette, rq_fnt, d->palette = NULL)
POKE(fnt_pixels, rq_fnt, d->glyphs[0].pixels = NULL)
POKE(fnt_empty, rq_fnt, d->glyphs[1].header.width = 0; d->glyphs[1].pixels = NULL)
POKE(fnt_second, rq_fnt, d->glyphs[1].pixels = NULL)

static const struct wrong fnts[] = {
    {fnt_palette, "a palette chunk without a palette"},
    {fnt_pixels, "glyph 0 has no pixels"},
    {fnt_empty, ""},
    {fnt_second, "glyph 1 has no pixels"},
};

/* ---- TEXTURE: a plain picture and a packed one ---- */

POKE(bank_more, rq_texture_file, d->header.record_count = 3)
POKE(bank_less, rq_texture_file, d->header.record_count = 1)
POKE(bank_negative, rq_texture_file, d->header.record_count = -2; d->record_count = (size_t)-2)
POKE(bank_place, rq_texture_file, d->records[1].entry.position++)
POKE(bank_unseen, rq_texture_file, d->records[0].pixels = NULL)

static const struct wrong textures[] = {
    {bank_more, "record_count is not the number of records"},
    {bank_less, "record_count is not the number of records"},
    {bank_negative, "record_count is not the number of records"},
    {bank_place, "records and strays do not fit together at their places"},
    {bank_unseen, "the records and strays leave holes"},
};
/* clang-format on */

static void test_pictures(void)
{
    CHECK_ALL(sample_gxa, "gxa", "gxa", gxas);
    CHECK_ALL(sample_lbm, "lbm", "lbm", lbms);
    CHECK_ALL(sample_texbsi, "texbsi", "texbsi", banks);
    CHECK_ALL(sample_bmp, "bmp", "bmp", bmps);
    CHECK_ALL(sample_anm, "anm", "anm", anms);
    CHECK_ALL(sample_fnt, "fnt", "fnt", fnts);
    CHECK_ALL(sample_texture, "texture", "texture", textures);
}

/* ---- models ---- */

static int32_t moves[4][3];
static struct rq_model3d_frame frames[2];
static struct rq_model3d_ref refs[7];
static struct rq_model3d_section4 volume;
static float normals[8][3];

/* Two frames, the second of which has moves. */
static void with_frames(struct rq_model3d *m, uint32_t type, int32_t move)
{
    memset(moves, 0, sizeof moves);
    memset(frames, 0, sizeof frames);
    moves[3][2] = move;
    frames[0].record.type = type;
    frames[1].positions = moves;
    m->frames = frames;
    m->frame_count = 2;
}

static void with_indices(struct rq_model3d *m, uint32_t count, uint32_t last)
{
    for (size_t i = 0; i < 7; i++)
        refs[i] = (struct rq_model3d_ref){.linked = true, .value = i == 6 ? last : 0};
    m->normal_indices = refs;
    m->normal_index_count = count;
}

static void with_volume(struct rq_model3d *m, uint32_t face)
{
    refs[0] = (struct rq_model3d_ref){.linked = true, .value = face};
    volume = (struct rq_model3d_section4){.volume = {.face_count = 1}, .faces = refs};
    m->volumes = &volume;
    m->volume_count = 1;
}

static void as_early(struct rq_model3d *m)
{
    memcpy(m->header.version, "v2.6", 4);
    m->layout = RQ_MODEL3D_EARLY;
    m->faces[0].texture = m->faces[1].texture = 65535;
}

#define FACE_NORMALS   "there must be as many face normals as faces, or none"
#define NORMAL_INDICES "there must be as many normal indices as corners, or none"
#define VERTEX_NORMALS "there must be as many vertex normals as vertices, or none"
#define LAYOUTS        "layout \"standard\" is for v4.0 and v5.0, \"early\" for v2.x"
#define NO_DATA        "frame 0, and frames of v2.x, have no data of their own"
#define WIDE           "a difference needs more than 16 bits: frame 0 must be of type 4"
#define LOST_NORMAL    "a normal index is beyond the vertex normals"
#define LOST_FACE      "a volume names a face that is not there"
#define NO_EARLY       "v2.x has no volumes and no normal indices"

/* clang-format off */
POKE(m_version, rq_model3d, memcpy(d->header.version, "v4.1", 4))
POKE(m_v5, rq_model3d, memcpy(d->header.version, "v5.0", 4))
POKE(m_early, rq_model3d, as_early(d))
POKE(m_layout, rq_model3d, d->layout = RQ_MODEL3D_EARLY)
POKE(m_early_layout, rq_model3d, as_early(d); d->layout = RQ_MODEL3D_STANDARD)
POKE(m_explicit, rq_model3d, d->layout = RQ_MODEL3D_EXPLICIT)
POKE(m_no_normals, rq_model3d, d->face_normal_count = 0)
POKE(m_one_normal, rq_model3d, d->face_normal_count = 1)
POKE(m_indices, rq_model3d, with_indices(d, 7, 3))
POKE(m_less_indices, rq_model3d, with_indices(d, 6, 0))
POKE(m_index_beyond, rq_model3d, with_indices(d, 7, 4))
POKE(m_index_lost, rq_model3d, with_indices(d, 7, 4); refs[6].linked = false)
POKE(m_no_vertex_normals, rq_model3d, d->vertex_normal_count = 0)
POKE(m_less_vertex_normals, rq_model3d, d->vertex_normal_count = 3)
POKE(m_corner_normals, rq_model3d, with_indices(d, 7, 6); d->vertex_normals = normals; d->vertex_normal_count = 7)
POKE(m_corner_alone, rq_model3d, d->vertex_normals = normals; d->vertex_normal_count = 7)
POKE(m_too_many_normals, rq_model3d, with_indices(d, 7, 6); d->vertex_normals = normals; d->vertex_normal_count = 8)
POKE(m_early_volume, rq_model3d, as_early(d); with_volume(d, 0))
POKE(m_early_indices, rq_model3d, as_early(d); with_indices(d, 7, 0))
POKE(m_early_texture, rq_model3d, as_early(d); d->faces[1].texture = 65536)
POKE(m_first_frame, rq_model3d, d->frames[0].positions = moves)
POKE(m_first_normals, rq_model3d, d->frames[0].normals = (uint32_t *)(void *)moves)
POKE(m_early_frame, rq_model3d, as_early(d); with_frames(d, 2, 0))
POKE(m_high, rq_model3d, with_frames(d, 2, 32767))
POKE(m_low, rq_model3d, with_frames(d, 2, -32768))
POKE(m_too_high, rq_model3d, with_frames(d, 2, 32768))
POKE(m_too_low, rq_model3d, with_frames(d, 2, -32769))
POKE(m_wide, rq_model3d, with_frames(d, 4, 32768))
POKE(m_volume, rq_model3d, with_volume(d, 1))
POKE(m_volume_beyond, rq_model3d, with_volume(d, 2))
POKE(m_volume_lost, rq_model3d, with_volume(d, 2); refs[0].linked = false)

static const struct wrong models[] = {
    {m_version, "version must be v2.6, v2.7, v4.0 or v5.0"},
    {m_v5, ""},
    {m_early, ""},
    {m_layout, LAYOUTS},
    {m_early_layout, LAYOUTS},
    {m_explicit, "an explicit layout needs \"size\" and \"strays\""},
    {m_no_normals, ""},
    {m_one_normal, FACE_NORMALS},
    {m_indices, ""},
    {m_less_indices, NORMAL_INDICES},
    {m_index_beyond, LOST_NORMAL},
    {m_index_lost, ""},
    {m_no_vertex_normals, ""},
    {m_less_vertex_normals, VERTEX_NORMALS},
    {m_corner_normals, ""},
    {m_corner_alone, VERTEX_NORMALS},
    {m_too_many_normals, VERTEX_NORMALS},
    {m_early_volume, NO_EARLY},
    {m_early_indices, NO_EARLY},
    {m_early_texture, "a texture of v2.x has 16 bits"},
    {m_first_frame, NO_DATA},
    {m_first_normals, NO_DATA},
    {m_early_frame, NO_DATA},
    {m_high, ""},
    {m_low, ""},
    {m_too_high, WIDE},
    {m_too_low, WIDE},
    {m_wide, ""},
    {m_volume, ""},
    {m_volume_beyond, LOST_FACE},
    {m_volume_lost, ""},
};
/* clang-format on */

static void test_models(void)
{
    CHECK_ALL(sample_model3d, "model3d", "model3d", models);
}

TESTS(test_pictures, test_models)
