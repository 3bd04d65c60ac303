// zlib for Swift.
//
// Its initialisers are macros that take the version and size of the header, which Swift does not see.
#pragma once

#include <zlib.h>

/// `inflateInit2` for raw deflate (RFC 1951).
int fairy_zlib_inflate_raw(z_stream *stream);

/// `inflateInit2` for gzip (RFC 1952).
int fairy_zlib_inflate_gzip(z_stream *stream);

/// `deflateInit2` for raw deflate (RFC 1951).
int fairy_zlib_deflate_raw(z_stream *stream, int level);
