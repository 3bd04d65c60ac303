// libdeflate, opened when first used.
//
// It deflates and inflates a content that is in memory as a whole faster than zlib does, to smaller results,
// and nothing but archives needs it. See CLazyLoading.h for how the functions of libdeflate.h come to be.
#pragma once

#include <libdeflate.h>

/// Opens the library; NULL, or the dynamic linker's message.
const char *fairy_libdeflate_open(void);
