// Gaps between parts of one piece of memory, so that AddressSanitizer sees a read or write that leaves its part.
// Without AddressSanitizer there are no gaps and no code.
#ifndef FAIRY_HEVC_GUARDS_H
#define FAIRY_HEVC_GUARDS_H

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FAIRY_HEVC_HAS_GUARDS 1
#endif
#endif

#ifdef FAIRY_HEVC_HAS_GUARDS
#include <sanitizer/asan_interface.h>
// More than a row of the widest block.
enum { GUARD_SIZE = 4096 };
#define GUARD(start, size) ASAN_POISON_MEMORY_REGION(start, size)
#define UNGUARD(start, size) ASAN_UNPOISON_MEMORY_REGION(start, size)
#else
enum { GUARD_SIZE = 0 };
#define GUARD(start, size) ((void)0)
#define UNGUARD(start, size) ((void)0)
#endif

#endif
