#include "core/text.h"

#if defined(_WIN32)
#include <windows.h>
#elif defined(RQ_HAVE_ICONV)
#include <iconv.h>
#endif

/* Bytes 80 to FF of the single-byte pages, in the order of enum rq_codepage from RQ_CP1252.
 * Holes map to U+0080..U+009F as WHATWG has it, so that each page is a bijection. */
static const uint16_t high_half[4][128] = {
    {
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178, 0x00A0,
        0x00A1, 0x00A2, 0x00A3, 0x00A4, 0x00A5, 0x00A6, 0x00A7, 0x00A8, 0x00A9, 0x00AA, 0x00AB,
        0x00AC, 0x00AD, 0x00AE, 0x00AF, 0x00B0, 0x00B1, 0x00B2, 0x00B3, 0x00B4, 0x00B5, 0x00B6,
        0x00B7, 0x00B8, 0x00B9, 0x00BA, 0x00BB, 0x00BC, 0x00BD, 0x00BE, 0x00BF, 0x00C0, 0x00C1,
        0x00C2, 0x00C3, 0x00C4, 0x00C5, 0x00C6, 0x00C7, 0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC,
        0x00CD, 0x00CE, 0x00CF, 0x00D0, 0x00D1, 0x00D2, 0x00D3, 0x00D4, 0x00D5, 0x00D6, 0x00D7,
        0x00D8, 0x00D9, 0x00DA, 0x00DB, 0x00DC, 0x00DD, 0x00DE, 0x00DF, 0x00E0, 0x00E1, 0x00E2,
        0x00E3, 0x00E4, 0x00E5, 0x00E6, 0x00E7, 0x00E8, 0x00E9, 0x00EA, 0x00EB, 0x00EC, 0x00ED,
        0x00EE, 0x00EF, 0x00F0, 0x00F1, 0x00F2, 0x00F3, 0x00F4, 0x00F5, 0x00F6, 0x00F7, 0x00F8,
        0x00F9, 0x00FA, 0x00FB, 0x00FC, 0x00FD, 0x00FE, 0x00FF,
    },
    {
        0x00C7, 0x00FC, 0x00E9, 0x00E2, 0x00E4, 0x00E0, 0x00E5, 0x00E7, 0x00EA, 0x00EB, 0x00E8,
        0x00EF, 0x00EE, 0x00EC, 0x00C4, 0x00C5, 0x00C9, 0x00E6, 0x00C6, 0x00F4, 0x00F6, 0x00F2,
        0x00FB, 0x00F9, 0x00FF, 0x00D6, 0x00DC, 0x00A2, 0x00A3, 0x00A5, 0x20A7, 0x0192, 0x00E1,
        0x00ED, 0x00F3, 0x00FA, 0x00F1, 0x00D1, 0x00AA, 0x00BA, 0x00BF, 0x2310, 0x00AC, 0x00BD,
        0x00BC, 0x00A1, 0x00AB, 0x00BB, 0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0x2561, 0x2562,
        0x2556, 0x2555, 0x2563, 0x2551, 0x2557, 0x255D, 0x255C, 0x255B, 0x2510, 0x2514, 0x2534,
        0x252C, 0x251C, 0x2500, 0x253C, 0x255E, 0x255F, 0x255A, 0x2554, 0x2569, 0x2566, 0x2560,
        0x2550, 0x256C, 0x2567, 0x2568, 0x2564, 0x2565, 0x2559, 0x2558, 0x2552, 0x2553, 0x256B,
        0x256A, 0x2518, 0x250C, 0x2588, 0x2584, 0x258C, 0x2590, 0x2580, 0x03B1, 0x00DF, 0x0393,
        0x03C0, 0x03A3, 0x03C3, 0x00B5, 0x03C4, 0x03A6, 0x0398, 0x03A9, 0x03B4, 0x221E, 0x03C6,
        0x03B5, 0x2229, 0x2261, 0x00B1, 0x2265, 0x2264, 0x2320, 0x2321, 0x00F7, 0x2248, 0x00B0,
        0x2219, 0x00B7, 0x221A, 0x207F, 0x00B2, 0x25A0, 0x00A0,
    },
    {
        0x20AC, 0x0081, 0x201A, 0x0083, 0x201E, 0x2026, 0x2020, 0x2021, 0x0088, 0x2030, 0x0160,
        0x2039, 0x015A, 0x0164, 0x017D, 0x0179, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x0098, 0x2122, 0x0161, 0x203A, 0x015B, 0x0165, 0x017E, 0x017A, 0x00A0,
        0x02C7, 0x02D8, 0x0141, 0x00A4, 0x0104, 0x00A6, 0x00A7, 0x00A8, 0x00A9, 0x015E, 0x00AB,
        0x00AC, 0x00AD, 0x00AE, 0x017B, 0x00B0, 0x00B1, 0x02DB, 0x0142, 0x00B4, 0x00B5, 0x00B6,
        0x00B7, 0x00B8, 0x0105, 0x015F, 0x00BB, 0x013D, 0x02DD, 0x013E, 0x017C, 0x0154, 0x00C1,
        0x00C2, 0x0102, 0x00C4, 0x0139, 0x0106, 0x00C7, 0x010C, 0x00C9, 0x0118, 0x00CB, 0x011A,
        0x00CD, 0x00CE, 0x010E, 0x0110, 0x0143, 0x0147, 0x00D3, 0x00D4, 0x0150, 0x00D6, 0x00D7,
        0x0158, 0x016E, 0x00DA, 0x0170, 0x00DC, 0x00DD, 0x0162, 0x00DF, 0x0155, 0x00E1, 0x00E2,
        0x0103, 0x00E4, 0x013A, 0x0107, 0x00E7, 0x010D, 0x00E9, 0x0119, 0x00EB, 0x011B, 0x00ED,
        0x00EE, 0x010F, 0x0111, 0x0144, 0x0148, 0x00F3, 0x00F4, 0x0151, 0x00F6, 0x00F7, 0x0159,
        0x016F, 0x00FA, 0x0171, 0x00FC, 0x00FD, 0x0163, 0x02D9,
    },
    {
        0x0402, 0x0403, 0x201A, 0x0453, 0x201E, 0x2026, 0x2020, 0x2021, 0x20AC, 0x2030, 0x0409,
        0x2039, 0x040A, 0x040C, 0x040B, 0x040F, 0x0452, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x0098, 0x2122, 0x0459, 0x203A, 0x045A, 0x045C, 0x045B, 0x045F, 0x00A0,
        0x040E, 0x045E, 0x0408, 0x00A4, 0x0490, 0x00A6, 0x00A7, 0x0401, 0x00A9, 0x0404, 0x00AB,
        0x00AC, 0x00AD, 0x00AE, 0x0407, 0x00B0, 0x00B1, 0x0406, 0x0456, 0x0491, 0x00B5, 0x00B6,
        0x00B7, 0x0451, 0x2116, 0x0454, 0x00BB, 0x0458, 0x0405, 0x0455, 0x0457, 0x0410, 0x0411,
        0x0412, 0x0413, 0x0414, 0x0415, 0x0416, 0x0417, 0x0418, 0x0419, 0x041A, 0x041B, 0x041C,
        0x041D, 0x041E, 0x041F, 0x0420, 0x0421, 0x0422, 0x0423, 0x0424, 0x0425, 0x0426, 0x0427,
        0x0428, 0x0429, 0x042A, 0x042B, 0x042C, 0x042D, 0x042E, 0x042F, 0x0430, 0x0431, 0x0432,
        0x0433, 0x0434, 0x0435, 0x0436, 0x0437, 0x0438, 0x0439, 0x043A, 0x043B, 0x043C, 0x043D,
        0x043E, 0x043F, 0x0440, 0x0441, 0x0442, 0x0443, 0x0444, 0x0445, 0x0446, 0x0447, 0x0448,
        0x0449, 0x044A, 0x044B, 0x044C, 0x044D, 0x044E, 0x044F,
    },
};

