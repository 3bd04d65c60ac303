#include "FairyUTF8Vectors.h"

#include <string.h>

// From `at`, which is the start of a character.
static size_t plain_prefix(const uint8_t *bytes, size_t at, size_t count) {
  while (at < count) {
    if (count - at >= 8) {
      uint64_t word;
      memcpy(&word, bytes + at, 8);
      if ((word & 0x8080808080808080u) == 0) {
        at += 8;
        continue;
      }
    }
    uint8_t lead = bytes[at];
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    // The second byte alone has narrower bounds after some leads.
    uint8_t lowest = 0x80, highest = 0xBF;
    size_t length;
    if (lead >= 0xC2 && lead <= 0xDF) {
      length = 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
      length = 3;
      if (lead == 0xE0) lowest = 0xA0;
      if (lead == 0xED) highest = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
      length = 4;
      if (lead == 0xF0) lowest = 0x90;
      if (lead == 0xF4) highest = 0x8F;
    } else {
      return at;
    }
    if (count - at < length || bytes[at + 1] < lowest || bytes[at + 1] > highest) return at;
    for (size_t index = 2; index < length; index += 1) {
      if ((bytes[at + index] & 0xC0) != 0x80) return at;
    }
    at += length;
  }
  return count;
}

size_t fairy_utf8_valid_prefix_plain(const uint8_t *bytes, size_t count) {
  return plain_prefix(bytes, 0, count);
}

#if defined(__x86_64__)
#include <immintrin.h>

// The mistakes that two bytes side by side can show, a bit each.
enum {
  TOO_SHORT = 1 << 0,       // a lead, then no continuation
  TOO_LONG = 1 << 1,        // ASCII, then a continuation
  OVERLONG_3 = 1 << 2,      // E0 80…9F
  TOO_LARGE = 1 << 3,       // F4 90…BF, F5…FF 90…BF
  SURROGATE = 1 << 4,       // ED A0…BF
  OVERLONG_2 = 1 << 5,      // C0…C1
  TOO_LARGE_1000 = 1 << 6,  // F5…FF 80…8F
  OVERLONG_4 = 1 << 6,      // F0 80…8F
  TWO_CONTINUATIONS = 1 << 7,
  CARRY = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS
};

#define FIRST_HIGH                                                                              \
  TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG,               \
      (char)TWO_CONTINUATIONS, (char)TWO_CONTINUATIONS, (char)TWO_CONTINUATIONS,                \
      (char)TWO_CONTINUATIONS, TOO_SHORT | OVERLONG_2, TOO_SHORT,                               \
      TOO_SHORT | OVERLONG_3 | SURROGATE, TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4

#define LARGE (char)(CARRY | TOO_LARGE | TOO_LARGE_1000)
#define FIRST_LOW                                                                               \
  (char)(CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4), (char)(CARRY | OVERLONG_2), (char)CARRY, \
      (char)CARRY, (char)(CARRY | TOO_LARGE), LARGE, LARGE, LARGE, LARGE, LARGE, LARGE, LARGE,  \
      LARGE, (char)(CARRY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE), LARGE, LARGE

#define SECOND_HIGH                                                                             \
  TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,       \
      (char)(TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | OVERLONG_3 | TOO_LARGE_1000 |          \
             OVERLONG_4),                                                                       \
      (char)(TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | OVERLONG_3 | TOO_LARGE),               \
      (char)(TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | SURROGATE | TOO_LARGE),                \
      (char)(TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS | SURROGATE | TOO_LARGE), TOO_SHORT,     \
      TOO_SHORT, TOO_SHORT, TOO_SHORT

// Whether the bytes before `at` end within a character. There are three at least.
static inline int is_open(const uint8_t *bytes, size_t at) {
  return bytes[at - 1] >= 0xC0 || bytes[at - 2] >= 0xE0 || bytes[at - 3] >= 0xF0;
}

// The exact answer, where all before `at` is well-formed but for the character that may be open there.
static size_t finish(const uint8_t *bytes, size_t at, size_t count) {
  for (size_t back = 1; back <= 3; back += 1) {
    if (bytes[at - back] < 0x80) break;
    if (bytes[at - back] >= 0xC0) return plain_prefix(bytes, at - back, count);
  }
  return plain_prefix(bytes, at, count);
}

// Where the vectors can begin: the start of a character with three bytes before it, or the answer.
static size_t begin(const uint8_t *bytes, size_t count, int *is_done) {
  size_t at = 0;
  *is_done = 0;
  while (at < 3) {
    size_t length = bytes[at] < 0x80 ? 1 : bytes[at] < 0xE0 ? 2 : bytes[at] < 0xF0 ? 3 : 4;
    size_t end = at + length < count ? at + length : count;
    if (plain_prefix(bytes, at, end) != end) {
      *is_done = 1;
      return at;
    }
    at = end;
  }
  return at;
}

