#include "formats/restype.h"
#include "core/text.h"

#include <stdio.h>

/* Ids below 10000 agree in every public program that lists them; 2045 is also spelled
 * "dft". Where two ids have one extension (jpg, qst) the lower has the name. */
static const struct {
    uint16_t id;
    const char *extension;
} types[] = {
    /* clang-format off */
    {0, "res"}, {1, "bmp"}, {2, "mve"}, {3, "tga"}, {4, "wav"}, {6, "plt"}, {7, "ini"},
    {8, "bmu"}, {9, "mpg"}, {10, "txt"}, {11, "wma"}, {12, "wmv"}, {13, "xmv"}, {2000, "plh"},
    {2001, "tex"}, {2002, "mdl"}, {2003, "thg"}, {2005, "fnt"}, {2007, "lua"}, {2008, "slt"},
    {2009, "nss"}, {2010, "ncs"}, {2011, "mod"}, {2012, "are"}, {2013, "set"}, {2014, "ifo"},
    {2015, "bic"}, {2016, "wok"}, {2017, "2da"}, {2018, "tlk"}, {2022, "txi"}, {2023, "git"},
    {2024, "bti"}, {2025, "uti"}, {2026, "btc"}, {2027, "utc"}, {2029, "dlg"}, {2030, "itp"},
    {2031, "btt"}, {2032, "utt"}, {2033, "dds"}, {2034, "bts"}, {2035, "uts"}, {2036, "ltr"},
    {2037, "gff"}, {2038, "fac"}, {2039, "bte"}, {2040, "ute"}, {2041, "btd"}, {2042, "utd"},
    {2043, "btp"}, {2044, "utp"}, {2045, "dft"}, {2046, "gic"}, {2047, "gui"}, {2048, "css"},
    {2049, "ccs"}, {2050, "btm"}, {2051, "utm"}, {2052, "dwk"}, {2053, "pwk"}, {2054, "btg"},
    {2055, "utg"}, {2056, "jrl"}, {2057, "sav"}, {2058, "utw"}, {2059, "4pc"}, {2060, "ssf"},
    {2061, "hak"}, {2062, "nwm"}, {2063, "bik"}, {2064, "ndb"}, {2065, "ptm"}, {2066, "ptt"},
    {2067, "ncm"}, {2068, "mfx"}, {2069, "mat"}, {2070, "mdb"}, {2071, "say"}, {2072, "ttf"},
    {2073, "ttc"}, {2074, "cut"}, {2075, "ka"}, {2076, "jpg"}, {2077, "ico"}, {2078, "ogg"},
    {2079, "spt"}, {2080, "spw"}, {2081, "wfx"}, {2082, "ugm"}, {2083, "qdb"}, {2084, "qst"},
    {2085, "npc"}, {2086, "spn"}, {2087, "utx"}, {2088, "mmd"}, {2089, "smm"}, {2090, "uta"},
    {2091, "mde"}, {2092, "mdv"}, {2093, "mda"}, {2094, "mba"}, {2095, "oct"}, {2096, "bfx"},
    {2097, "pdb"}, {2098, "thewitchersave"}, {2099, "pvs"}, {2100, "cfx"}, {2101, "luc"},
    {2103, "prb"}, {2104, "cam"}, {2105, "vds"}, {2106, "bin"}, {2107, "wob"}, {2108, "api"},
    {2109, "properties"}, {2110, "png"}, {3000, "lyt"}, {3001, "vis"}, {3002, "rim"},
    {3003, "pth"}, {3004, "lip"}, {3005, "bwm"}, {3006, "txb"}, {3007, "tpc"}, {3008, "mdx"},
    {3009, "rsv"}, {3010, "sig"}, {3011, "mab"}, {3013, "sto"}, {3015, "hex"}, {3016, "mdx2"},
    {3017, "txb2"}, {3022, "fsm"}, {3023, "art"}, {3024, "amp"}, {3025, "cwa"}, {3028, "bip"},
    {4000, "mdb2"}, {4001, "mda2"}, {4002, "spt2"}, {4003, "gr2"}, {4004, "fxa"}, {4005, "fxe"},
    {4008, "pwc"}, {9996, "1da"}, {9997, "erf"}, {9998, "bif"}, {9999, "key"}, {25014, "mp3"},
    {26000, "bzf"},
    /* clang-format on */
};

enum { TYPE_COUNT = sizeof types / sizeof types[0] };

void rq_restype_extension(uint32_t id, char text[RQ_RESTYPE_TEXT])
{
    size_t low = 0, high = TYPE_COUNT; /* the table is in the order of ids */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (types[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < TYPE_COUNT && types[low].id == id)
        memcpy(text, types[low].extension, strlen(types[low].extension) + 1);
    else
        snprintf(text, RQ_RESTYPE_TEXT, "%u", id);
}

bool rq_restype_id(const char *extension, uint32_t *id)
{
    const char first = rq_lower(extension[0]), second = first ? rq_lower(extension[1]) : 0;
    uint32_t number = 0;
    size_t digits = 0;
    for (size_t i = 0; i < TYPE_COUNT; i++) {
        /* Most differ in their first two letters; every one has two. */
        const char *known = types[i].extension;
        if (known[0] == first && known[1] == second && rq_casecmp(known, extension) == 0) {
            *id = types[i].id;
            return true;
        }
    }
    while (extension[digits] >= '0' && extension[digits] <= '9' && digits < 6)
        number = number * 10 + (uint32_t)(extension[digits++] - '0');
    *id = number;
    return digits && extension[digits] == 0 && number <= UINT16_MAX;
}

enum rq_codepage rq_language_page(enum rq_codepage page, uint32_t id)
{
    switch (id >> 1) {
    case 5: return RQ_CP1250;
    case 128: return RQ_CP949;
    case 129: return RQ_CP950;
    case 130: return RQ_CP936;
    case 131: return RQ_CP932;
    default: return page;
    }
}
