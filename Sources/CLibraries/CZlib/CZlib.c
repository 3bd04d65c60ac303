#include "CZlib.h"

int fairy_zlib_inflate_raw(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }

int fairy_zlib_inflate_gzip(z_stream *stream) { return inflateInit2(stream, MAX_WBITS + 16); }

int fairy_zlib_deflate_raw(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL - 1, Z_DEFAULT_STRATEGY);
}
