/* References inside of the formats that have no test of their references alone, under edits of their
 * JSON: each follows, or the edit is refused with the place named, or what was built says what is wrong.
 * docs/references.md is the table of all of them; this test also holds its rows to formats.def and the
 * tests that it names to the files that are there.
 *
 * The documents are the samples of the property tests. What is expected of a file that was built was
 * worked out by hand from the bytes of its sample and the layout on the format's page. */
#include "formats/format.h"
#include "property/samples.h"
#include "support/check.h"
#include "support/json_edit.h"

#include <reliquary/reliquary.h>

#include <stdlib.h>
#include <unistd.h>

/* ---- the table ---- */

enum outcome {
    FOLLOWS, /* the file has these bytes at these places, and no finding that the sample has not */
    REFUSED, /* with this text */
    SAYS,    /* is built, and this finding, which the sample has not, is told */
};

struct row {
    const char *sample, *operation;
    enum outcome outcome;
    const char *text;
    struct edit edits[4];
    struct expected {
        size_t at;
        const char *bytes;
        size_t size;
    } expected[6];
};

#define AT(offset, literal)                                                                        \
    {                                                                                              \
        offset, literal, sizeof(literal) - 1                                                       \
    }
/* A palette: 256 times the same colour. */
#define COLORS_4   "[1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1]"
#define COLORS_16  COLORS_4 "," COLORS_4 "," COLORS_4 "," COLORS_4
#define COLORS_64  COLORS_16 "," COLORS_16 "," COLORS_16 "," COLORS_16
#define COLORS_256 COLORS_64 "," COLORS_64 "," COLORS_64 "," COLORS_64
#define CMAP       "{\"tag\": \"CMAP\", \"colors\": [" COLORS_256 "]}"
#define NEW_BIF    "{\"name\": \"n.bif\", \"size\": 1, \"drives\": 1}"
#define NEW_TEXT   "{\"name\": \"n.txt\", \"data\": \"aGk=\"}" /* "hi" */
#define NEW_ENTRY  "{\"tag\": \"newx\", \"text\": \"n\"}"
#define NEW_GLYPH                                                                                  \
    "{\"enabled\": 0, \"offset_left\": 0, \"offset_top\": 0, \"width\": 1, \"height\": 1, "        \
    "\"rows\": [\"00\"]}"
#define NEW_BLOCK                                                                                  \
    "{\"after\": \"\", \"start\": [0.5, 1.0], \"middle\": [0.5, 1.0], \"end\": [0.5, 1.0]}"
#define MOVED(list)  "\"" list "\" has other elements, or another order, than \"counts\" says"
#define FRAME_COUNT  "the number of frames is not the header's frame_count"
#define RECORD_COUNT "record_count is not the number of records"
#define DATA_OFFSET  "data_offset is not where the pixels come"
#define LEVELS       "the levels are not those that the header says"

