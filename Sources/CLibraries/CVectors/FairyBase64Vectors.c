#include "FairyMailVectors.h"

#include <string.h>

#include "FairyVectors.h"

// What a byte is that is not of the alphabet.
enum { ODD = 64, BLANK = 65, PAD = 66 };

// The value of each byte, 0 … 63, or what else it is.
static const uint8_t classes[256] = {
    64, 64, 64, 64, 64, 64, 64, 64, 64, 65, 65, 64, 64, 65, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 65, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 62, 64, 64, 64, 63,
    52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 64, 64, 64, 66, 64, 64, 64, 0,  1,  2,  3,  4,  5,  6,
    7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 64, 64, 64, 64, 64,
    64, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48,
    49, 50, 51, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64};

FAIRY_INLINE void write_group(uint8_t *out, uint32_t bits) {
  out[0] = (uint8_t)(bits >> 16);
  out[1] = (uint8_t)(bits >> 8);
  out[2] = (uint8_t)bits;
}

size_t fairy_base64_finish(fairy_base64_state *state, uint8_t *out) {
  size_t count = state->held > 1 ? state->held - 1 : 0;
  uint32_t bits = state->bits << (6 * (4 - state->held) & 31);
  for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(bits >> (16 - 8 * i));
  state->held = 0;
  state->bits = 0;
  return count;
}

// Takes one byte; returns the number of bytes written.
FAIRY_INLINE size_t take(fairy_base64_state *state, uint8_t byte, uint8_t *out) {
  uint8_t class = classes[byte];
  if (class < 64) {
    state->odd += state->pads;
    state->pads = 0;
    state->bits = state->bits << 6 | class;
    if (++state->held < 4) return 0;
    write_group(out, state->bits);
    state->held = 0;
    state->bits = 0;
    return 3;
  }
  if (class == BLANK) return 0;
  if (class == ODD || state->held < 2) {
    state->odd += 1;
    return 0;
  }
  state->pads += 1;
  if (state->held + state->pads < 4) return 0;
  state->has_ended = 1;
  return fairy_base64_finish(state, out);
}

// What stands behind the last group.
static void skip(fairy_base64_state *state, const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) state->odd += classes[bytes[i]] != BLANK;
}

static size_t decode_plain(fairy_base64_state *state, const uint8_t *bytes, size_t count,
                           uint8_t *out) {
  uint8_t *to = out;
  size_t at = 0;
  while (at < count && !state->has_ended) {
    if (state->held == 0) {
      for (; count - at >= 4; at += 4, to += 3) {
        uint8_t first = classes[bytes[at]], second = classes[bytes[at + 1]];
        uint8_t third = classes[bytes[at + 2]], fourth = classes[bytes[at + 3]];
        if ((first | second | third | fourth) > 63) break;
        write_group(to, (uint32_t)first << 18 | (uint32_t)second << 12 | (uint32_t)third << 6 |
                            fourth);
      }
      if (at == count) break;
    }
    to += take(state, bytes[at++], to);
  }
  skip(state, bytes + at, count - at);
  return (size_t)(to - out);
}

static size_t count_plain(const uint8_t *bytes, size_t count) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) found += classes[bytes[i]] < 64;
  return found;
}

#if defined(__x86_64__)
#define FAIRY_TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

// Zero for each byte of the alphabet: what its upper and its lower half exclude has no bit in common.
FAIRY_AVX2 FAIRY_INLINE __m256i excluded(__m256i bytes, __m256i upper) {
  const __m256i by_lower = FAIRY_TWICE(0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11,
                                       0x13, 0x1A, 0x1B, 0x1B, 0x1B, 0x1A);
  const __m256i by_upper = FAIRY_TWICE(0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10,
                                       0x10, 0x10, 0x10, 0x10, 0x10, 0x10);
  __m256i lower = _mm256_and_si256(bytes, _mm256_set1_epi8(0x0F));
  return _mm256_and_si256(_mm256_shuffle_epi8(by_lower, lower),
                          _mm256_shuffle_epi8(by_upper, upper));
}

FAIRY_AVX2 FAIRY_INLINE __m256i upper_halves(__m256i bytes) {
  return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
}