static const char *const page_names[] = {"default", "cp1252", "cp437", "cp1250", "cp1251",
                                         "cp932",   "cp936",  "cp949", "cp950"};

enum { PAGE_COUNT = sizeof page_names / sizeof page_names[0], ESCAPE = 0xF700 };

const char *rq_codepage_name(enum rq_codepage page)
{
    return (size_t)page < PAGE_COUNT ? page_names[page] : page_names[0];
}

enum rq_codepage rq_codepage_by_name(const char *name)
{
    for (size_t i = 1; i < PAGE_COUNT; i++)
        if (rq_casecmp(name, page_names[i]) == 0)
            return (enum rq_codepage)i;
    return RQ_CP_DEFAULT;
}

/* ---- UTF-8 ---- */

size_t rq_utf8_get(const uint8_t *p, size_t size, uint32_t *code)
{
    if (size == 0)
        return 0;
    if (p[0] < 0x80) {
        *code = p[0];
        return 1;
    }
    size_t n = p[0] >= 0xF0 && p[0] < 0xF5 ? 4 : p[0] >= 0xE0 ? 3 : p[0] >= 0xC2 ? 2 : 0;
    if (n == 0 || n > size || p[0] >= 0xF5)
        return 0;
    uint32_t v = p[0] & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
        v = v << 6 | (p[i] & 0x3Fu);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (v < least[n] || v > 0x10FFFF || (v >= 0xD800 && v < 0xE000))
        return 0;
    *code = v;
    return n;
}

