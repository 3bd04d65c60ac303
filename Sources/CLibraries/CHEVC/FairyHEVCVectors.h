// Vectors of samples and of 16 and 32 bits. Compiled for several kinds of processors, as all that follows.
#ifndef FAIRY_HEVC_VECTORS_H
#define FAIRY_HEVC_VECTORS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Vectors are given to functions that are all inlined, so it does not matter that processors pass them differently.
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))

typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef int16_t words8 __attribute__((vector_size(16)));
typedef int16_t words16 __attribute__((vector_size(32)));
typedef int32_t longs4 __attribute__((vector_size(16)));
typedef int32_t longs8 __attribute__((vector_size(32)));

#define LOAD(type, from) \
  ({                     \
    type loaded;         \
    memcpy(&loaded, (from), sizeof loaded); \
    loaded;              \
  })
#define STORE(to, vector)                  \
  do {                                     \
    __typeof__(vector) stored = (vector);  \
    memcpy((to), &stored, sizeof stored);  \
  } while (0)

#define MIN(a, b) __builtin_elementwise_min((a), (b))
#define MAX(a, b) __builtin_elementwise_max((a), (b))
#define CLAMP(value, low, high) MIN(MAX((value), (low)), (high))

INLINE words8 words8_of(int value) {
  int16_t v = (int16_t)value;
  return (words8){v, v, v, v, v, v, v, v};
}
INLINE words16 words16_of(int value) {
  int16_t v = (int16_t)value;
  return (words16){v, v, v, v, v, v, v, v, v, v, v, v, v, v, v, v};
}
INLINE longs4 longs4_of(int32_t v) { return (longs4){v, v, v, v}; }
INLINE longs8 longs8_of(int32_t v) { return (longs8){v, v, v, v, v, v, v, v}; }

INLINE words8 load_words8(const uint8_t *from) { return __builtin_convertvector(LOAD(bytes8, from), words8); }
INLINE words16 load_words16(const uint8_t *from) {
  return __builtin_convertvector(LOAD(bytes16, from), words16);
}

// Of words between 0 and 255.
INLINE bytes8 bytes_of8(words8 words) { return __builtin_convertvector(words, bytes8); }
INLINE bytes16 bytes_of16(words16 words) { return __builtin_convertvector(words, bytes16); }

INLINE bytes8 clamped8(words8 words) { return bytes_of8(CLAMP(words, words8_of(0), words8_of(255))); }
INLINE bytes16 clamped16(words16 words) { return bytes_of16(CLAMP(words, words16_of(0), words16_of(255))); }

INLINE words8 saturated8(longs8 longs) {
  return __builtin_convertvector(CLAMP(longs, longs8_of(-32768), longs8_of(32767)), words8);
}

// Products of neighbouring words, added in pairs.
INLINE longs4 pairs4(words8 a, words8 b) {
#if defined(__x86_64__)
  return (longs4)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
  longs8 products = __builtin_convertvector(a, longs8) * __builtin_convertvector(b, longs8);
  return __builtin_shufflevector(products, products, 0, 2, 4, 6) +
         __builtin_shufflevector(products, products, 1, 3, 5, 7);
#endif
}

INLINE longs8 pairs8(words16 a, words16 b) {
#if defined(FAIRY_HEVC_USE_AVX2)
  return (longs8)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#else
  longs4 low = pairs4(__builtin_shufflevector(a, a, 0, 1, 2, 3, 4, 5, 6, 7),
                      __builtin_shufflevector(b, b, 0, 1, 2, 3, 4, 5, 6, 7));
  longs4 high = pairs4(__builtin_shufflevector(a, a, 8, 9, 10, 11, 12, 13, 14, 15),
                       __builtin_shufflevector(b, b, 8, 9, 10, 11, 12, 13, 14, 15));
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}

// Words of two vectors, in turns.
INLINE words16 interleaved(words8 a, words8 b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
}

// Turns eight rows of eight samples into eight columns.
INLINE void transpose8(bytes8 rows[8]) {
#define WHOLE(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define LOW(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH(a, b) __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
  bytes16 a = WHOLE(rows[0], rows[1]), b = WHOLE(rows[2], rows[3]);
  bytes16 c = WHOLE(rows[4], rows[5]), d = WHOLE(rows[6], rows[7]);
  // Rows 0 4 1 5, then all even and all odd.
  bytes16 ac0 = LOW(a, c), ac1 = HIGH(a, c), bd0 = LOW(b, d), bd1 = HIGH(b, d);
  bytes16 even0 = LOW(ac0, bd0), even1 = HIGH(ac0, bd0), odd0 = LOW(ac1, bd1), odd1 = HIGH(ac1, bd1);
  bytes16 columns[4] = {LOW(even0, odd0), HIGH(even0, odd0), LOW(even1, odd1), HIGH(even1, odd1)};
  for (int i = 0; i < 4; i++) {
    rows[2 * i] = __builtin_shufflevector(columns[i], columns[i], 0, 1, 2, 3, 4, 5, 6, 7);
    rows[2 * i + 1] = __builtin_shufflevector(columns[i], columns[i], 8, 9, 10, 11, 12, 13, 14, 15);
  }
#undef WHOLE
#undef LOW
#undef HIGH
}

#endif
