#include "FairyHEVCScaling.h"

#include <string.h>

// Table 7-6: intra, then inter, in the order of the diagonal scan.
static const uint8_t defaults[2][64] = {
    {16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 17, 16, 17, 16, 17, 18, 17, 18, 18, 17, 18, 21,
     19, 20, 21, 20, 19, 21, 24, 22, 22, 24, 24, 22, 22, 24, 25, 25, 27, 30, 27, 25, 25, 29,
     31, 35, 35, 31, 29, 36, 41, 44, 41, 36, 47, 54, 54, 47, 65, 70, 65, 88, 88, 115},
    {16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 17, 17, 17, 17, 17, 18, 18, 18, 18, 18, 18, 20,
     20, 20, 20, 20, 20, 20, 24, 24, 24, 24, 24, 24, 24, 24, 25, 25, 25, 25, 25, 25, 25, 28,
     28, 28, 28, 28, 28, 33, 33, 33, 33, 33, 41, 41, 41, 41, 54, 54, 54, 71, 71, 91},
};

// Coefficients of the lists as they are coded, and their first ones at 16×16 and 32×32.
typedef struct {
  uint8_t lists[4][6][64], first[4][6];
} coded_lists;

static void take_default(coded_lists *coded, unsigned size, unsigned matrix) {
  if (size == 0) memset(coded->lists[size][matrix], 16, 64);
  else memcpy(coded->lists[size][matrix], defaults[matrix / 3], 64);
  coded->first[size][matrix] = 16;
}

// Spreads a list over a square of 1 << log2 by the diagonal scan (6.5.3), each coefficient over several places.
static void spread(uint8_t *out, const uint8_t *list, unsigned log2, int first) {
  unsigned size = 1u << log2, coded = log2 < 3 ? size : 8, repeat = size / coded, next = 0;
  for (unsigned diagonal = 0; diagonal < 2 * coded - 1; diagonal++)
    for (unsigned x = 0; x <= diagonal; x++) {
      unsigned y = diagonal - x;
      if (x >= coded || y >= coded) continue;
      for (unsigned row = 0; row < repeat; row++)
        memset(out + (y * repeat + row) * size + x * repeat, list[next], repeat);
      next++;
    }
  if (first >= 0) out[0] = (uint8_t)first;
}

static void derive(scaling_factors *factors, const coded_lists *coded) {
  for (unsigned i = 0; i < 3; i++) {
    spread(factors->factors4[i], coded->lists[0][i], 2, -1);
    spread(factors->factors8[i], coded->lists[1][i], 3, -1);
    spread(factors->factors16[i], coded->lists[2][i], 4, coded->first[2][i]);
  }
  spread(factors->factors32, coded->lists[3][0], 5, coded->first[3][0]);
}

void fairy_hevc_default_scaling(scaling_factors *factors) {
  coded_lists coded;
  for (unsigned size = 0; size < 4; size++)
    for (unsigned matrix = 0; matrix < 6; matrix++) take_default(&coded, size, matrix);
  derive(factors, &coded);
}

static int read_list(bit_reader *bits, coded_lists *coded, unsigned size, unsigned matrix) {
  unsigned step = size == 3 ? 3 : 1;
  if (!read_bit(bits)) {
    uint32_t back = read_unsigned(bits);
    if (back > matrix / step) return 0;
    if (back == 0) take_default(coded, size, matrix);
    else {
      memcpy(coded->lists[size][matrix], coded->lists[size][matrix - back * step], 64);
      coded->first[size][matrix] = coded->first[size][matrix - back * step];
    }
    return 1;
  }
  int32_t value = 8;
  if (size > 1) {
    value = read_signed(bits);
    if (value < -7 || value > 247) return 0;
    value += 8;
    coded->first[size][matrix] = (uint8_t)value;
  }
  for (unsigned i = 0; i < (size == 0 ? 16 : 64); i++) {
    int32_t change = read_signed(bits);
    if (change < -128 || change > 127) return 0;
    value = (value + change) & 255;
    coded->lists[size][matrix][i] = (uint8_t)value;
  }
  return 1;
}

int fairy_hevc_read_scaling(bit_reader *bits, scaling_factors *factors) {
  coded_lists coded;
  memset(&coded, 16, sizeof coded);
  for (unsigned size = 0; size < 4; size++)
    for (unsigned matrix = 0; matrix < 6; matrix += size == 3 ? 3 : 1)
      if (bits->is_over || !read_list(bits, &coded, size, matrix)) return 0;
  derive(factors, &coded);
  return 1;
}