__attribute__((target("avx2"))) static inline __m256i mistakes_32(const uint8_t *at) {
  const __m256i half = _mm256_set1_epi8(0x0F);
  const __m256i first_high = _mm256_setr_epi8(FIRST_HIGH, FIRST_HIGH);
  const __m256i first_low = _mm256_setr_epi8(FIRST_LOW, FIRST_LOW);
  const __m256i second_high = _mm256_setr_epi8(SECOND_HIGH, SECOND_HIGH);
  __m256i here = _mm256_loadu_si256((const __m256i *)at);
  __m256i before1 = _mm256_loadu_si256((const __m256i *)(at - 1));
  __m256i before2 = _mm256_loadu_si256((const __m256i *)(at - 2));
  __m256i before3 = _mm256_loadu_si256((const __m256i *)(at - 3));
  __m256i found = _mm256_shuffle_epi8(
      first_high, _mm256_and_si256(_mm256_srli_epi16(before1, 4), half));
  found = _mm256_and_si256(
      found, _mm256_shuffle_epi8(first_low, _mm256_and_si256(before1, half)));
  found = _mm256_and_si256(
      found,
      _mm256_shuffle_epi8(second_high, _mm256_and_si256(_mm256_srli_epi16(here, 4), half)));
  // The third byte of three or four and the fourth of four are continuations after continuations, and no
  // others are.
  __m256i third = _mm256_subs_epu8(before2, _mm256_set1_epi8((char)(0xE0 - 0x80)));
  __m256i fourth = _mm256_subs_epu8(before3, _mm256_set1_epi8((char)(0xF0 - 0x80)));
  __m256i expected =
      _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
  return _mm256_xor_si256(expected, found);
}

__attribute__((target("avx2"))) static size_t prefix_32(const uint8_t *bytes, size_t count) {
  int is_done;
  size_t at = begin(bytes, count, &is_done);
  if (is_done) return at;
  int may_be_open = 0;
  while (count - at >= 64) {
    __m256i low = _mm256_loadu_si256((const __m256i *)(bytes + at));
    __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + at + 32));
    if (_mm256_movemask_epi8(_mm256_or_si256(low, high)) == 0) {
      if (may_be_open && is_open(bytes, at)) break;
      may_be_open = 0;
    } else {
      __m256i found =
          _mm256_or_si256(mistakes_32(bytes + at), mistakes_32(bytes + at + 32));
      if (!_mm256_testz_si256(found, found)) break;
      may_be_open = 1;
    }
    at += 64;
  }
  return finish(bytes, at, count);
}

__attribute__((target("ssse3"))) static inline __m128i mistakes_16(const uint8_t *at) {
  const __m128i half = _mm_set1_epi8(0x0F);
  const __m128i first_high = _mm_setr_epi8(FIRST_HIGH);
  const __m128i first_low = _mm_setr_epi8(FIRST_LOW);
  const __m128i second_high = _mm_setr_epi8(SECOND_HIGH);
  __m128i here = _mm_loadu_si128((const __m128i *)at);
  __m128i before1 = _mm_loadu_si128((const __m128i *)(at - 1));
  __m128i before2 = _mm_loadu_si128((const __m128i *)(at - 2));
  __m128i before3 = _mm_loadu_si128((const __m128i *)(at - 3));
  __m128i found =
      _mm_shuffle_epi8(first_high, _mm_and_si128(_mm_srli_epi16(before1, 4), half));
  found = _mm_and_si128(found, _mm_shuffle_epi8(first_low, _mm_and_si128(before1, half)));
  found = _mm_and_si128(
      found, _mm_shuffle_epi8(second_high, _mm_and_si128(_mm_srli_epi16(here, 4), half)));
  __m128i third = _mm_subs_epu8(before2, _mm_set1_epi8((char)(0xE0 - 0x80)));
  __m128i fourth = _mm_subs_epu8(before3, _mm_set1_epi8((char)(0xF0 - 0x80)));
  __m128i expected = _mm_and_si128(_mm_or_si128(third, fourth), _mm_set1_epi8((char)0x80));
  return _mm_xor_si128(expected, found);
}

__attribute__((target("ssse3"))) static size_t prefix_16(const uint8_t *bytes, size_t count) {
  int is_done;
  size_t at = begin(bytes, count, &is_done);
  if (is_done) return at;
  int may_be_open = 0;
  while (count - at >= 16) {
    __m128i here = _mm_loadu_si128((const __m128i *)(bytes + at));
    if (_mm_movemask_epi8(here) == 0) {
      if (may_be_open && is_open(bytes, at)) break;
      may_be_open = 0;
    } else {
      __m128i found = mistakes_16(bytes + at);
      if (_mm_movemask_epi8(_mm_cmpeq_epi8(found, _mm_setzero_si128())) != 0xFFFF) break;
      may_be_open = 1;
    }
    at += 16;
  }
  return finish(bytes, at, count);
}

size_t fairy_utf8_valid_prefix_16(const uint8_t *bytes, size_t count) {
  if (count >= 32 && __builtin_cpu_supports("ssse3")) return prefix_16(bytes, count);
  return plain_prefix(bytes, 0, count);
}

size_t fairy_utf8_valid_prefix(const uint8_t *bytes, size_t count) {
  if (count >= 80 && __builtin_cpu_supports("avx2")) return prefix_32(bytes, count);
  return fairy_utf8_valid_prefix_16(bytes, count);
}
#else
size_t fairy_utf8_valid_prefix_16(const uint8_t *bytes, size_t count) {
  return plain_prefix(bytes, 0, count);
}

size_t fairy_utf8_valid_prefix(const uint8_t *bytes, size_t count) {
  return plain_prefix(bytes, 0, count);
}
#endif