size_t rq_utf8_put(uint8_t *p, uint32_t code)
{
    if (code < 0x80) {
        p[0] = (uint8_t)code;
        return 1;
    }
    if (code < 0x800) {
        p[0] = (uint8_t)(0xC0 | code >> 6);
        p[1] = (uint8_t)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        p[0] = (uint8_t)(0xE0 | code >> 12);
        p[1] = (uint8_t)(0x80 | (code >> 6 & 0x3F));
        p[2] = (uint8_t)(0x80 | (code & 0x3F));
        return 3;
    }
    p[0] = (uint8_t)(0xF0 | code >> 18);
    p[1] = (uint8_t)(0x80 | (code >> 12 & 0x3F));
    p[2] = (uint8_t)(0x80 | (code >> 6 & 0x3F));
    p[3] = (uint8_t)(0x80 | (code & 0x3F));
    return 4;
}

void rq_text_clean(char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i < size;) {
        uint32_t code = 0;
        size_t used = rq_utf8_get((const uint8_t *)text + i, size - i, &code);
        if (used == 0 || code < 0x20 || (code >= 0x7F && code < 0xA0))
            memset(text + i, '?', used ? used : 1);
        i += used ? used : 1;
    }
}

/* ---- multi-byte pages: the system knows the tables ---- */

struct system_page {
    bool open;
#if defined(_WIN32)
    UINT number;
#elif defined(RQ_HAVE_ICONV)
    iconv_t decode, encode;
#endif
};

#if defined(_WIN32)

static void page_open(struct system_page *s, enum rq_codepage page)
{
    static const UINT numbers[] = {932, 936, 949, 950};
    s->number = numbers[page - RQ_CP932];
    s->open = IsValidCodePage(s->number) != 0;
}

static void page_close(struct system_page *s)
{
    (void)s;
}

static bool page_decode(struct system_page *s, const uint8_t *p, size_t size, uint32_t *code)
{
    WCHAR wide[4];
    int n =
        MultiByteToWideChar(s->number, MB_ERR_INVALID_CHARS, (const char *)p, (int)size, wide, 4);
    *code = wide[0];
    return n == 1 && !(wide[0] >= 0xD800 && wide[0] < 0xE000);
}

