// The loops of FairySampleVectors.c, included once for each set of instructions.

#if defined(AVX2_LOOPS)
#define NAME(x) x##_avx2
#define TARGET __attribute__((target("avx2")))
#else
#define NAME(x) x##_plain
#define TARGET
#endif

#define STEP 16

// Eight samples of a row as numbers.
TARGET static inline __attribute__((always_inline)) void NAME(load)(eight *numbers, fairy_sample_kind kind,
                                                                    const void *row, size_t x) {
  if (kind == FAIRY_SAMPLES_8) {
    eight_bytes bytes;
    memcpy(&bytes, (const uint8_t *)row + x, sizeof bytes);
    *numbers = __builtin_convertvector(__builtin_convertvector(bytes, eight_integers), eight);
  } else if (kind == FAIRY_SAMPLES_16) {
    eight_words words;
    memcpy(&words, (const uint16_t *)row + x, sizeof words);
    *numbers = __builtin_convertvector(__builtin_convertvector(words, eight_integers), eight);
  } else {
    memcpy(numbers, (const float *)row + x, sizeof *numbers);
  }
}

static inline __attribute__((always_inline)) float NAME(number)(fairy_sample_kind kind, const void *row,
                                                                size_t x) {
  if (kind == FAIRY_SAMPLES_FLOAT) return ((const float *)row)[x];
  if (kind == FAIRY_SAMPLES_16) return ((const uint16_t *)row)[x];
  return ((const uint8_t *)row)[x];
}

TARGET static inline __attribute__((always_inline)) void NAME(add_weighed)(eight *sum, const size_t row_count,
                                                                           const eight *low, const eight *high,
                                                                           const float *weights) {
  for (size_t row = 0; row < row_count; row++) {
    sum[0] += low[row] * weights[row];
    sum[1] += high[row] * weights[row];
  }
}

// Both arguments that come first are constants where this is used, so that rows stay in registers.
TARGET static inline __attribute__((always_inline)) void NAME(add)(
    fairy_sample_kind kind, const size_t row_count, const void *const *rows, size_t width,
    float *const *sums, const float *weights, size_t sum_count, size_t begun_count) {
  size_t x = 0;
  for (; x + STEP <= width; x += STEP) {
    eight low[FAIRY_ROWS_AT_ONCE], high[FAIRY_ROWS_AT_ONCE];
    for (size_t row = 0; row < row_count; row++) {
      NAME(load)(&low[row], kind, rows[row], x);
      NAME(load)(&high[row], kind, rows[row], x + 8);
    }
    for (size_t k = 0; k < begun_count; k++) {
      eight sum[2];
      memcpy(sum, sums[k] + x, sizeof sum);
      NAME(add_weighed)(sum, row_count, low, high, weights + FAIRY_ROWS_AT_ONCE * k);
      memcpy(sums[k] + x, sum, sizeof sum);
    }
    for (size_t k = begun_count; k < sum_count; k++) {
      eight sum[2] = {{0}};
      NAME(add_weighed)(sum, row_count, low, high, weights + FAIRY_ROWS_AT_ONCE * k);
      memcpy(sums[k] + x, sum, sizeof sum);
    }
  }
  for (; x < width; x++)
    for (size_t k = 0; k < sum_count; k++) {
      float sum = k < begun_count ? sums[k][x] : 0;
      for (size_t row = 0; row < row_count; row++)
        sum += NAME(number)(kind, rows[row], x) * weights[FAIRY_ROWS_AT_ONCE * k + row];
      sums[k][x] = sum;
    }
}

#define ADD(KIND)                                                                                      \
  TARGET static void NAME(add_##KIND)(const void *const *rows, size_t row_count, size_t width,         \
                                      float *const *sums, const float *weights, size_t sum_count,      \
                                      size_t begun_count) {                                            \
    switch (row_count) {                                                                               \
      case 1: NAME(add)(KIND, 1, rows, width, sums, weights, sum_count, begun_count); break;           \
      case 2: NAME(add)(KIND, 2, rows, width, sums, weights, sum_count, begun_count); break;           \
      case 3: NAME(add)(KIND, 3, rows, width, sums, weights, sum_count, begun_count); break;           \
      default: NAME(add)(KIND, 4, rows, width, sums, weights, sum_count, begun_count);                 \
    }                                                                                                  \
  }
ADD(FAIRY_SAMPLES_8)
ADD(FAIRY_SAMPLES_16)
ADD(FAIRY_SAMPLES_FLOAT)
#undef ADD

TARGET static void NAME(add_rows)(fairy_sample_kind kind, const void *const *rows, size_t row_count,
                                  size_t width, float *const *sums, const float *weights,
                                  size_t sum_count, size_t begun_count) {
  switch (kind) {
    case FAIRY_SAMPLES_8:
      NAME(add_FAIRY_SAMPLES_8)(rows, row_count, width, sums, weights, sum_count, begun_count);
      break;
    case FAIRY_SAMPLES_16:
      NAME(add_FAIRY_SAMPLES_16)(rows, row_count, width, sums, weights, sum_count, begun_count);
      break;
    default:
      NAME(add_FAIRY_SAMPLES_FLOAT)(rows, row_count, width, sums, weights, sum_count, begun_count);
  }
}

// What the samples around `count` results come to, each in four lanes.
TARGET static inline __attribute__((always_inline)) void NAME(weigh)(four *sums, const size_t count,
                                                                     const float *samples, const int32_t *firsts,
                                                                     const float *weights, size_t pitch) {
  eight parts[4] = {{0}};
  for (size_t tap = 0; tap < pitch; tap += 8)
    for (size_t k = 0; k < count; k++) {
      eight numbers, factors;
      memcpy(&numbers, samples + firsts[k] + tap, sizeof numbers);
      memcpy(&factors, weights + pitch * k + tap, sizeof factors);
      parts[k] += numbers * factors;
    }
  for (size_t k = 0; k < count; k++)
    sums[k] = __builtin_shufflevector(parts[k], parts[k], 0, 1, 2, 3) +
              __builtin_shufflevector(parts[k], parts[k], 4, 5, 6, 7);
}

TARGET static void NAME(weigh_samples)(const float *samples, const int32_t *firsts, const float *weights,
                                       size_t pitch, size_t count, float *results) {
  size_t x = 0;
  // Of four results the lanes are added side by side, in the same order as below.
  for (; x + 4 <= count; x += 4) {
    four sums[4];
    NAME(weigh)(sums, 4, samples, firsts + x, weights + pitch * x, pitch);
    four low = __builtin_shufflevector(sums[0], sums[1], 0, 4, 1, 5) +
               __builtin_shufflevector(sums[0], sums[1], 2, 6, 3, 7);
    four high = __builtin_shufflevector(sums[2], sums[3], 0, 4, 1, 5) +
                __builtin_shufflevector(sums[2], sums[3], 2, 6, 3, 7);
    four all = __builtin_shufflevector(low, high, 0, 1, 4, 5) + __builtin_shufflevector(low, high, 2, 3, 6, 7);
    memcpy(results + x, &all, sizeof all);
  }
  for (; x < count; x++) {
    four sum;
    NAME(weigh)(&sum, 1, samples, firsts + x, weights + pitch * x, pitch);
    results[x] = (sum[0] + sum[2]) + (sum[1] + sum[3]);
  }
}

#undef STEP
#undef TARGET
#undef NAME
