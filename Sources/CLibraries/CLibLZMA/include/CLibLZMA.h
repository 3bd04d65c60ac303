// liblzma, opened when first used.
//
// Hardly any ZIP archive holds what it decodes. See CLazyLoading.h for how the functions of lzma.h come to
// be.
#pragma once

#include <lzma.h>

/// Opens the library; NULL, or the dynamic linker's message.
const char *fairy_liblzma_open(void);

/// Begins to decode LZMA without any header.
///
/// Filters are identified by macros with casts, which Swift does not see.
///
/// `properties` are the byte of lc, lp and pb and the size of the dictionary, five bytes; no more than
/// `dictionary` of it is used. Returns LZMA_MEMLIMIT_ERROR when that needs more than `memory` bytes.
lzma_ret fairy_liblzma_decode_raw(
    lzma_stream *stream, const uint8_t *properties, uint64_t dictionary, uint64_t memory);