// 32 characters to 24 bytes, with 8 more behind that mean nothing; groups with other bytes mean nothing, too.
FAIRY_AVX2 FAIRY_INLINE __m256i unpack(__m256i bytes, __m256i upper) {
  const __m256i offsets = FAIRY_TWICE(0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0);
  __m256i slash = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('/'));
  __m256i values = _mm256_add_epi8(
      bytes, _mm256_shuffle_epi8(offsets, _mm256_add_epi8(slash, upper)));
  __m256i pairs = _mm256_maddubs_epi16(values, _mm256_set1_epi32(0x01400140));
  __m256i groups = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00011000));
  groups = _mm256_shuffle_epi8(
      groups, FAIRY_TWICE(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1));
  return _mm256_permutevar8x32_epi32(groups, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
}

// Up to the last 31 bytes, to the end of the base64, or to a byte that is neither of the alphabet nor a line end behind
// a whole group: returns how many bytes are done.
FAIRY_AVX2 static size_t decode_groups(const uint8_t *bytes, size_t count, uint8_t **out) {
  uint8_t *to = *out;
  size_t at = 0;
  while (count - at >= 32) {
    __m256i here = _mm256_loadu_si256((const __m256i *)(bytes + at));
    __m256i upper = upper_halves(here);
    __m256i fits = _mm256_cmpeq_epi8(excluded(here, upper), _mm256_setzero_si256());
    uint32_t misfits = ~(uint32_t)_mm256_movemask_epi8(fits);
    _mm256_storeu_si256((__m256i *)to, unpack(here, upper));
    if (misfits == 0) {
      at += 32;
      to += 24;
      continue;
    }
    size_t run = (size_t)__builtin_ctz(misfits);
    at += run & ~(size_t)3;
    to += (run >> 2) * 3;
    if (run & 3) break;
    size_t line = at;
    if (bytes[at] == '\r') at++;
    if (at < count && bytes[at] == '\n') at++;
    if (at == line) break;
  }
  *out = to;
  return at;
}

FAIRY_AVX2 static size_t decode_avx2(fairy_base64_state *state, const uint8_t *bytes, size_t count,
                                     uint8_t *out) {
  uint8_t *to = out;
  size_t at = 0;
  while (count - at >= 32 && !state->has_ended) {
    if (state->held == 0) at += decode_groups(bytes + at, count - at, &to);
    if (at < count) to += take(state, bytes[at++], to);
  }
  return (size_t)(to - out) + decode_plain(state, bytes + at, count - at, to);
}

FAIRY_AVX2 static size_t count_avx2(const uint8_t *bytes, size_t count) {
  const __m256i zero = _mm256_setzero_si256();
  __m256i sums = zero;
  size_t at = 0;
  while (count - at >= 32) {
    // A lane holds up to 255.
    size_t steps = (count - at) / 32 < 255 ? (count - at) / 32 : 255;
    __m256i lanes = zero;
    for (; steps > 0; steps--, at += 32) {
      __m256i here = _mm256_loadu_si256((const __m256i *)(bytes + at));
      lanes = _mm256_sub_epi8(
          lanes, _mm256_cmpeq_epi8(excluded(here, upper_halves(here)), zero));
    }
    sums = _mm256_add_epi64(sums, _mm256_sad_epu8(lanes, zero));
  }
  uint64_t parts[4];
  _mm256_storeu_si256((__m256i *)parts, sums);
  return (size_t)(parts[0] + parts[1] + parts[2] + parts[3]) +
         count_plain(bytes + at, count - at);
}

#endif

size_t fairy_base64_count(const uint8_t *bytes, size_t count, fairy_instructions instructions) {
  FAIRY_CHOOSE(FAIRY_MAY_AVX2(instructions), count, bytes, count);
}

size_t fairy_base64_decode(fairy_base64_state *state, const uint8_t *bytes, size_t count,
                           uint8_t *out, fairy_instructions instructions) {
  FAIRY_CHOOSE(FAIRY_MAY_AVX2(instructions), decode, state, bytes, count, out);
}

size_t fairy_base64_measure(fairy_base64_state *state, const uint8_t *bytes, size_t count,
                            fairy_instructions instructions) {
  size_t total = 0, at = 0;
  while (at < count && !state->has_ended) {
    const uint8_t *pad = memchr(bytes + at, '=', count - at);
    size_t run = (pad ? (size_t)(pad - bytes) : count) - at;
    size_t found = fairy_base64_count(bytes + at, run, instructions);
    if (found) {
      total += (state->held + found) / 4 * 3;
      state->held = (state->held + found) & 3;
      state->pads = 0;
    }
    at += run;
    if (at == count) break;
    at += 1;
    if (state->held < 2 || state->held + ++state->pads < 4) continue;
    total += state->held - 1u;
    state->held = 0;
    state->has_ended = 1;
  }
  return total;
}
