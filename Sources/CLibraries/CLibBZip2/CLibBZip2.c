#include "CLibBZip2.h"
#include "CLazyLoading.h"

#ifdef __APPLE__
static fairy_lazy_library library = {"libbz2.1.0.dylib"};
#else
static fairy_lazy_library library = {"libbz2.so.1.0"};
#endif

const char *fairy_libbzip2_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, int, BZ2_bzDecompressInit, (bz_stream * stream, int verbosity, int small),
           (stream, verbosity, small))
FAIRY_LAZY(library, int, BZ2_bzDecompress, (bz_stream * stream), (stream))
FAIRY_LAZY(library, int, BZ2_bzDecompressEnd, (bz_stream * stream), (stream))
