/* Tables of the KotOR demo: talk tables, 2DA, sound sets, letters for names. Laid down from the
 * descriptions of the formats, in every layout that there is. */
#include "demo/demo.h"

#include <stdio.h>

/* ---- talk tables ---- */

struct line {
    const char *text, *sound;
    uint32_t flags, seconds;
};

static const struct line lines[] = {
    {"", "", 1, 0},
    {"Bad StrRef", "", 1, 0},
    {"Lighthouse of the demo", "", 1, 0},
    {"The keeper of the light", "", 1, 0},
    {"Who goes there? He who walks the quay at night had better answer.", "demo_keep01", 7, 4},
    {"He is a friend.\n<c\xFF\xF0\x80>He</c> may pass.", "demo_keep02", 7, 2},
    {NULL, "", 0, 0}, /* neither text nor sound */
    {NULL, "demo_wave_long_n", 6, 3},
    {"na\xEFve caf\xE9 \x80 \x93quoted\x94", "", 1, 0},
    {"A light that no ship needs.", "", 1, 0},
    {"A light that no ship needs.", "", 5, 0}, /* the same words again */
    {"To arms!", "demo_cry01", 7, 1},
    {"Ouch.", "demo_pain01", 7, 1},
};

/* Only where the words are others for a woman. */
static const struct line lines_f[] = {
    {"", "", 1, 0},
    {"", "", 1, 0},
    {"", "", 1, 0},
    {"", "", 1, 0},
    {"Who goes there? She who walks the quay at night had better answer.", "demo_keep01", 7, 4},
    {"She is a friend.\n<c\xFF\xF0\x80>She</c> may pass.", "demo_keep02", 7, 2},
    {"", "", 0, 0},
    {"", "", 0, 0},
    {"", "", 0, 0},
    {"", "", 0, 0},
    {"", "", 0, 0},
    {"", "", 0, 0},
    {"", "", 0, 0},
};

static const struct line polish[] = {
    {"Latarnia morska \x9C\xBF", "", 1, 0},
    {"Zapal \x9Cwiat\xB3o.", "", 1, 0},
    {"Latarnia morska \x9C\xBF", "", 1, 0},
    {"", "", 1, 0},
};

static const struct line japanese[] = {
    {"\x93\x94\x91\xE4", "", 1, 0}, /* lighthouse, in cp932 */
    {"\x8A\x43", "", 1, 0},         /* sea */
    {"", "", 0, 0},
};

struct talk {
    const char *path;
    const struct line *lines;
    uint32_t count, language;
    bool zero;    /* an empty text has offset 0 */
    bool shared;  /* equal texts stand there once */
    uint32_t gap; /* bytes that nothing refers to, before the texts */
};

/* Where the text of a line stands; what is new is appended. */
static uint32_t add_text(const struct talk *t, uint32_t number, struct rq_out *texts,
                         uint32_t *offsets)
{
    const char *text = t->lines[number].text ? t->lines[number].text : "";
    uint32_t at = (uint32_t)texts->size;
    for (uint32_t i = 0; i < number && t->shared; i++)
        if (text[0] && t->lines[i].text && strcmp(t->lines[i].text, text) == 0)
            return offsets[i];
    rq_put(texts, text, strlen(text));
    return text[0] || !t->zero ? at : 0;
}

