#include "CLibZstd.h"
#include "CLazyLoading.h"

#ifdef __APPLE__
static fairy_lazy_library library = {"libzstd.1.dylib"};
#else
static fairy_lazy_library library = {"libzstd.so.1"};
#endif

const char *fairy_libzstd_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, ZSTD_DStream *, ZSTD_createDStream, (void), ())
FAIRY_LAZY(library, size_t, ZSTD_freeDStream, (ZSTD_DStream * stream), (stream))
FAIRY_LAZY(library, size_t, ZSTD_DCtx_setParameter,
           (ZSTD_DCtx * stream, ZSTD_dParameter parameter, int value), (stream, parameter, value))
FAIRY_LAZY(library, size_t, ZSTD_decompressStream,
           (ZSTD_DStream * stream, ZSTD_outBuffer *output, ZSTD_inBuffer *input),
           (stream, output, input))
FAIRY_LAZY(library, unsigned, ZSTD_isError, (size_t code), (code))
