// Inverse transforms (8.6.4), added to the prediction.
//
// Both passes are products of pairs of words, added up: the first makes rows out of rows, eight columns at a
// time, the second adds rows of the matrix, weighted with what the first gave. Rows and columns of coefficients
// that are zero are left out; photos have few others. Halves mirror each other: what even rows and odd rows of
// the matrix give is added for one half of the samples and subtracted for the other.
#ifndef FAIRY_HEVC_TRANSFORM_H
#define FAIRY_HEVC_TRANSFORM_H

#include "FairyHEVCTables.h"
#include "FairyHEVCVectors.h"

// Two words in one number.
INLINE int32_t word_pair(int first, int second) {
  return (int32_t)((uint32_t)(uint16_t)first | (uint32_t)(uint16_t)second << 16);
}

// Four rows of four words behind each other.
INLINE void add_rows4(uint8_t *out, ptrdiff_t stride, const words16 *residual) {
  int16_t rows[16];
  memcpy(rows, residual, sizeof rows);
  for (int y = 0; y < 4; y++) {
    uint8_t samples[8] = {0};
    int16_t words[8] = {0};
    memcpy(samples, out + y * stride, 4);
    memcpy(words, rows + 4 * y, 8);
    words8 sum = __builtin_elementwise_add_sat(load_words8(samples), LOAD(words8, words));
    STORE(samples, clamped8(sum));
    memcpy(out + y * stride, samples, 4);
  }
}

INLINE void add_row8(uint8_t *out, words8 residual) {
  STORE(out, clamped8(__builtin_elementwise_add_sat(load_words8(out), residual)));
}

// 4×4, by the matrix of the discrete sine transform or that of the cosine.
INLINE void add_transformed4(uint8_t *out, ptrdiff_t stride, const int16_t *coefficients, int is_sine) {
  static const int8_t matrices[2][4][4] = {
      {{64, 64, 64, 64}, {83, 36, -36, -83}, {64, -64, -64, 64}, {36, -83, 83, -36}},
      {{29, 55, 74, 84}, {74, 74, 0, -74}, {84, -29, -74, 55}, {55, -84, 74, -29}},
  };
  const int8_t(*matrix)[4] = matrices[is_sine];
  words8 rows01 = LOAD(words8, coefficients), rows23 = LOAD(words8, coefficients + 8);
  words8 pairs01 = __builtin_shufflevector(rows01, rows01, 0, 4, 1, 5, 2, 6, 3, 7);
  words8 pairs23 = __builtin_shufflevector(rows23, rows23, 0, 4, 1, 5, 2, 6, 3, 7);
  longs4 middle[4];
  for (int k = 0; k < 4; k++)
    middle[k] = (pairs4(pairs01, (words8)longs4_of(word_pair(matrix[0][k], matrix[1][k]))) +
                 pairs4(pairs23, (words8)longs4_of(word_pair(matrix[2][k], matrix[3][k]))) + 64) >>
                7;
  words8 weights01, weights23;
  for (int m = 0; m < 4; m++) {
    weights01[2 * m] = matrix[0][m];
    weights01[2 * m + 1] = matrix[1][m];
    weights23[2 * m] = matrix[2][m];
    weights23[2 * m + 1] = matrix[3][m];
  }
  words16 residual;
  for (int half = 0; half < 2; half++) {
    longs8 both = __builtin_shufflevector(middle[2 * half], middle[2 * half + 1], 0, 1, 2, 3, 4, 5, 6, 7);
    longs4 words = (longs4)saturated8(both), sums[2];
    for (int k = 0; k < 2; k++)
      sums[k] = (pairs4((words8)longs4_of(words[2 * k]), weights01) +
                 pairs4((words8)longs4_of(words[2 * k + 1]), weights23) + 2048) >>
                12;
    words8 rows = saturated8(__builtin_shufflevector(sums[0], sums[1], 0, 1, 2, 3, 4, 5, 6, 7));
    memcpy((int16_t *)&residual + 8 * half, &rows, sizeof rows);
  }
  add_rows4(out, stride, &residual);
}

// The first pass for eight columns, `groups` of four rows: rows of `size` words, the columns of each four in the
// order 0 2 1 3 where `is_shuffled`.
INLINE void transform_columns(int16_t *out, const int16_t *in, int size, int groups, int is_shuffled) {
  const uint32_t(*matrix)[2] = size == 8    ? fairy_hevc_columns8[0]
                               : size == 16 ? fairy_hevc_columns16[0]
                                            : fairy_hevc_columns32[0];
  words16 even[8], odd[8];
  for (int j = 0; j < groups; j++) {
    const int16_t *rows = in + 4 * j * size;
    even[j] = interleaved(LOAD(words8, rows), LOAD(words8, rows + 2 * size));
    odd[j] = interleaved(LOAD(words8, rows + size), LOAD(words8, rows + 3 * size));
  }
  for (int k = 0; k < size / 2; k++, matrix += size / 4) {
    longs8 sum = longs8_of(64), difference = longs8_of(0);
    for (int j = 0; j < groups; j++) {
      sum += pairs8(even[j], (words16)longs8_of((int32_t)matrix[j][0]));
      difference += pairs8(odd[j], (words16)longs8_of((int32_t)matrix[j][1]));
    }
    words8 upper = saturated8((sum + difference) >> 7), lower = saturated8((sum - difference) >> 7);
    if (is_shuffled) {
      upper = __builtin_shufflevector(upper, upper, 0, 2, 1, 3, 4, 6, 5, 7);
      lower = __builtin_shufflevector(lower, lower, 0, 2, 1, 3, 4, 6, 5, 7);
    }
    STORE(out + k * size, upper);
    STORE(out + (size - 1 - k) * size, lower);
  }
}