/* clang-format off */
static const struct row table[] = {
    /* Keys and their BIF: an id is the number of the BIF << 20 and the number in it. */
    {"key", "insert a BIF", FOLLOWS, NULL, {{EDIT_INSERT, "bifs/0", NEW_BIF}},
     {AT(141, "\0\0\x10\0"), AT(163, "\0\0\x20\0"), AT(185, "\7\0\x20\0")}},
    {"key", "remove a BIF", REFUSED, "is called \"dat\\a.bif\"", {{EDIT_REMOVE, "bifs/0", NULL}}, {{0}}},
    {"key", "reorder the BIFs", FOLLOWS, NULL, {{EDIT_SWAP, "bifs/0", NULL}},
     {AT(123, "\0\0\x10\0"), AT(145, "\0\0\0\0"), AT(167, "\7\0\0\0")}},
    {"key", "lengthen the BIFs", FOLLOWS, NULL, {{EDIT_INSERT, "bifs/2", NEW_BIF}},
     {AT(141, "\0\0\0\0"), AT(163, "\0\0\x10\0"), AT(185, "\7\0\x10\0")}},
    {"key", "shorten the BIFs", REFUSED, "is called \"b\\c.bif\"", {{EDIT_REMOVE, "bifs/1", NULL}}, {{0}}},
    {"key", "rename a BIF", REFUSED, "keys[0]", {{EDIT_SET, "bifs/0/name", "\"x.bif\""}}, {{0}}},
    {"key", "a BIF twice", REFUSED, "more than one, is called \"dat\\a.bif\"",
     {{EDIT_COPY, "bifs/0", NULL}}, {{0}}},
    {"key", "a number of no BIF", SAYS, "key-no-such-bif", {{EDIT_SET, "keys/0/1", "2"}}, {{0}}},
    {"key", "reorder the keys", FOLLOWS, NULL, {{EDIT_SWAP, "keys/0", NULL}},
     {AT(105, "sixteen_letters_\3\0\0\0\x10\0" "acbonus"), AT(145, "\0\0\0\0")}},

    /* Names and their data: 24 bytes a key with its index at 16, 8 a resource; 420 bytes of GFF. */
    {"erf", "insert", FOLLOWS, NULL, {{EDIT_INSERT, "resources/0", NEW_TEXT}},
     {AT(16, "\4\0\0\0"), AT(194, "a\0"), AT(210, "\1\0\0\0"), AT(274, "\x2C\1\0\0\xA4\1\0\0"),
      AT(720, "hello")}},
    {"erf", "remove", FOLLOWS, NULL, {{EDIT_REMOVE, "resources/0", NULL}},
     {AT(16, "\2\0\0\0"), AT(170, "b\0"), AT(186, "\0\0\0\0"), AT(218, "\xEA\0\0\0\5\0\0\0"),
      AT(234, "hello")}},
    {"erf", "reorder", FOLLOWS, NULL, {{EDIT_SWAP, "resources/0", NULL}},
     {AT(170, "b\0"), AT(186, "\0\0\0\0"), AT(210, "\1\0\0\0"),
      AT(242, "\x0A\1\0\0\5\0\0\0\x0F\1\0\0\xA4\1\0\0"), AT(266, "hello")}},
    {"erf", "lengthen", FOLLOWS, NULL, {{EDIT_INSERT, "resources/3", NEW_TEXT}},
     {AT(16, "\4\0\0\0"), AT(258, "\3\0\0\0"), AT(290, "\xD6\2\0\0\2\0\0\0"), AT(726, "hi")}},
    {"erf", "shorten", FOLLOWS, NULL, {{EDIT_REMOVE, "resources/2", NULL}},
     {AT(16, "\2\0\0\0"), AT(218, "\xEA\0\0\0\xA4\1\0\0"), AT(654, "hello")}},
    {"erf", "lengthen data", FOLLOWS, NULL, {{EDIT_SET, "resources/1/data", "\"aGVsbG8hIQ==\""}},
     {AT(250, "\xAE\2\0\0\7\0\0\0\xB5\2\0\0\3\0\0\0"), AT(686, "hello!!NCS")}},
    {"erf, explicit", "insert", FOLLOWS, NULL, {{EDIT_INSERT, "resources/0", NEW_TEXT}},
     {AT(210, "\1\0\0\0"), AT(274, "\x2C\1\0\0\xA4\1\0\0"), AT(720, "hello")}},
    {"erf, explicit", "reorder", FOLLOWS, NULL, {{EDIT_SWAP, "resources/0", NULL}},
     {AT(170, "b\0"), AT(242, "\x0A\1\0\0\5\0\0\0\x0F\1\0\0\xA4\1\0\0"), AT(266, "hello")}},

    /* The same with 32 bytes a key: index at 20, offset at 24. Gaps are those of the padded layout. */
    {"rim", "insert", FOLLOWS, NULL, {{EDIT_INSERT, "resources/0", NEW_TEXT}},
     {AT(12, "\4\0\0\0"), AT(172, "\1\0\0\0\x14\1\0\0\xA4\1\0\0"), AT(208, "\xC8\2\0\0\5\0\0\0"),
      AT(256, "hi"), AT(712, "hello")}},
    {"rim", "remove", FOLLOWS, NULL, {{EDIT_REMOVE, "resources/0", NULL}},
     {AT(12, "\2\0\0\0"), AT(140, "\0\0\0\0\xC0\0\0\0\5\0\0\0"), AT(192, "hello")}},
    {"rim", "reorder", FOLLOWS, NULL, {{EDIT_SWAP, "resources/0", NULL}},
     {AT(140, "\0\0\0\0\xE0\0\0\0\5\0\0\0"), AT(172, "\1\0\0\0\xF8\0\0\0\xA4\1\0\0"),
      AT(224, "hello")}},
    {"rim", "lengthen", FOLLOWS, NULL, {{EDIT_INSERT, "resources/3", NEW_TEXT}},
     {AT(12, "\4\0\0\0"), AT(236, "\3\0\0\0")}},
    {"rim", "shorten", FOLLOWS, NULL, {{EDIT_REMOVE, "resources/2", NULL}},
     {AT(12, "\2\0\0\0"), AT(140, "\0\0\0\0\xC0\0\0\0\xA4\1\0\0")}},
    {"rim", "an index of another key", SAYS, "rim-wrong-index",
     {{EDIT_INSERT, "resources/0/name", "\"index\": 2"}}, {{0}}},
    {"rim", "insert before such an index", SAYS, "rim-wrong-index",
     {{EDIT_INSERT, "resources/0/name", "\"index\": 2"}, {EDIT_INSERT, "resources/0", NEW_TEXT}}, {{0}}},

    /* Numbers that the key uses. */
    {"bif", "insert", REFUSED, "\"00000.utc\" is resource 1 now",
     {{EDIT_INSERT, "resources/0", "{\"name\": \"00000.txt\", \"data\": \"aGk=\"}"}}, {{0}}},
    {"bif", "remove", REFUSED, "\"00001.txt\" is resource 0 now", {{EDIT_REMOVE, "resources/0", NULL}}, {{0}}},
    {"bif", "reorder", REFUSED, "\"00001.txt\" is resource 0 now", {{EDIT_SWAP, "resources/0", NULL}}, {{0}}},
    {"bzf, empty", "remove", REFUSED, "\"00001.txt\" is resource 0 now",
     {{EDIT_REMOVE, "resources/0", NULL}}, {{0}}},
    {"bzf, empty", "reorder", REFUSED, "\"00001.txt\" is resource 0 now",
     {{EDIT_SWAP, "resources/0", NULL}}, {{0}}},

    /* Numbers of strings; 40 bytes a string with offset and size of its text at 28. */
    {"tlk", "insert", REFUSED, "string 0 stands where 1 has to be",
     {{EDIT_INSERT, "strings/0", "{\"flags\": 1, \"text\": \"n\"}"}}, {{0}}},
    {"tlk", "remove", REFUSED, "string 1 stands where 0 has to be", {{EDIT_REMOVE, "strings/0", NULL}}, {{0}}},
    {"tlk", "reorder", REFUSED, "string 1 stands where 0 has to be", {{EDIT_SWAP, "strings/0", NULL}}, {{0}}},
    {"tlk", "lengthen", FOLLOWS, NULL,
     {{EDIT_INSERT, "strings/4", "{\"flags\": 1, \"text\": \"n\"}"}},
     {AT(12, "\5\0\0\0\xDC\0\0\0"), AT(208, "\6\0\0\0\1\0\0\0"), AT(226, "n")}},
    {"tlk", "shorten", FOLLOWS, NULL, {{EDIT_REMOVE, "strings/3", NULL}}, {AT(12, "\3\0\0\0\x8C\0\0\0")}},
    {"tlk", "lengthen a text", FOLLOWS, NULL, {{EDIT_SET, "strings/0/text", "\"longer\""}},
     {AT(48, "\0\0\0\0\6\0\0\0"), AT(168, "\6\0\0\0\3\0\0\0"), AT(180, "longera")}},
    {"tlk, explicit", "lengthen a text", FOLLOWS, NULL,
     {{EDIT_SET, "strings/0/text", "\"longer\""}},
     {AT(48, "\0\0\0\0\6\0\0\0"), AT(168, "\6\0\0\0\3\0\0\0")}},

    /* Cells: one for each column, u16 offsets of texts. */
    {"2da", "insert a column", REFUSED, "row 0 has 2 cells for 3 columns",
     {{EDIT_INSERT, "columns/0", "\"n\""}}, {{0}}},
    {"2da", "remove a column", REFUSED, "row 0 has 2 cells for 1 columns",
     {{EDIT_REMOVE, "columns/0", NULL}}, {{0}}},
    {"2da", "lengthen a row", REFUSED, "row 0 has 3 cells for 2 columns",
     {{EDIT_INSERT, "rows/0/cells/2", "\"n\""}}, {{0}}},
    {"2da", "shorten a row", REFUSED, "row 1 has 1 cells for 2 columns",
     {{EDIT_REMOVE, "rows/1/cells/1", NULL}}, {{0}}},
    {"2da", "exchange the names of two columns", FOLLOWS, NULL, {{EDIT_SWAP, "columns/0", NULL}},
     {AT(9, "x\tlabel\t\0"), AT(28, "\0\0\3\0\4\0\0\0")}},
    {"2da", "insert a row", FOLLOWS, NULL,
     {{EDIT_INSERT, "rows/0", "{\"label\": \"n\", \"cells\": [\"q\", \"zz\"]}"}},
     {AT(18, "\3\0\0\0n\t0\tb c\t"), AT(30, "\0\0\2\0\5\0\x8\0\2\0\5\0")}},
    {"2da", "remove a row", FOLLOWS, NULL, {{EDIT_REMOVE, "rows/0", NULL}},
     {AT(18, "\1\0\0\0b c\t\0\0\3\0")}},
    {"2da", "reorder the rows", FOLLOWS, NULL, {{EDIT_SWAP, "rows/0", NULL}},
     {AT(22, "b c\t0\t\0\0\3\0\3\0\6\0")}},
    {"2da, explicit", "reorder the rows", FOLLOWS, NULL, {{EDIT_SWAP, "rows/0", NULL}},
     {AT(22, "b c\t0\t\0\0\3\0\3\0\7\0")}},
    {"2da, aligned text", "insert a column", SAYS, "twoda-cell-count",
     {{EDIT_INSERT, "columns/0", "\"n\""}}, {{0}}},
    {"2da, aligned text", "shorten a row", SAYS, "twoda-cell-count",
     {{EDIT_REMOVE, "rows/0/cells/1", NULL}}, {{0}}},

    /* What a sound is for goes by its place. */
    {"ssf", "insert", REFUSED, "sounds[1]", {{EDIT_INSERT, "sounds/0", "{\"strref\": 5}"}}, {{0}}},
    {"ssf", "remove", REFUSED, "sound 1 is battle_cry_1", {{EDIT_REMOVE, "sounds/0", NULL}}, {{0}}},
    {"ssf", "reorder", REFUSED, "sound 1 is battle_cry_1", {{EDIT_SWAP, "sounds/0", NULL}}, {{0}}},
    {"ssf", "lengthen", FOLLOWS, NULL, {{EDIT_INSERT, "sounds/40", "{\"strref\": 5}"}},
     {AT(172, "\5\0\0\0")}},
    {"ssf", "shorten", FOLLOWS, NULL, {{EDIT_REMOVE, "sounds/39", NULL}}, {AT(12, "\x9A\xBF\0\0")}},

    /* What comes before a letter goes by the place of the block. */
    {"ltr", "insert", REFUSED, "2 letters have 7 blocks", {{EDIT_INSERT, "blocks/0", NEW_BLOCK}}, {{0}}},
    {"ltr", "remove", REFUSED, "2 letters have 7 blocks", {{EDIT_REMOVE, "blocks/0", NULL}}, {{0}}},
    {"ltr", "reorder", REFUSED, "block 1 is that after \"a\"", {{EDIT_SWAP, "blocks/1", NULL}}, {{0}}},
    {"ltr", "lengthen the letters", REFUSED, "3 letters have 13 blocks", {{EDIT_SET, "letters", "3"}}, {{0}}},
    {"ltr", "shorten the chances", REFUSED, "2 letters need as many chances, not 1",
     {{EDIT_REMOVE, "blocks/0/start/0", NULL}}, {{0}}},

    {"ncs",
     "insert",
     FOLLOWS,
     NULL,
     {{EDIT_INSERT, "code/1", "[\"RETN\"]"}},
     {AT(15, "\0\0\0\x0A"), AT(9, "\0\0\0\x4C")}},
    {"ncs", "remove", REFUSED, "there is no label L2", {{EDIT_REMOVE, "code/2", NULL}}, {{0}}},
    {"ncs", "reorder", FOLLOWS, NULL, {{EDIT_SWAP, "code/1", NULL}}, {AT(15, "\0\0\0\6")}},
    {"ncs",
     "lengthen",
     FOLLOWS,
     NULL,
     {{EDIT_SET, "code/2/2", "\"aaaa\""}},
     {AT(42, "\xFF\xFF\xFF\xED")}},
    {"ncs",
     "shorten",
     FOLLOWS,
     NULL,
     {{EDIT_SET, "code/2/2", "\"\""}},
     {AT(38, "\xFF\xFF\xFF\xF1")}},
    {"lip", "reorder", SAYS, "lip-late-key", {{EDIT_SWAP, "keys/0", NULL}}, {{0}}},
    {"lip", "lengthen", FOLLOWS, NULL, {{EDIT_INSERT, "keys/3", "[1.5, 1]"}}, {AT(12, "\4\0\0\0")}},
    {"lip", "shorten", FOLLOWS, NULL, {{EDIT_REMOVE, "keys/2", NULL}}, {AT(12, "\2\0\0\0")}},

    /* Rooms by name; the number of those that a room sees. */
    {"m01.vis", "insert", FOLLOWS, NULL, {{EDIT_INSERT, "lines/1/sees/0", "\"a\""}},
     {AT(12, "a 3\r\n  a\r\n  b\r\n")}},
    {"m01.vis", "remove a room", SAYS, "vis-no-own-line", {{EDIT_REMOVE, "lines/3", NULL}}, {{0}}},
    {"m01.vis", "a room that is not there", SAYS, "vis-no-own-line",
     {{EDIT_INSERT, "lines/1/sees/0", "\"c\""}}, {{0}}},
    {"m01.vis", "shorten", FOLLOWS, NULL, {{EDIT_REMOVE, "lines/1/sees/1", NULL}},
     {AT(12, "a 1\r\n  b\r\n\r\n")}},
    {"m01.lyt", "insert a room", FOLLOWS, NULL, {{EDIT_INSERT, "lines/2/items/0", "[\"z\", 1, 2, 3]"}},
     {AT(34, "roomcount 3\r\n      z 1 2 3\r\n      a")}},
    {"m01.lyt", "remove the room of a doorhook", SAYS, "lyt-no-such-room",
     {{EDIT_REMOVE, "lines/2/items/0", NULL}}, {{0}}},
    {"m01.lyt", "reorder the rooms", FOLLOWS, NULL, {{EDIT_SWAP, "lines/2/items/0", NULL}},
     {AT(34, "roomcount 2\r\n\t  b")}},
    {"a.txi", "shorten the corners", FOLLOWS, NULL, {{EDIT_REMOVE, "lines/3/rows/0", NULL}},
     {AT(20, "upperleftcoords 1\r\n 0.5"), AT(72, "numchars 1")}},
    {"a.txi", "fewer lower corners", SAYS, "txi-unequal-corners",
     {{EDIT_INSERT, "lines/4", "{\"command\": \"lowerrightcoords\", \"rows\": [[0, 0, 0]]}"}}, {{0}}},
    {"a.mdl.ascii", "lengthen a list", FOLLOWS, NULL, {{EDIT_INSERT, "lines/6/rows/2", "[1, 1, 1]"}},
     {AT(93, "verts 3\n")}},

    {"wav", "insert a chunk", FOLLOWS, NULL,
     {{EDIT_INSERT, "chunks/0", "{\"id\": \"new \", \"data\": \"AQI=\"}"}},
     {AT(4, "\x58\0\0\0WAVEnew \2\0\0\0\1\2" "fmt ")}},
    {"wav", "remove the format", SAYS, "wav-missing-chunk", {{EDIT_REMOVE, "chunks/0", NULL}}, {{0}}},
    {"wav", "remove a chunk", FOLLOWS, NULL, {{EDIT_REMOVE, "chunks/3", NULL}}, {AT(4, "\x44\0\0\0")}},

    /* effect_count at 40, size of FXDT at 48, length of the first effect at 74. */
    {"sfx", "insert", FOLLOWS, NULL, {{EDIT_COPY, "effects/0", NULL}},
     {AT(40, "\3\0\0\0"), AT(48, "\0\0\0\x5F")}},
    {"sfx", "remove", FOLLOWS, NULL, {{EDIT_REMOVE, "effects/0", NULL}},
     {AT(40, "\1\0\0\0"), AT(48, "\0\0\0\x23"), AT(74, "\x8\0\0\0")}},
    {"sfx", "reorder", FOLLOWS, NULL, {{EDIT_SWAP, "effects/0", NULL}},
     {AT(40, "\2\0\0\0"), AT(48, "\0\0\0\x41"), AT(74, "\x8\0\0\0")}},
    {"sfx", "lengthen", FOLLOWS, NULL, {{EDIT_SET, "effects/0/samples", "\"f4CBgQ==\""}},
     {AT(48, "\0\0\0\x42"), AT(74, "\4\0\0\0")}},
    {"sfx", "shorten", FOLLOWS, NULL, {{EDIT_SET, "effects/0/samples", "\"fw==\""}},
     {AT(48, "\0\0\0\x3F"), AT(74, "\1\0\0\0")}},

    /* The index: tag, offset, size; then RNAV, its place, its rows. */
    {"rtx", "insert", FOLLOWS, NULL, {{EDIT_INSERT, "entries/0", NEW_ENTRY}},
     {AT(81, "?vql\x27\0\0\0\x26\0\0\0" "abcd\x17\0\0\0\x8\0\0\0newx\x8\0\0\0\7\0\0\0"
             "RNAV\x51\0\0\0\3\0\0\0")}},
    {"rtx", "remove", FOLLOWS, NULL, {{EDIT_REMOVE, "entries/0", NULL}},
     {AT(50, "?vql\x8\0\0\0\x26\0\0\0RNAV\x32\0\0\0\1\0\0\0")}},
    {"rtx", "reorder", FOLLOWS, NULL, {{EDIT_SWAP, "entries/0", NULL}},
     {AT(66, "abcd\x36\0\0\0\x8\0\0\0?vql\x8\0\0\0\x26\0\0\0")}},
    {"rtx", "lengthen a text", FOLLOWS, NULL, {{EDIT_SET, "entries/0/text", "\"longer\""}},
     {AT(70, "?vql\x1C\0\0\0\x26\0\0\0" "abcd\x8\0\0\0\x0C\0\0\0")}},
    {"rtx, explicit", "insert", REFUSED, "\"entries\" has 3 elements",
     {{EDIT_INSERT, "entries/0", NEW_ENTRY}}, {{0}}},
    {"rtx, explicit", "remove", REFUSED, "\"entries\" has 1 elements",
     {{EDIT_REMOVE, "entries/0", NULL}}, {{0}}},
    {"rtx, explicit", "reorder", REFUSED, MOVED("entries"), {{EDIT_SWAP, "entries/0", NULL}}, {{0}}},
    {"rtx, explicit", "reorder, knowing it", FOLLOWS, NULL,
     {{EDIT_SWAP, "entries/0", NULL}, {EDIT_SET, "index/1", "1"}, {EDIT_REMOVE, "counts", NULL}},
     {AT(78, "abcd\x36\0\0\0\x8\0\0\0")}},
    {"rtx, explicit", "beyond the entries", REFUSED, "the index names entry 2 of 2",
     {{EDIT_SET, "index/1", "2"}}, {{0}}},
    {"rtx, explicit", "lengthen a text", FOLLOWS, NULL,
     {{EDIT_SET, "entries/0/text", "\"longer\""}}, {AT(82, "abcd\x8\0\0\0\x0C\0\0\0")}},

    /* Characters go by the places of glyphs; their number is at 56, the size of FBMP at 844. */
    {"fnt", "insert", REFUSED, "the glyph of character 65 stands where that of 66 has to be",
     {{EDIT_INSERT, "chunks/2/glyphs/0", NEW_GLYPH}}, {{0}}},
    {"fnt", "remove", REFUSED, "the glyph of character 66 stands where that of 65 has to be",
     {{EDIT_REMOVE, "chunks/2/glyphs/0", NULL}}, {{0}}},
    {"fnt", "reorder", REFUSED, "the glyph of character 66 stands where that of 65 has to be",
     {{EDIT_SWAP, "chunks/2/glyphs/0", NULL}}, {{0}}},
    {"fnt", "another first character", REFUSED, "the glyph of character 65 stands where that of 66",
     {{EDIT_SET, "chunks/0/character_start", "66"}}, {{0}}},
    {"fnt", "lengthen", FOLLOWS, NULL, {{EDIT_INSERT, "chunks/2/glyphs/2", NEW_GLYPH}},
     {AT(56, "\3\0"), AT(844, "\0\0\0\x26")}},
    {"fnt", "shorten", FOLLOWS, NULL, {{EDIT_REMOVE, "chunks/2/glyphs/1", NULL}},
     {AT(56, "\1\0"), AT(844, "\0\0\0\x10")}},
    {"fnt", "shorten the palette", REFUSED, "255 colors, 256 needed",
     {{EDIT_REMOVE, "chunks/1/colors/0", NULL}}, {{0}}},
    {"fnt", "remove the palette", SAYS, "fnt-no-palette", {{EDIT_REMOVE, "chunks/1", NULL}}, {{0}}},

    {"gxa", "insert a frame", REFUSED, FRAME_COUNT, {{EDIT_COPY, "chunks/2/frames/0", NULL}}, {{0}}},
    {"gxa", "insert a frame and count it", FOLLOWS, NULL,
     {{EDIT_COPY, "chunks/2/frames/0", NULL}, {EDIT_SET, "chunks/0/frame_count", "4"}},
     {AT(40, "\4\0"), AT(822, "\0\0\0\x64")}},
    {"gxa", "remove a frame", REFUSED, FRAME_COUNT, {{EDIT_REMOVE, "chunks/2/frames/0", NULL}}, {{0}}},
    {"gxa", "reorder the frames", FOLLOWS, NULL, {{EDIT_SWAP, "chunks/2/frames/0", NULL}},
     {AT(836, "\2\0")}},
    {"gxa", "shorten the palette", REFUSED, "255 colors, 256 needed",
     {{EDIT_REMOVE, "chunks/1/colors/0", NULL}}, {{0}}},

    {"texbsi", "insert a frame", REFUSED, "2 frames, but frame_count is 1",
     {{EDIT_COPY, "images/0/chunks/2/frames/0", NULL}}, {{0}}},
    {"texbsi", "remove a frame", REFUSED, "0 frames, but frame_count is 1",
     {{EDIT_REMOVE, "images/0/chunks/2/frames/0", NULL}}, {{0}}},
    {"texbsi", "another height", REFUSED, "frame 0 has 6 pixels, not 3 x 3",
     {{EDIT_SET, "images/0/chunks/1/height", "3"}}, {{0}}},
    {"texbsi", "insert a palette", FOLLOWS, NULL, {{EDIT_INSERT, "images/0/chunks/2", CMAP}},
     {AT(9, "\x48\3\0\0"), AT(37, "\1")}},
    {"texbsi", "an image twice", SAYS, "texbsi-duplicate-name", {{EDIT_COPY, "images/0", NULL}}, {{0}}},
    {"bsi", "insert a frame", REFUSED, "2 frames, but frame_count is 1",
     {{EDIT_COPY, "chunks/2/frames/0", NULL}}, {{0}}},
    {"bsi", "insert a palette", FOLLOWS, NULL, {{EDIT_INSERT, "chunks/2", CMAP}}, {AT(28, "\1")}},

    {"anm", "remove a record", FOLLOWS, NULL, {{EDIT_REMOVE, "pages/0/records/0", NULL}},
     {AT(8, "\1\0\0\0"), AT(64, "\1\0\0\0"), AT(1280, "\0\0\1\0\x8\0"), AT(2816, "\0\0\1\0\x8\0")}},
    {"anm", "reorder the records", FOLLOWS, NULL, {{EDIT_SWAP, "pages/0/records/0", NULL}},
     {AT(2816, "\0\0\2\0\x11\0\0\0\x8\0\x9\0")}},
    {"anm", "insert a page", REFUSED, "only the last may have less", {{EDIT_COPY, "pages/0", NULL}}, {{0}}},
    {"anm", "shorten the palette", REFUSED, "255 colors, 256 needed",
     {{EDIT_REMOVE, "colors/0", NULL}}, {{0}}},

    /* Number of segments at 8, the first one at 20, with its name at 4 and its faces at 17. */
    {"rob", "insert a segment of the same name", SAYS, "rob-duplicate-name",
     {{EDIT_COPY, "segments/0", NULL}}, {AT(8, "\3\0\0\0")}},
    {"rob", "remove a segment", FOLLOWS, NULL, {{EDIT_REMOVE, "segments/0", NULL}},
     {AT(8, "\1\0\0\0"), AT(24, "FLAGA001")}},
    {"rob", "reorder the segments", FOLLOWS, NULL, {{EDIT_SWAP, "segments/0", NULL}},
     {AT(8, "\2\0\0\0"), AT(24, "FLAGA001"), AT(104, "CRATE")}},
    {"rob", "remove a face of a model", FOLLOWS, NULL,
     {{EDIT_REMOVE, "segments/0/document/faces/0", NULL},
      {EDIT_REMOVE, "segments/0/document/face_normals/0", NULL},
      {EDIT_REMOVE, "segments/0/document/counts", NULL}},
     {AT(37, "\0\0\1")}},

    {"wld", "insert a section", REFUSED, "more than 4 sections", {{EDIT_COPY, "sections/0", NULL}}, {{0}}},
    {"wld", "remove a section", REFUSED, "3 sections, 4 needed", {{EDIT_REMOVE, "sections/0", NULL}}, {{0}}},
    {"wld", "shorten a map", REFUSED, "127 rows, 128 needed",
     {{EDIT_REMOVE, "sections/0/heights/0", NULL}}, {{0}}},
    {"wld", "another offset", SAYS, "wld-wrong-offset", {{EDIT_SET, "section_offsets/0", "7"}}, {{0}}},

    {"pvo", "insert a node", REFUSED, "\"nodes\" has 5 elements", {{EDIT_COPY, "nodes/0", NULL}}, {{0}}},
    {"pvo", "remove a leaf", REFUSED, "references to nodes or leaves that are not there",
     {{EDIT_REMOVE, "leaves/0", NULL}}, {{0}}},
    {"pvo", "reorder the nodes", REFUSED, MOVED("nodes"), {{EDIT_SWAP, "nodes/1", NULL}}, {{0}}},
    {"pvo", "reorder the leaves", REFUSED, MOVED("leaves"), {{EDIT_SWAP, "leaves/0", NULL}}, {{0}}},
    {"pvo", "lengthen the ids", REFUSED, "\"ids\" has 6 elements", {{EDIT_INSERT, "ids/0/0", "8"}}, {{0}}},
    {"pvo", "shorten the ids", REFUSED, "\"ids\" has 4 elements", {{EDIT_REMOVE, "ids/0/0", NULL}}, {{0}}},
    {"pvo", "reorder the ids", REFUSED, MOVED("ids"), {{EDIT_SWAP, "ids/0/0", NULL}}, {{0}}},

    {"tsg", "lengthen a text", FOLLOWS, NULL, {{EDIT_SET, "chunks/0/description", "\"Harbour Town\""}},
     {AT(4, "\0\0\0\x29"), AT(49, "XYZ1\0\0\0\5")}},
    {"tsg", "shorten a chunk", FOLLOWS, NULL, {{EDIT_SET, "chunks/1/data", "\"AQ==\""}},
     {AT(44, "XYZ1\0\0\0\1\1NONE")}},
    {"tsg", "remove the first chunk", SAYS, "tsg-other-start", {{EDIT_REMOVE, "chunks/0", NULL}}, {{0}}},
    {"tsg", "reorder the chunks", SAYS, "tsg-other-start", {{EDIT_SWAP, "chunks/0", NULL}}, {{0}}},

    /* Positions stand with their record. */
    {"TEXTURE.000", "insert", REFUSED, RECORD_COUNT, {{EDIT_COPY, "records/0", NULL}}, {{0}}},
    {"TEXTURE.000", "remove", REFUSED, RECORD_COUNT, {{EDIT_REMOVE, "records/0", NULL}}, {{0}}},
    {"TEXTURE.000", "reorder", FOLLOWS, NULL, {{EDIT_SWAP, "records/0", NULL}},
     {AT(28, "\x61\1\0\0"), AT(48, "\x42\0\0\0"), AT(94, "abc")}},
    {"TEXTURE.000", "lengthen a picture", REFUSED, "do not fit together at their places",
     {{EDIT_SET, "records/0/pixels", "\"YWJjZGVmYWJj\""}, {EDIT_SET, "records/0/height", "3"}}, {{0}}},
    {"TEXTURE.000", "shorten a picture", REFUSED, "3 pixels, not 3 x 2",
     {{EDIT_SET, "records/0/pixels", "\"YWJj\""}}, {{0}}},

    {"SOUP386.DEF", "remove a section", REFUSED, "would not be read again",
     {{EDIT_REMOVE, "lines/1", NULL}}, {{0}}},
    {"SOUP386.DEF", "remove the start of a block", REFUSED, "would not be read again",
     {{EDIT_REMOVE, "lines/8", NULL}}, {{0}}},

    /* Pictures. Offsets of BMP: file_size 2, data_offset 10, image_size 34, colors_used 46. */
    {"bmp", "lengthen", FOLLOWS, NULL,
     {{EDIT_SET, "pixels", "\"EgEgIRAQEgEg\""}, {EDIT_SET, "height", "3"}},
     {AT(2, "\x4E\0\0\0"), AT(34, "\x0C\0\0\0")}},
    {"bmp", "insert a colour", REFUSED, DATA_OFFSET, {{EDIT_INSERT, "colors/3", "[1, 2, 3, 0]"}}, {{0}}},
    {"bmp", "insert a colour, with data_offset", FOLLOWS, NULL,
     {{EDIT_INSERT, "colors/3", "[1, 2, 3, 0]"}, {EDIT_SET, "data_offset", "70"}},
     {AT(2, "\x4E\0\0\0"), AT(46, "\4\0\0\0"), AT(70, "\x12\1\x20\0")}},
    {"bmp", "remove a colour", REFUSED, DATA_OFFSET, {{EDIT_REMOVE, "colors/0", NULL}}, {{0}}},
    {"bmp", "remove a colour, with data_offset", SAYS, "bmp-missing-color",
     {{EDIT_REMOVE, "colors/0", NULL}, {EDIT_SET, "data_offset", "62"}}, {{0}}},
    {"bmp", "shorten", REFUSED, "the number of pixels is not width times height",
     {{EDIT_SET, "height", "1"}}, {{0}}},
    {"lbm", "insert a colour", FOLLOWS, NULL, {{EDIT_INSERT, "chunks/1/colors/1", "[1, 2, 3]"}},
     {AT(4, "\0\0\0\x4C"), AT(44, "\0\0\0\x09\0\0\0\1\2\3\x09\x08\x07\0DPPS")}},
    {"lbm", "remove a colour", SAYS, "lbm-missing-color", {{EDIT_REMOVE, "chunks/1/colors/1", NULL}}, {{0}}},
    {"lbm", "shorten", REFUSED, "the rows are not as large as the header says",
     {{EDIT_SET, "chunks/3/rows", "\"AQEBAQ==\""}}, {{0}}},
    {"pcx", "shorten", REFUSED, "15 bytes of rows, the header says 16",
     {{EDIT_SET, "rows", "\"8PDIAKAAAAABAQICAAEC\""}}, {{0}}},
    {"pcx", "another height", REFUSED, "16 bytes of rows, the header says 24",
     {{EDIT_SET, "y_max", "2"}}, {{0}}},
    {"pcx", "another width", SAYS, "pcx-short-lines", {{EDIT_SET, "x_max", "99"}}, {{0}}},
    {"tga, packets", "lengthen the identification", REFUSED, "id_length is not that of the identification",
     {{EDIT_SET, "id", "\"aWRpZA==\""}}, {{0}}},
    {"tga, map", "shorten the map", REFUSED, "the map has not the colours that the header says",
     {{EDIT_SET, "map", "\"AQID\""}}, {{0}}},
    {"tga, map", "shorten the map, with map_length", SAYS, "tga-missing-color",
     {{EDIT_SET, "map", "\"AQID\""}, {EDIT_SET, "map_length", "1"}}, {{0}}},
    {"tga, map", "lengthen", REFUSED, "the number of pixels is not width times height",
     {{EDIT_SET, "pixels", "\"AAEAAA==\""}}, {{0}}},
    {"dds", "reorder the levels", REFUSED, LEVELS, {{EDIT_SWAP, "levels/0", NULL}}, {{0}}},
    {"dds", "another width", REFUSED, LEVELS, {{EDIT_SET, "width", "4"}}, {{0}}},
    {"dds, Microsoft's", "insert a level", REFUSED, LEVELS, {{EDIT_COPY, "levels/1", NULL}}, {{0}}},
    {"dds, Microsoft's", "remove a level", SAYS, "dds-missing-level",
     {{EDIT_REMOVE, "levels/1", NULL}}, {{0}}},
    {"tpc, DXT1 with levels", "insert a level", REFUSED, "5 levels, 4 expected",
     {{EDIT_COPY, "levels/3", NULL}}, {{0}}},
    {"tpc, DXT1 with levels", "remove a level", REFUSED, "3 levels, 4 expected",
     {{EDIT_REMOVE, "levels/3", NULL}}, {{0}}},
    {"tpc, DXT1 with levels", "reorder the levels", REFUSED, "level 0 has 8 bytes, 8 x 8 pixels take 32",
     {{EDIT_SWAP, "levels/0", NULL}}, {{0}}},
    {"tpc, DXT1 with levels", "lengthen the text", FOLLOWS, NULL,
     {{EDIT_SET, "txi", "\"decal 1\\r\\nmipmap 0\\r\\ncube 1\\r\\n\""}}, {AT(184, "decal 1\r\nmipmap 0\r\ncube 1\r\n")}},
    {"tpc, sheet", "another number of frames", REFUSED, "12 levels, 4 expected",
     {{EDIT_SET, "txi", "\"a\""}}, {{0}}},
    {"col", "insert", REFUSED, "more than 256 colors", {{EDIT_COPY, "colors/1", NULL}}, {{0}}},
    {"col", "remove", REFUSED, "255 colors, 256 needed", {{EDIT_REMOVE, "colors/0", NULL}}, {{0}}},
};
/* clang-format on */

