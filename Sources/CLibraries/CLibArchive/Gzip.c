#include "CLibArchive.h"

int fairy_gzip_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
