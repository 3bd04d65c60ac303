// libmagic, opened when first used.
//
// It is asked only about files that nothing else recognises, and its database is 7 MB: no other run
// should pay for it. See CLazyLoading.h for how the functions of magic.h come to be.
#pragma once

#include <magic.h>

/// Opens the library; NULL, or the dynamic linker's message.
const char *fairy_libmagic_open(void);