/* ---- rows ---- */

struct wanted {
    const char *name;
    char *json;
    char findings[600]; /* ids, each with a blank behind it */
};

static void add_findings(const struct rq_doc *doc, char *to, size_t room)
{
    const struct rq_finding *findings = NULL;
    size_t count = rq_doc_findings(doc, &findings);
    for (size_t i = 0; i < count; i++)
        snprintf(to + strlen(to), room - strlen(to), "%s ", findings[i].id);
}

static void take_sample(void *ctx, const struct sample *sample)
{
    struct wanted *w = ctx;
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name(sample->format)};
    struct rq_out json = {0};
    if (w->json || strcmp(sample->name, w->name) != 0)
        return;
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){sample->data, sample->size}, &options, &err);
    CHECK(doc && rq_doc_to_json(doc, &json, &err));
    if (doc)
        add_findings(doc, w->findings, sizeof w->findings);
    w->json = edit_join((const char *)json.data, json.size, "", 0, "");
    rq_out_free(&json);
    rq_doc_free(doc);
}

/* The file that JSON becomes. said: why it is refused; found: what build and reading it tell. */
static struct rq_out build(const char *json, char said[300], char found[600])
{
    struct rq_error err = {0};
    struct rq_out file = {0};
    struct rq_doc *doc =
        rq_doc_from_json((struct rq_bytes){(const uint8_t *)json, strlen(json)}, NULL, &err);
    struct rq_doc *again = NULL;
    found[0] = 0;
    if (doc && rq_doc_write(doc, &file, &err)) {
        struct rq_options options = {.format = rq_doc_format(doc)};
        again = rq_doc_read(rq_out_bytes(&file), &options, &err);
    }
    if (again) {
        add_findings(doc, found, 600);
        add_findings(again, found, 600);
    }
    snprintf(said, 300, "%s%s%s", err.where, err.code ? ": " : "", err.text);
    rq_doc_free(again);
    rq_doc_free(doc);
    return file;
}