INLINE longs8 pair_of(const int16_t *words) {
  int32_t pair;
  memcpy(&pair, words, 4);
  return longs8_of(pair);
}

// The second pass of 8×8.
INLINE void add_transformed_rows8(uint8_t *out, ptrdiff_t stride, const int16_t *middle, int groups) {
  for (int y = 0; y < 8; y++) {
    longs8 sum = longs8_of(2048);
    for (int p = 0; p < 2 * groups; p++) 
      sum += pairs8((words16)pair_of(middle + 8 * y + 2 * p), LOAD(words16, fairy_hevc_rows8[p]));
    add_row8(out + y * stride, saturated8(sum >> 12));
  }
}

#define REVERSED(vector) __builtin_shufflevector(vector, vector, 7, 6, 5, 4, 3, 2, 1, 0)

// The second pass of 16×16 and 32×32, whose columns are shuffled.
INLINE void add_transformed_rows(uint8_t *out, ptrdiff_t stride, const int16_t *middle, int size, int groups) {
  const uint32_t *matrix = size == 16 ? fairy_hevc_rows16[0][0] : fairy_hevc_rows32[0][0];
  for (int y = 0; y < size; y++, middle += size, out += stride)
    for (int part = 0; part < size / 2; part += 8) {
      longs8 sum = longs8_of(2048), difference = longs8_of(0);
      for (int p = 0; p < groups; p++) {
        const uint32_t *pairs = matrix + p * size + part;
        sum += pairs8((words16)pair_of(middle + 4 * p), LOAD(words16, pairs));
        difference += pairs8((words16)pair_of(middle + 4 * p + 2), LOAD(words16, pairs + size / 2));
      }
      longs8 right = (sum - difference) >> 12;
      add_row8(out + part, saturated8((sum + difference) >> 12));
      add_row8(out + size - 8 - part, saturated8(REVERSED(right)));
    }
}

INLINE void add_transformed(uint8_t *out, ptrdiff_t stride, const int16_t *coefficients, int size,
                            int column_groups, int row_groups) {
  _Alignas(32) int16_t middle[32 * 32];
  for (int column = 0; column < 4 * column_groups; column += 8)
    transform_columns(middle + column, coefficients + column, size, row_groups, size > 8);
  if (size == 8) add_transformed_rows8(out, stride, middle, column_groups);
  else add_transformed_rows(out, stride, middle, size, column_groups);
}

NOINLINE void add_transformed8(uint8_t *out, ptrdiff_t stride, const int16_t *coefficients, int columns,
                               int rows) {
  add_transformed(out, stride, coefficients, 8, columns, rows);
}
NOINLINE void add_transformed16(uint8_t *out, ptrdiff_t stride, const int16_t *coefficients, int columns,
                                int rows) {
  add_transformed(out, stride, coefficients, 16, columns, rows);
}
NOINLINE void add_transformed32(uint8_t *out, ptrdiff_t stride, const int16_t *coefficients, int columns,
                                int rows) {
  add_transformed(out, stride, coefficients, 32, columns, rows);
}

// The same residual everywhere: what a lone first coefficient makes.
NOINLINE void add_constant(uint8_t *out, ptrdiff_t stride, int size, int first) {
  int middle = (64 * first + 64) >> 7;
  middle = middle < -32768 ? -32768 : middle > 32767 ? 32767 : middle;
  int residual = (64 * middle + 2048) >> 12;
  for (int y = 0; y < size; y++, out += stride) {
    if (size == 4) {
      for (int x = 0; x < 4; x++) {
        int sum = out[x] + residual;
        out[x] = (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
      }
    } else
      for (int x = 0; x < size; x += 8) add_row8(out + x, words8_of(residual));
  }
}

// Residuals that are not transformed: of skipped transforms (8.6.4.2), shifted, or lossless ones.
NOINLINE void add_plain(uint8_t *out, ptrdiff_t stride, const int16_t *residuals, int size, int is_lossless) {
  for (int y = 0; y < size; y++, out += stride)
    for (int x = 0; x < size; x++) {
      int residual = residuals[y * size + x];
      if (!is_lossless) residual = (residual * 128 + 2048) >> 12;
      int sum = out[x] + residual;
      out[x] = (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
    }
}

#endif
