#include "FairyMailVectors.h"

#include <string.h>

#include "FairyVectors.h"

// Whether text[at ..< end] begins as a line does that is looked for.
FAIRY_INLINE int begins(const uint8_t *text, size_t at, size_t end) {
  if (text[at] == '-') return end - at >= 2 && text[at + 1] == '-';
  return end - at >= 5 && memcmp(text + at, "From ", 5) == 0;
}

static size_t find_line_plain(const uint8_t *text, size_t start, size_t end, uint8_t one,
                              uint8_t other) {
  while (start < end) {
    const uint8_t *found = memchr(text + start, '\n', end - start);
    if (found == NULL) return end;
    start = (size_t)(found - text) + 1;
    if (start < end && (text[start] == one || text[start] == other)) return start;
  }
  return end;
}

static size_t find_either_plain(const uint8_t *text, size_t start, size_t end, uint8_t one,
                                uint8_t other) {
  while (start < end && text[start] != one && text[start] != other) start++;
  return start;
}

static size_t mail_lines_plain(const uint8_t *text, size_t start, size_t end, size_t *next,
                               uint32_t *places, size_t room) {
  size_t count = 0, at = start;
  while ((at = find_line_plain(text, at, end, 'F', '-')) < end) {
    if (!begins(text, at, end)) continue;
    places[count++] = (uint32_t)at;
    if (count == room) break;
  }
  *next = at;
  return count;
}

#if defined(__x86_64__)

// Bytes that are one of two.
FAIRY_AVX2 FAIRY_INLINE __m256i either(const uint8_t *at, __m256i one, __m256i other) {
  __m256i here = _mm256_loadu_si256((const __m256i *)at);
  return _mm256_or_si256(_mm256_cmpeq_epi8(here, one), _mm256_cmpeq_epi8(here, other));
}

// LF before one of two bytes.
FAIRY_AVX2 FAIRY_INLINE __m256i line_ends(const uint8_t *at, __m256i one, __m256i other) {
  __m256i here = _mm256_loadu_si256((const __m256i *)at);
  return _mm256_and_si256(_mm256_cmpeq_epi8(here, _mm256_set1_epi8('\n')),
                          either(at + 1, one, other));
}

FAIRY_AVX2 static size_t find_line_avx2(const uint8_t *text, size_t start, size_t end, uint8_t one,
                                        uint8_t other) {
  __m256i ones = _mm256_set1_epi8((char)one), others = _mm256_set1_epi8((char)other);
  for (; end - start > 32; start += 32) {
    uint32_t found = (uint32_t)_mm256_movemask_epi8(line_ends(text + start, ones, others));
    if (found) return start + (size_t)__builtin_ctz(found) + 1;
  }
  return find_line_plain(text, start, end, one, other);
}

FAIRY_AVX2 static size_t find_either_avx2(const uint8_t *text, size_t start, size_t end,
                                          uint8_t one, uint8_t other) {
  __m256i ones = _mm256_set1_epi8((char)one), others = _mm256_set1_epi8((char)other);
  for (; end - start >= 32; start += 32) {
    uint32_t found = (uint32_t)_mm256_movemask_epi8(either(text + start, ones, others));
    if (found) return start + (size_t)__builtin_ctz(found);
  }
  return find_either_plain(text, start, end, one, other);
}

FAIRY_AVX2 static size_t mail_lines_avx2(const uint8_t *text, size_t start, size_t end,
                                         size_t *next, uint32_t *places, size_t room) {
  __m256i from = _mm256_set1_epi8('F'), dash = _mm256_set1_epi8('-');
  size_t count = 0, at = start;
  for (; end - at > 64; at += 64) {
    __m256i low = line_ends(text + at, from, dash);
    __m256i high = line_ends(text + at + 32, from, dash);
    __m256i any = _mm256_or_si256(low, high);
    if (_mm256_testz_si256(any, any)) continue;
    uint64_t found = (uint64_t)(uint32_t)_mm256_movemask_epi8(low) |
                     (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
    for (; found; found &= found - 1) {
      size_t place = at + (size_t)__builtin_ctzll(found) + 1;
      if (!begins(text, place, end)) continue;
      places[count++] = (uint32_t)place;
      if (count == room) {
        *next = place;
        return count;
      }
    }
  }
  return count + mail_lines_plain(text, at, end, next, places + count, room - count);
}

#endif

size_t fairy_mail_lines(const uint8_t *text, size_t start, size_t end,
                        fairy_instructions instructions, size_t *next, uint32_t *places,
                        size_t room) {
  if (start >= end) {
    *next = end;
    return 0;
  }
  FAIRY_CHOOSE(FAIRY_MAY_AVX2(instructions), mail_lines, text, start, end, next, places, room);
}

size_t fairy_find_line(const uint8_t *text, size_t start, size_t end, uint8_t one, uint8_t other,
                       fairy_instructions instructions) {
  if (start >= end) return end;
  FAIRY_CHOOSE(FAIRY_MAY_AVX2(instructions), find_line, text, start, end, one, other);
}

size_t fairy_find_either(const uint8_t *text, size_t start, size_t end, uint8_t one, uint8_t other,
                         fairy_instructions instructions) {
  if (start >= end) return end;
  FAIRY_CHOOSE(FAIRY_MAY_AVX2(instructions), find_either, text, start, end, one, other);
}