static size_t page_encode(struct system_page *s, uint32_t code, uint8_t to[4])
{
    WCHAR wide = (WCHAR)code;
    BOOL replaced = FALSE;
    if (code > 0xFFFF)
        return 0;
    int n = WideCharToMultiByte(s->number, WC_NO_BEST_FIT_CHARS, &wide, 1, (char *)to, 4, NULL,
                                &replaced);
    return n > 0 && !replaced ? (size_t)n : 0;
}

#elif defined(RQ_HAVE_ICONV)

static void page_open(struct system_page *s, enum rq_codepage page)
{
    static const char *const names[] = {"CP932", "CP936", "CP949", "CP950"};
    const char *name = names[page - RQ_CP932];
    s->decode = iconv_open("UTF-8", name);
    s->encode = iconv_open(name, "UTF-8");
    s->open = s->decode != (iconv_t)-1 && s->encode != (iconv_t)-1;
}

static void page_close(struct system_page *s)
{
    if (s->decode != (iconv_t)-1)
        iconv_close(s->decode);
    if (s->encode != (iconv_t)-1)
        iconv_close(s->encode);
}

/* One character, all or nothing. */
static size_t convert_one(iconv_t with, const uint8_t *from, size_t size, uint8_t *to, size_t room)
{
    char copy[8], *in = copy, *out = (char *)to;
    size_t left = size, free_room = room;
    memcpy(copy, from, size);
    iconv(with, NULL, NULL, NULL, NULL);
    if (iconv(with, &in, &left, &out, &free_room) != 0 || left)
        return 0;
    return room - free_room;
}

static bool page_decode(struct system_page *s, const uint8_t *p, size_t size, uint32_t *code)
{
    uint8_t utf8[8];
    size_t n = convert_one(s->decode, p, size, utf8, sizeof utf8);
    return n && rq_utf8_get(utf8, n, code) == n;
}

static size_t page_encode(struct system_page *s, uint32_t code, uint8_t to[4])
{
    uint8_t utf8[4];
    return convert_one(s->encode, utf8, rq_utf8_put(utf8, code), to, 4);
}

#else

static void page_open(struct system_page *s, enum rq_codepage page)
{
    (void)page;
    s->open = false;
}

static void page_close(struct system_page *s)
{
    (void)s;
}

static bool page_decode(struct system_page *s, const uint8_t *p, size_t size, uint32_t *code)
{
    (void)s, (void)p, (void)size, (void)code;
    return false;
}

static size_t page_encode(struct system_page *s, uint32_t code, uint8_t to[4])
{
    (void)s, (void)code, (void)to;
    return 0;
}

#endif

/* The longest of one or two bytes that decodes and encodes back to the same bytes. */
static size_t decode_multi(struct system_page *s, const uint8_t *p, size_t size, uint32_t *code)
{
    for (size_t n = 1; n <= 2 && n <= size; n++) {
        uint8_t back[4];
        if (s->open && page_decode(s, p, n, code) && *code >= 0x80 &&
            !(*code >= ESCAPE && *code <= ESCAPE + 0xFF) && page_encode(s, *code, back) == n &&
            memcmp(back, p, n) == 0)
            return n;
    }
    *code = ESCAPE + (uint32_t)p[0];
    return 1;
}

static enum rq_codepage real_page(enum rq_codepage page)
{
    return page == RQ_CP_DEFAULT || (size_t)page >= PAGE_COUNT ? RQ_CP1252 : page;
}

void rq_text_decode(struct rq_out *out, enum rq_codepage page, struct rq_bytes bytes)
{
    struct system_page system = {0};
    page = real_page(page);
    bool multi = page >= RQ_CP932;
    if (multi)
        page_open(&system, page);
    for (size_t i = 0; i < bytes.size;) {
        size_t plain = i;
        while (plain < bytes.size && bytes.data[plain] < 0x80)
            plain++;
        rq_put(out, bytes.data + i, plain - i);
        i = plain;
        if (i == bytes.size)
            break;
        uint32_t code = bytes.data[i];
        size_t used = 1;
        if (multi)
            used = decode_multi(&system, bytes.data + i, bytes.size - i, &code);
        else
            code = high_half[page - RQ_CP1252][code - 0x80];
        uint8_t utf8[4];
        rq_put(out, utf8, rq_utf8_put(utf8, code));
        i += used;
    }
    if (multi)
        page_close(&system);
}

