// libzstd, opened when first used.
//
// Hardly any ZIP archive holds what it decodes. See CLazyLoading.h for how the functions of zstd.h come to
// be.
#pragma once

#include <zstd.h>

/// Opens the library; NULL, or the dynamic linker's message.
const char *fairy_libzstd_open(void);