static bool save_talk(struct demo *d, const struct talk *t)
{
    enum { MOST = 16 };
    struct rq_out out = {0}, texts = {0};
    uint32_t offsets[MOST];
    rq_put(&out, "TLK V3.0", 8);
    rq_put32(&out, t->language);
    rq_put32(&out, t->count);
    rq_put32(&out, 20 + 40 * t->count + t->gap);
    for (uint32_t i = 0; i < t->count && i < MOST; i++) {
        const struct line *line = &t->lines[i];
        offsets[i] = add_text(t, i, &texts, offsets);
        rq_put32(&out, line->flags);
        rq_put(&out, line->sound, strlen(line->sound));
        rq_put_zeros(&out, 16 - strlen(line->sound));
        rq_put32(&out, line->seconds); /* variances that the game does not use */
        rq_put32(&out, line->seconds ? 1 : 0);
        rq_put32(&out, offsets[i]);
        rq_put_size(&out, line->text ? strlen(line->text) : 0);
        rq_put32(&out, rq_bits_of((float)line->seconds));
    }
    for (uint32_t i = 0; i < t->gap; i++)
        rq_put8(&out, (uint8_t)(0xA0 + i));
    rq_put(&out, texts.data, texts.size);
    bool fine = demo_save(d, t->path, &out);
    rq_out_free(&texts);
    rq_out_free(&out);
    return fine;
}

#define LINES(list) list, sizeof list / sizeof list[0]

static bool save_talks(struct demo *d)
{
    static const struct talk talks[] = {
        {"kotor/dialog.tlk", LINES(lines), 0, false, false, 0},
        {"kotor/dialogf.tlk", LINES(lines_f), 0, true, false, 0},
        {"kotor/override/append_pl.tlk", LINES(polish), 5, false, true, 0},
        {"kotor/override/append_ja.tlk", LINES(japanese), 131, false, false, 6},
    };
    bool fine = true;
    for (size_t i = 0; fine && i < sizeof talks / sizeof talks[0]; i++)
        fine = save_talk(d, &talks[i]);
    return fine;
}

/* ---- 2DA ---- */

enum { COLUMNS = 5, ROWS = 6 };

static const char *const columns[COLUMNS] = {"label", "name", "guid", "icon", "weight"};
static const char *const rows[ROWS][COLUMNS] = {
    {"Lantern", "3", "it_lantern", "ilantern", "0.5"},
    {"Rope", "9", "it_rope", "irope", "2"},
    {"Nothing", "", "", "", ""},
    {"Ship_in_a_bottle", "", "it_ship", "", "1"},
    {"Old lamp", "3", "it_lantern", "ilantern", "2"},
    {"Caf\xE9_cup", "8", "it_cup", "", "0.5"},
};

/* The texts that cells need, each once, in order of first use or back to front. */
static size_t list_texts(const char *texts[COLUMNS * ROWS], bool backward)
{
    size_t count = 0;
    for (size_t i = 0; i < (size_t)COLUMNS * ROWS; i++) {
        const char *text = rows[i / COLUMNS][i % COLUMNS];
        size_t k = 0;
        while (k < count && strcmp(texts[k], text) != 0)
            k++;
        if (k == count)
            texts[count++] = text;
    }
    for (size_t i = 0; backward && i < count / 2; i++) {
        const char *text = texts[i];
        texts[i] = texts[count - 1 - i];
        texts[count - 1 - i] = text;
    }
    return count;
}

/* zero: the size of the texts is left 0; stray: a byte that no cell refers to. */
static bool save_binary(struct demo *d, const char *path, bool backward, bool stray)
{
    struct rq_out out = {0}, data = {0};
    const char *texts[COLUMNS * ROWS];
    size_t count = list_texts(texts, backward), offsets[COLUMNS * ROWS];
    for (size_t i = 0; i < count; i++) {
        offsets[i] = data.size;
        rq_put(&data, texts[i], strlen(texts[i]) + 1);
    }
    if (stray)
        rq_put8(&data, 0x7F);
    rq_put(&out, "2DA V2.b\n", 9);
    for (size_t i = 0; i < COLUMNS; i++)
        rq_putf(&out, "%s\t", columns[i]);
    rq_put8(&out, 0);
    rq_put32(&out, ROWS);
    for (unsigned i = 0; i < ROWS; i++)
        rq_putf(&out, "%u\t", i);
    for (size_t i = 0; i < (size_t)COLUMNS * ROWS; i++) {
        size_t k = 0;
        while (strcmp(texts[k], rows[i / COLUMNS][i % COLUMNS]) != 0)
            k++;
        rq_put16(&out, (uint16_t)offsets[k]);
    }
    rq_put16(&out, (uint16_t)(backward ? 0 : data.size));
    rq_put(&out, data.data, data.size);
    bool fine = demo_save(d, path, &out);
    rq_out_free(&data);
    rq_out_free(&out);
    return fine;
}

