#include "FairyDelimitedVectors.h"

#include <string.h>

#define PLAIN_LOOPS
#include "FairyDelimitedLoops.h"
#undef PLAIN_LOOPS

#if defined(__x86_64__)
#include <immintrin.h>
#define AVX2_LOOPS
#include "FairyDelimitedLoops.h"
#undef AVX2_LOOPS
#define AVX512_LOOPS
#include "FairyDelimitedLoops.h"
#undef AVX512_LOOPS

#define CHOOSE(WITH, NAME, ...)                                                                \
  if ((WITH) != FAIRY_INSTRUCTIONS_PLAIN && __builtin_cpu_supports("avx2") &&                  \
      __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("bmi2")) {                    \
    if ((WITH) == FAIRY_INSTRUCTIONS_BEST && __builtin_cpu_supports("avx512bw"))               \
      return NAME##_avx512(__VA_ARGS__);                                                       \
    return NAME##_avx2(__VA_ARGS__);                                                           \
  }                                                                                            \
  return NAME##_plain(__VA_ARGS__)
#else
#define CHOOSE(WITH, NAME, ...) return NAME##_plain(__VA_ARGS__)
#endif

fairy_delimited_end fairy_delimited_records(const uint8_t *text, size_t end, int is_last,
                                            const fairy_delimited_rules *rules,
                                            fairy_delimited_count *count) {
  CHOOSE(rules->instructions, records, text, end, is_last, rules, count);
}

int fairy_delimited_count_piece(const uint8_t *text, size_t count, int previous, int follows,
                                int inside, const fairy_delimited_rules *rules,
                                fairy_delimited_piece *piece) {
  CHOOSE(rules->instructions, count_piece, text, count, previous, follows, inside, rules, piece);
}

fairy_delimited_end fairy_delimited_cells(const uint8_t *text, size_t end,
                                          const fairy_delimited_rules *rules,
                                          fairy_delimited_split *split) {
  CHOOSE(rules->instructions, cells, text, end, rules, split);
}

size_t fairy_line_ends(const uint8_t *text, size_t count, fairy_instructions instructions) {
  CHOOSE(instructions, line_ends, text, count);
}

void fairy_delimited_undouble(uint8_t *text, uint32_t *cells, size_t count, uint8_t quote) {
  for (size_t i = 0; i < count; i++) {
    uint32_t size = cells[2 * i + 1];
    if ((size & 7) != 7) continue;
    uint8_t *from = text + cells[2 * i], *end = from + (size >> 3), *to = from;
    while (from < end) {
      uint8_t *found = memchr(from, quote, (size_t)(end - from));
      size_t part = (size_t)((found ? found + 1 : end) - from);
      memmove(to, from, part);
      to += part;
      from += part + (found != NULL);
    }
    cells[2 * i + 1] = (uint32_t)(to - (text + cells[2 * i])) << 3;
    // Nothing that could count as a line end stays behind.
    if (to < end) memset(to, quote, (size_t)(end - to));
  }
}
