// What loops over vectors have in common; for the sources here alone.
#ifndef FAIRY_VECTORS_H
#define FAIRY_VECTORS_H

#define FAIRY_INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#include <immintrin.h>

#define FAIRY_AVX2 __attribute__((target("avx2")))
#define FAIRY_MAY_AVX2(INSTRUCTIONS) \
  ((INSTRUCTIONS) != FAIRY_INSTRUCTIONS_PLAIN && __builtin_cpu_supports("avx2"))
// Returns what NAME_avx2 gives where that may run, else NAME_plain.
#define FAIRY_CHOOSE(MAY, NAME, ...)         \
  if (MAY) return NAME##_avx2(__VA_ARGS__);  \
  return NAME##_plain(__VA_ARGS__)
#else
#define FAIRY_CHOOSE(MAY, NAME, ...) return NAME##_plain(__VA_ARGS__)
#endif

#endif