static bool save_text(struct demo *d, const char *path, const char *separator)
{
    struct rq_out out = {0};
    rq_put(&out, "2DA V2.0\n\n", 10);
    for (size_t i = 0; i < COLUMNS; i++)
        rq_putf(&out, "%s%s", separator, columns[i]);
    for (unsigned i = 0; i < ROWS; i++) {
        rq_putf(&out, "\n%u", i);
        for (size_t k = 0; k < COLUMNS; k++) {
            const char *text = rows[i][k][0] ? rows[i][k] : "****";
            rq_putf(&out, strchr(text, ' ') ? "%s\"%s\"" : "%s%s", separator, text);
        }
    }
    rq_put8(&out, '\n');
    bool fine = demo_save(d, path, &out);
    rq_out_free(&out);
    return fine;
}

/* Text as people write it, and as xoreos-tools does. */
static bool save_written(struct demo *d)
{
    static const char by_hand[] = "2DA V2.0\r\nDEFAULT: \"none at all\"\r\n\r\n"
                                  "\tLabel   Range \"Colour\"\r\n"
                                  "  0\tHarbour   30\twhite  \r\n"
                                  "\r\n"
                                  "1\t\"Reef \t light\" ****  \"\"  extra\r\n"
                                  "two short\r\n"
                                  "3 \"not closed  \r\n"
                                  "4 \"a\"\"b\" ****";
    static const char aligned[] = "2DA V2.0\nDEFAULT: 0\n"
                                  "   label        range\n"
                                  " 0 Harbour      30   \n"
                                  " 9 \"Reef light\" **** \n"
                                  "10 ****         120  \n";
    struct rq_out out = {0};
    rq_put(&out, by_hand, sizeof by_hand - 1);
    bool fine = demo_save(d, "kotor/override/demo_by_hand.2da", &out);
    rq_put(&out, aligned, sizeof aligned - 1);
    fine = fine && demo_save(d, "kotor/override/demo_aligned.2da", &out);
    rq_out_free(&out);
    return fine;
}

/* ---- sound sets ---- */

static bool save_sounds(struct demo *d)
{
    struct rq_out out = {0};
    rq_put(&out, "SSF V1.1", 8);
    rq_put32(&out, 12);
    for (uint32_t i = 0; i < 40; i++)
        rq_put32(&out, i < 3 ? 11 : i == 12 || i == 33 ? 12 : UINT32_MAX);
    bool fine = demo_save(d, "kotor/override/demo_keeper.ssf", &out);
    rq_put(&out, "SSF V1.1", 8); /* shorter, with a gap and a rest */
    rq_put32(&out, 16);
    for (uint32_t i = 0; i < 29; i++)
        rq_put32(&out, i);
    rq_put8(&out, 1);
    fine = fine && demo_save(d, "kotor/override/demo_odd.ssf", &out);
    rq_out_free(&out);
    return fine;
}

/* ---- letters ---- */

static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz'-";
static const char *const words[] = {
    "aldora",  "amarek",  "anvelle", "arrin",   "balto",   "barenth", "bel-tar", "caldus",
    "carrek",  "corvane", "dal'ora", "darrow",  "delwyn",  "dorneth", "elandra", "elmarin",
    "farrel",  "fenwick", "galadon", "garreth", "hal-den", "harrow",  "ilmarin", "jorek",
    "kal'den", "karrow",  "lorimar", "marrek",  "mirelle", "narrow",  "orrin",   "pellan",
    "quillon", "ravenna", "sarreth", "selwyn",  "tarrin",  "torvane", "ulmarek", "varrow",
    "wellan",  "xandor",  "yarrow",  "zellora"};
