// libbzip2, opened when first used.
//
// Hardly any ZIP archive holds what it decodes. See CLazyLoading.h for how the functions of bzlib.h come
// to be.
#pragma once

#include <bzlib.h>

/// Opens the library; NULL, or the dynamic linker's message.
const char *fairy_libbzip2_open(void);