/* Whether each finding of the file is one of the sample's. */
static bool none_new(char *found, const char *before)
{
    for (char *id = strtok(found, " "); id; id = strtok(NULL, " "))
        if (!strstr(before, id))
            return false;
    return true;
}

static void check_bytes_at(const struct rq_out *file, const struct expected *e)
{
    if (CHECK(e->at + e->size <= file->size))
        CHECK_MEM(file->data + e->at, e->size, e->bytes, e->size);
}

static void check_row(const struct row *row, const struct wanted *sample)
{
    char said[300] = "", found[600] = "";
    char *text = edit_all(sample->json, row->edits);
    struct rq_out file = {0};
    if (text)
        file = build(text, said, found);
    bool fine = row->outcome == REFUSED ? said[0] && strstr(said, row->text)
                : row->outcome == SAYS
                    ? !said[0] && strstr(found, row->text) && !strstr(sample->findings, row->text)
                    : !said[0];
    if (!CHECK(text && fine))
        printf("    %s; %s\n", said, found);
    for (size_t i = 0; fine && row->outcome != REFUSED && row->expected[i].bytes; i++)
        check_bytes_at(&file, &row->expected[i]);
    if (row->outcome == FOLLOWS) {
        CHECK(row->expected[0].bytes != NULL);
        CHECK(none_new(found, sample->findings));
    }
    rq_mem(NULL, text, 0);
    rq_out_free(&file);
}