static const char *const her_words[] = {
    "adela",  "alinna",  "ariane", "belora",  "brisa",  "caleen", "corinne", "dalia",   "delora",
    "elenna", "elisane", "farah",  "fiorene", "galea",  "helena", "ilora",   "jorina",  "kaleen",
    "lirane", "lorenna", "marisa", "mirane",  "nalena", "orinna", "pelara",  "quinela", "ralene",
    "serina", "solenna", "talia",  "ulenna",  "verane", "wilena", "xaria",   "yelena",  "zarina"};

enum { START, MIDDLE, END, PARTS, LETTERS = 28, BLOCKS = 1 + LETTERS + LETTERS * LETTERS };

static size_t letter_of(char c)
{
    return (size_t)(strchr(alphabet, c) - alphabet);
}

/* Counts a letter after none, one and two others; then gives them as sums. */
static void count_letter(uint16_t *counts, const char *at, size_t before, int part)
{
    size_t block = 0, own = letter_of(at[0]);
    if (before >= 1)
        block = 1 + letter_of(at[-1]);
    if (before >= 2)
        block = 1 + LETTERS + letter_of(at[-2]) * LETTERS + letter_of(at[-1]);
    counts[(block * PARTS + (size_t)part) * LETTERS + own]++;
}

static void count_word(uint16_t *counts, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i < 3; i++)
        count_letter(counts, word + i, i, START);
    for (size_t before = 0; before < 3; before++) {
        count_letter(counts, word + size - 1, before, END);
        for (size_t i = 3; i + 1 < size; i++)
            count_letter(counts, word + i, before, MIDDLE);
    }
}

static void put_chances(struct rq_out *out, const uint16_t *counts)
{
    unsigned total = 0, sum = 0;
    for (size_t i = 0; i < LETTERS; i++)
        total += counts[i];
    for (size_t i = 0; i < LETTERS; i++) {
        sum += counts[i];
        rq_put32(out, rq_bits_of(counts[i] ? (float)sum / (float)total : 0.0f));
    }
}

static void put_letters(struct rq_out *out, const char *const *list, size_t count)
{
    static uint16_t counts[BLOCKS * PARTS * LETTERS];
    memset(counts, 0, sizeof counts);
    for (size_t i = 0; i < count; i++)
        count_word(counts, list[i]);
    rq_put(out, "LTR V1.0\x1C", 9);
    for (size_t i = 0; i < (size_t)BLOCKS * PARTS; i++)
        put_chances(out, counts + i * LETTERS);
}

static bool save_letters(struct demo *d)
{
    struct rq_out out = {0};
    put_letters(&out, words, sizeof words / sizeof words[0]);
    bool fine = demo_save(d, "kotor/override/humanm.ltr", &out);
    put_letters(&out, her_words, sizeof her_words / sizeof her_words[0]);
    fine = fine && demo_save(d, "kotor/override/humanf.ltr", &out);
    /* Three letters, all of them alike: small enough to be a seed of the fuzz target. */
    rq_put(&out, "LTR V1.0\x03", 9);
    for (size_t i = 0; i < (size_t)13 * 9; i++)
        rq_put32(&out, rq_bits_of((float)(i % 3 + 1) / 3.0f));
    fine = fine && demo_save(d, "kotor/override/demo_three.ltr", &out);
    rq_out_free(&out);
    return fine;
}

bool demo_tables(struct demo *d)
{
    return save_talks(d) && save_binary(d, "kotor/override/demo_items.2da", false, false) &&
           save_binary(d, "kotor/override/demo_pool.2da", true, false) &&
           save_binary(d, "kotor/override/demo_stray.2da", false, true) &&
           save_text(d, "kotor/override/demo_blanks.2da", " ") &&
           save_text(d, "kotor/override/demo_tabs.2da", "\t") && save_written(d) &&
           save_sounds(d) && save_letters(d);
}
