#include "CLibDeflate.h"
#include "CLazyLoading.h"

#ifdef __APPLE__
static fairy_lazy_library library = {"libdeflate.0.dylib"};
#else
static fairy_lazy_library library = {"libdeflate.so.0"};
#endif

const char *fairy_libdeflate_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, struct libdeflate_decompressor *, libdeflate_alloc_decompressor, (void), ())
FAIRY_LAZY(library, enum libdeflate_result, libdeflate_deflate_decompress_ex,
           (struct libdeflate_decompressor * decompressor, const void *in, size_t in_count, void *out,
            size_t out_count, size_t *actual_in_count, size_t *actual_out_count),
           (decompressor, in, in_count, out, out_count, actual_in_count, actual_out_count))

FAIRY_LAZY(library, struct libdeflate_compressor *, libdeflate_alloc_compressor, (int level), (level))
FAIRY_LAZY(library, size_t, libdeflate_deflate_compress,
           (struct libdeflate_compressor * compressor, const void *in, size_t in_count, void *out,
            size_t out_count),
           (compressor, in, in_count, out, out_count))
FAIRY_LAZY(library, size_t, libdeflate_deflate_compress_bound,
           (struct libdeflate_compressor * compressor, size_t count), (compressor, count))

FAIRY_LAZY(library, size_t, libdeflate_zlib_compress,
           (struct libdeflate_compressor * compressor, const void *in, size_t in_count, void *out,
            size_t out_count),
           (compressor, in, in_count, out, out_count))
FAIRY_LAZY(library, size_t, libdeflate_zlib_compress_bound,
           (struct libdeflate_compressor * compressor, size_t count), (compressor, count))

FAIRY_LAZY(library, uint32_t, libdeflate_crc32, (uint32_t crc, const void *buffer, size_t count),
           (crc, buffer, count))

FAIRY_LAZY(library, uint32_t, libdeflate_adler32,
           (uint32_t adler, const void *buffer, size_t count), (adler, buffer, count))

FAIRY_LAZY_VOID(library, libdeflate_free_decompressor,
                (struct libdeflate_decompressor * decompressor), (decompressor))
FAIRY_LAZY_VOID(library, libdeflate_free_compressor, (struct libdeflate_compressor * compressor),
                (compressor))
