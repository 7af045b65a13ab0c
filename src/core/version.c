#include <reliquary/reliquary.h>

#ifndef RQ_VERSION
#define RQ_VERSION "unknown"
#endif

const char *rq_version(void)
{
    return RQ_VERSION;
}

#ifdef RQ_HAVE_PNG
#define PNG_PART "PNG reading"
#else
#define PNG_PART "no PNG reading"
#endif

#ifdef RQ_HAVE_LZMA
#define LZMA_PART "LZMA"
#else
#define LZMA_PART "no LZMA"
#endif

#ifdef RQ_HAVE_MPG123
#define MP3_PART "MP3 decoding"
#else
#define MP3_PART "no MP3 decoding"
#endif

#if defined(_WIN32) || defined(RQ_HAVE_ICONV)
#define PAGES_PART "all code pages"
#else
#define PAGES_PART "single-byte code pages only"
#endif

#ifdef RQ_HAVE_LIBDEFLATE
#define PACK_PART "libdeflate"
#else
#define PACK_PART "zlib"
#endif

const char *rq_built_with(void)
{
    return PACK_PART ", " PNG_PART ", " LZMA_PART ", " MP3_PART ", " PAGES_PART;
}
