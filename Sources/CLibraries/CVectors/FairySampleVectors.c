#include "FairySampleVectors.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

typedef float eight __attribute__((vector_size(32)));
typedef float four __attribute__((vector_size(16)));
typedef int32_t eight_integers __attribute__((vector_size(32)));
typedef uint16_t eight_words __attribute__((vector_size(16)));
typedef uint8_t eight_bytes __attribute__((vector_size(8)));

#define PLAIN_LOOPS
#include "FairySampleLoops.h"
#undef PLAIN_LOOPS

#if defined(__x86_64__)
#define AVX2_LOOPS
#include "FairySampleLoops.h"
#undef AVX2_LOOPS
#define CHOOSE(NAME, ...)                                                                      \
  if (instructions != FAIRY_INSTRUCTIONS_PLAIN && __builtin_cpu_supports("avx2"))              \
    NAME##_avx2(__VA_ARGS__);                                                                  \
  else                                                                                         \
    NAME##_plain(__VA_ARGS__)
#else
#define CHOOSE(NAME, ...) NAME##_plain(__VA_ARGS__)
#endif

void fairy_add_rows(fairy_sample_kind kind, const void *const *rows, size_t row_count, size_t width,
                    float *const *sums, const float *weights, size_t sum_count, size_t begun_count,
                    fairy_instructions instructions) {
  CHOOSE(add_rows, kind, rows, row_count, width, sums, weights, sum_count, begun_count);
}

void fairy_weigh_samples(const float *samples, const int32_t *firsts, const float *weights,
                         size_t pitch, size_t count, float *results,
                         fairy_instructions instructions) {
  CHOOSE(weigh_samples, samples, firsts, weights, pitch, count, results);
}
