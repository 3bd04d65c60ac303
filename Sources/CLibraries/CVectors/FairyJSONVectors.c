#include "FairyJSONVectors.h"

#include <stdlib.h>
#include <string.h>

// The first step: 64 bytes to bits.

typedef struct {
  uint64_t backslash, quote, operators, brackets, blank, control;
} classes;

void fairy_json_scan_begin(fairy_json_scan *scan) {
  scan->in_string = 0;
  scan->is_escaped = 0;
  scan->in_scalar = 0;
  scan->deepest = scan->depth;
  scan->operators = 0;
  scan->operators_end = 0;
  scan->blanks_end = 0;
  scan->has_escapes = 0;
  scan->is_wrong = 0;
}

void fairy_json_scan_free(fairy_json_scan *scan) { free(scan->containers); }

static int enlarge_stack(fairy_json_scan *scan) {
  size_t larger = scan->capacity < 64 ? 64 : scan->capacity * 2;
  uint64_t *words = realloc(scan->containers, larger * 8);
  if (words == NULL) return 0;
  scan->containers = words;
  scan->capacity = larger;
  return 1;
}

// Keeps the stack of containers. It ends at the first bracket that is wrong.
static inline void walk(fairy_json_scan *scan, const uint8_t *bytes, uint64_t brackets) {
  size_t depth = scan->depth;
  uint64_t *words = scan->containers;
  size_t deepest = scan->deepest;
  do {
    uint8_t byte = bytes[__builtin_ctzll(brackets)];
    brackets &= brackets - 1;
    uint64_t is_object = byte >> 5 & 1;
    if (byte & 2) {
      uint64_t bit = (uint64_t)1 << (depth & 63);
      words[depth >> 6] = (words[depth >> 6] & ~bit) | (is_object << (depth & 63));
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else {
      if (depth == 0 || (words[(depth - 1) >> 6] >> ((depth - 1) & 63) & 1) != is_object) {
        scan->is_wrong = 1;
        break;
      }
      depth -= 1;
    }
  } while (brackets);
  scan->depth = depth;
  scan->deepest = deepest;
}

static const uint64_t odd_bits = 0xAAAAAAAAAAAAAAAAu;

// What is the same with every kind of vectors: from the classes of 64 bytes to tokens.
static inline __attribute__((always_inline)) int combine(
    fairy_json_scan *scan, const uint8_t *bytes, size_t block, classes found, uint64_t *tokens,
    uint64_t *escapes, uint64_t (*prefix_xor)(uint64_t)) {
  // Which characters are escaped: those behind an odd number of backslashes.
  uint64_t escaped = scan->is_escaped;
  uint64_t escape = 0;
  if (found.backslash | escaped) {
    uint64_t potential = found.backslash & ~escaped;
    uint64_t codes = (((potential << 1) | odd_bits) - potential) ^ odd_bits;
    uint64_t next = codes & found.backslash;
    escaped = codes ^ (found.backslash | scan->is_escaped);
    escape = next;
    scan->is_escaped = next >> 63;
    scan->has_escapes |= escape;
  }
  uint64_t quote = found.quote & ~escaped;
  // From each opening quote up to, and without, the closing one.
  uint64_t in_string = prefix_xor(quote) ^ scan->in_string;
  scan->in_string = (uint64_t)((int64_t)in_string >> 63);
  scan->is_wrong |= found.control & in_string;
  uint64_t operators = found.operators & ~in_string;
  uint64_t blank = found.blank & ~in_string;
  uint64_t scalar = ~(found.operators | found.blank | quote | in_string);
  uint64_t starts = scalar & ~(scalar << 1 | scan->in_scalar);
  scan->in_scalar = scalar >> 63;
  tokens[block] = operators | quote | starts;
  escapes[block] = escape;
  if (operators) {
    scan->operators += (size_t)__builtin_popcountll(operators);
    scan->operators_end = block * 64 + 64 - (size_t)__builtin_clzll(operators);
  }
  if (blank) scan->blanks_end = block * 64 + 64 - (size_t)__builtin_clzll(blank);
  uint64_t brackets = found.brackets & operators;
  if (brackets) {
    if (scan->depth + 64 > scan->capacity * 64 && !enlarge_stack(scan)) {
      scan->is_wrong = 1;
      return 0;
    }
    walk(scan, bytes + block * 64, brackets);
  }
  return scan->is_wrong == 0;
}

static inline uint64_t plain_prefix_xor(uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return bits;
}

static void scan_plain(
    fairy_json_scan *scan, const uint8_t *bytes, size_t first, size_t blocks, uint64_t *tokens,
    uint64_t *escapes) {
  for (size_t block = first; block < first + blocks; block += 1) {
    classes found = {0, 0, 0, 0, 0, 0};
    for (size_t index = 0; index < 64; index += 1) {
      uint64_t bit = (uint64_t)1 << index;
      uint8_t byte = bytes[block * 64 + index];
      if (byte < 0x20) found.control |= bit;
      switch (byte) {
        case '\\': found.backslash |= bit; break;
        case '"': found.quote |= bit; break;
        case '[': case ']': case '{': case '}':
          found.brackets |= bit;
          found.operators |= bit;
          break;
        case ',': case ':': found.operators |= bit; break;
        case ' ': case '\t': case '\n': case '\r': found.blank |= bit; break;
        default: break;
      }
    }
    if (!combine(scan, bytes, block, found, tokens, escapes, plain_prefix_xor)) return;
  }
}

#if defined(__x86_64__)
#include <immintrin.h>

#define FAIRY_AVX2 __attribute__((target("avx2,pclmul,bmi,lzcnt,popcnt")))

FAIRY_AVX2 static inline __attribute__((always_inline)) uint64_t carryless_prefix_xor(
    uint64_t bits) {
  __m128i ones = _mm_set1_epi8((char)0xFF);
  return (uint64_t)_mm_cvtsi128_si64(
      _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), ones, 0));
}