static void test_table(void)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct wanted sample = {.name = table[i].sample};
        check_note("%s: %s", table[i].sample, table[i].operation);
        each_sample(take_sample, &sample);
        if (CHECK(sample.json != NULL))
            check_row(&table[i], &sample);
        rq_mem(NULL, sample.json, 0);
    }
}

/* ---- docs/references.md ---- */

/* "| [key](formats/key.md) |" starts each row of a format. */
static void test_formats_have_rows(void)
{
    size_t size = 0;
    char *page = (char *)check_read(RQ_SOURCE_DIR "/docs/references.md", &size);
    REQUIRE(page != NULL);
#define FORMAT(family, name)                                                                       \
    if (!CHECK(strstr(page, "\n| [" #name "](formats/" #name ".md) |") != NULL))                   \
        printf("    docs/references.md has no row for " #name "\n");
#include "formats/formats.def"
#undef FORMAT
    free(page);
}

/* Tests are named by their file: `bwm_refs.c` is tests/golden/bwm_refs.c. */
static void test_tests_are_there(void)
{
    size_t size = 0, named = 0;
    char *page = (char *)check_read(RQ_SOURCE_DIR "/docs/references.md", &size);
    REQUIRE(page != NULL);
    for (const char *at = page; (at = strchr(at, '`')) != NULL;) {
        const char *end = strchr(at + 1, '`');
        if (!CHECK(end != NULL))
            break;
        int length = (int)(end - at - 1);
        if (length > 2 && memcmp(end - 2, ".c", 2) == 0) {
            char path[500];
            snprintf(path, sizeof path, RQ_SOURCE_DIR "/tests/golden/%.*s", length, at + 1);
            if (!CHECK(access(path, R_OK) == 0))
                printf("    docs/references.md names %.*s\n", length, at + 1);
            named++;
        }
        at = end + 1;
    }
    CHECK(named > 0);
    free(page);
}

TESTS(test_table, test_formats_have_rows, test_tests_are_there)