static size_t encode_single(enum rq_codepage page, uint32_t code, uint8_t to[4])
{
    const uint16_t *half = high_half[page - RQ_CP1252];
    for (size_t i = 0; i < 128; i++) {
        if (half[i] == code) {
            to[0] = (uint8_t)(0x80 + i);
            return 1;
        }
    }
    return 0;
}

static size_t encode_multi(struct system_page *s, uint32_t code, uint8_t to[4])
{
    if (code >= ESCAPE + 0x80 && code <= ESCAPE + 0xFF) {
        to[0] = (uint8_t)code;
        return 1;
    }
    return s->open ? page_encode(s, code, to) : 0;
}

bool rq_text_encode(struct rq_out *out, enum rq_codepage page, struct rq_bytes utf8, size_t *bad)
{
    struct system_page system = {0};
    page = real_page(page);
    bool multi = page >= RQ_CP932, fine = true;
    if (multi)
        page_open(&system, page);
    for (size_t i = 0; fine && i < utf8.size;) {
        uint32_t code = 0;
        uint8_t to[4];
        size_t used = rq_utf8_get(utf8.data + i, utf8.size - i, &code), made = 1;
        to[0] = (uint8_t)code;
        if (code >= 0x80)
            made = multi ? encode_multi(&system, code, to) : encode_single(page, code, to);
        fine = used && made;
        if (fine)
            rq_put(out, to, made);
        else
            *bad = i;
        i += used;
    }
    if (multi)
        page_close(&system);
    return fine && !out->failed;
}

/* ---- names ---- */

char rq_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

int rq_casecmp(const char *a, const char *b)
{
    while (*a && rq_lower(*a) == rq_lower(*b))
        a++, b++;
    return (uint8_t)rq_lower(*a) - (uint8_t)rq_lower(*b);
}

enum { MOST_NAME = 60 };

size_t rq_distance(const char *a, size_t a_size, const char *b, size_t b_size)
{
    size_t row[MOST_NAME + 1];
    if (b_size > MOST_NAME || a_size > b_size + RQ_NEAR || b_size > a_size + RQ_NEAR)
        return RQ_NEAR + 1;
    for (size_t k = 0; k <= b_size; k++)
        row[k] = k;
    for (size_t i = 1; i <= a_size; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t k = 1; k <= b_size; k++) {
            size_t change = corner + (rq_lower(a[i - 1]) != rq_lower(b[k - 1]));
            corner = row[k];
            size_t other = (row[k] < row[k - 1] ? row[k] : row[k - 1]) + 1;
            row[k] = change < other ? change : other;
        }
    }
    return row[b_size];
}

bool rq_glob(const char *pattern, const char *text)
{
    const char *star = NULL, *resume = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            resume = text;
        } else if (*pattern == '?') {
            pattern++, text++;
            while ((*text & 0xC0) == 0x80) /* the rest of a letter of several bytes */
                text++;
        } else if (rq_lower(*pattern) == rq_lower(*text)) {
            pattern++, text++;
        } else if (star) {
            pattern = star + 1;
            text = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == 0;
}

uint8_t rq_text_first(struct rq_bytes text)
{
    size_t i = text.size >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (i < text.size && memchr(" \t\r\n", text.data[i], 4))
        i++;
    return i < text.size ? text.data[i] : 0;
}

bool rq_word_in(const char *list, const char *word, size_t size)
{
    while (*list) {
        size_t n = 0;
        while (n < size && list[n] == word[n] && list[n] && list[n] != ' ')
            n++;
        if (n == size && n && (!list[n] || list[n] == ' '))
            return true;
        while (list[n] && list[n] != ' ')
            n++;
        list += n + (list[n] == ' ');
    }
    return false;
}