FAIRY_AVX2 static inline __attribute__((always_inline)) uint64_t bits_of(__m256i low, __m256i high) {
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(low) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

#define FAIRY_TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

FAIRY_AVX2 static void scan_vectors(
    fairy_json_scan *scan, const uint8_t *bytes, size_t first, size_t blocks, uint64_t *tokens,
    uint64_t *escapes) {
  // A byte is in a class if the table has it at the place of its lower half.
  const __m256i blank_table = FAIRY_TWICE(
      ' ', 100, 100, 100, 17, 100, 113, 2, 100, '\t', '\n', 112, 100, '\r', 100, 100);
  const __m256i operator_table =
      FAIRY_TWICE(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0);
  const __m256i backslash = _mm256_set1_epi8('\\');
  const __m256i quote = _mm256_set1_epi8('"');
  const __m256i case_bit = _mm256_set1_epi8(0x20);
  const __m256i last_control = _mm256_set1_epi8(0x1F);
  for (size_t block = first; block < first + blocks; block += 1) {
    __m256i low = _mm256_loadu_si256((const __m256i *)(bytes + block * 64));
    __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + block * 64 + 32));
    // `[` and `{` differ in one bit. So do comma and form feed, and colon and 1A: the second step sees that.
    __m256i low_operators = _mm256_cmpeq_epi8(
        _mm256_or_si256(low, case_bit), _mm256_shuffle_epi8(operator_table, low));
    __m256i high_operators = _mm256_cmpeq_epi8(
        _mm256_or_si256(high, case_bit), _mm256_shuffle_epi8(operator_table, high));
    classes found;
    found.operators = bits_of(low_operators, high_operators);
    // Brackets have bit 6, commas and colons have not.
    found.brackets = bits_of(
        _mm256_and_si256(low_operators, _mm256_slli_epi16(low, 1)),
        _mm256_and_si256(high_operators, _mm256_slli_epi16(high, 1)));
    found.backslash =
        bits_of(_mm256_cmpeq_epi8(low, backslash), _mm256_cmpeq_epi8(high, backslash));
    found.quote = bits_of(_mm256_cmpeq_epi8(low, quote), _mm256_cmpeq_epi8(high, quote));
    found.blank = bits_of(
        _mm256_cmpeq_epi8(low, _mm256_shuffle_epi8(blank_table, low)),
        _mm256_cmpeq_epi8(high, _mm256_shuffle_epi8(blank_table, high)));
    found.control = bits_of(
        _mm256_cmpeq_epi8(_mm256_min_epu8(low, last_control), low),
        _mm256_cmpeq_epi8(_mm256_min_epu8(high, last_control), high));
    if (!combine(scan, bytes, block, found, tokens, escapes, carryless_prefix_xor)) return;
  }
}
#endif

void fairy_json_scan_blocks(
    fairy_json_scan *scan, const uint8_t *bytes, size_t first, size_t blocks, uint64_t *tokens,
    uint64_t *escapes, int plain) {
#if defined(__x86_64__)
  if (!plain && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") &&
      __builtin_cpu_supports("bmi")) {
    return scan_vectors(scan, bytes, first, blocks, tokens, escapes);
  }
#endif
  scan_plain(scan, bytes, first, blocks, tokens, escapes);
}
