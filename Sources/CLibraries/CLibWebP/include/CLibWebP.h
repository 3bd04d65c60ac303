// libwebp and libwebpmux (BSD-3-Clause), opened when the first WebP picture is decoded or coded: few runs have one.
// CLibWebP.c defines what Swift calls as trampolines (see CLazyLoading.h).
//
// Of libwebpmux only the coding of animations is used: chunks are read and written in Swift.
#pragma once

#include <webp/decode.h>
#include <webp/encode.h>
#include <webp/mux.h>

/// Opens libwebp; NULL, or why it cannot be opened.
const char *fairy_libwebp_open(void);

/// Opens libwebpmux, for animations; NULL, or why it cannot be opened.
const char *fairy_libwebpmux_open(void);
