// The coefficients of a transform block (7.3.8.11), scaled (8.6.4.2) and added as they are read.
#ifndef FAIRY_HEVC_RESIDUAL_H
#define FAIRY_HEVC_RESIDUAL_H

#include "FairyHEVCArithmetic.h"
#include "FairyHEVCTransform.h"

typedef struct {
  uint8_t *out;
  ptrdiff_t stride;
  unsigned log2, component;
  // 0 diagonal, 1 horizontal, 2 vertical.
  unsigned scan;
  int qp, is_sine;
} residual_block;

// How coefficients are scaled: by `factor`, or by that of their place where there are `factors`.
typedef struct {
  const uint8_t *factors;
  int64_t factor, rounding;
  unsigned shift;
} coefficient_scale;

INLINE coefficient_scale scale_of(const picture_decoder *decoder, const residual_block *block) {
  static const uint8_t levels[6] = {40, 45, 51, 57, 64, 72};
  coefficient_scale scale;
  scale.shift = block->log2 + 3;
  scale.rounding = 1 << (scale.shift - 1);
  scale.factor = (int64_t)levels[block->qp % 6] << (block->qp / 6);
  scale.factors = NULL;
  const scaling_factors *lists = decoder->scaling;
  if (lists == NULL) scale.factor *= 16;
  else switch (block->log2) {
    case 2: scale.factors = lists->factors4[block->component]; break;
    case 3: scale.factors = lists->factors8[block->component]; break;
    case 4: scale.factors = lists->factors16[block->component]; break;
    default: scale.factors = lists->factors32; break;
  }
  return scale;
}

INLINE int clamped_word(int64_t value) {
  return value < -32768 ? -32768 : value > 32767 ? 32767 : (int)value;
}

INLINE int16_t scaled(const coefficient_scale *scale, unsigned place, int64_t level) {
  int64_t factor = scale->factors ? scale->factor * scale->factors[place] : scale->factor;
  return (int16_t)clamped_word((level * factor + scale->rounding) >> scale->shift);
}

// last_sig_coeff_x_prefix or _y_prefix.
INLINE unsigned decode_last_prefix(arithmetic_decoder *bins, context_variable *contexts, unsigned log2, int is_chroma) {
  unsigned offset = is_chroma ? 15 : 3 * (log2 - 2) + ((log2 - 1) >> 2);
  unsigned shift = is_chroma ? log2 - 2 : (log2 + 1) >> 2, most = 2 * log2 - 1, prefix = 0;
  while (prefix < most && decode_bin(bins, contexts + offset + (prefix >> shift))) prefix++;
  return prefix;
}

INLINE unsigned decode_last_suffix(arithmetic_decoder *bins, unsigned prefix) {
  if (prefix < 4) return prefix;
  unsigned count = (prefix >> 1) - 1;
  return (1u << count) * (2 + (prefix & 1)) + decode_bypass(bins, count);
}

// coeff_abs_level_remaining (9.3.3.11). Returns more than any level may be for a prefix that is too long.
INLINE uint32_t decode_remaining(arithmetic_decoder *bins, unsigned rice) {
  uint32_t seen = peek_bypass(bins, MOST_BYPASS);
  unsigned prefix = (unsigned)__builtin_clz(~(seen << (32 - MOST_BYPASS)));
  unsigned suffix = prefix <= 3 ? rice : prefix - 3 + rice, size = prefix + 1 + suffix;
  if (__builtin_expect(size <= MOST_BYPASS, 1)) {
    uint32_t taken = seen >> (MOST_BYPASS - size), low = taken & ((1u << suffix) - 1);
    take_bypass(bins, size, taken);
    return prefix <= 3 ? (prefix << rice) + low : (((1u << (prefix - 3)) + 2) << rice) + low;
  }
  for (prefix = 0; prefix < 32 && decode_bypass(bins, 1); prefix++) {}
  if (prefix < 4 || prefix > 28) return UINT32_MAX >> 1;
  suffix = prefix - 3 + rice;
  uint32_t low = 0;
  for (unsigned i = 0; i < suffix; i++) low = low << 1 | decode_bypass(bins, 1);
  // At most 2^29 · 2^4.
  return (uint32_t)((((uint64_t)1 << (prefix - 3)) + 2) << rice) + low;
}

// The levels of a group whose significant places are known, in the order of the scan backwards.
typedef struct {
  uint8_t places[16];
  uint32_t levels[16];
  unsigned count;
} coefficient_group;

// coeff_abs_level_greater1_flag, …greater2_flag, and what remains; returns the signs, the first uppermost.
INLINE uint32_t decode_levels(arithmetic_decoder *bins, context_variable *contexts, coefficient_group *group,
                              unsigned set, int is_chroma, int hides_signs, unsigned *greater, int *is_damaged) {
  context_variable *greater1 = contexts + CONTEXT_GREATER_1 + 4 * set + (is_chroma ? 16 : 0);
  unsigned count = group->count, flagged = count < 8 ? count : 8, context = 1, flags = 0;
  for (unsigned k = 0; k < flagged; k++) {
    unsigned flag = decode_bin(bins, greater1 + context);
    flags |= flag << k;
    group->levels[k] = 1 + flag;
    // 1, 2, 3 and on with 3, until a level is greater: then 0.
    context = flag ? 0 : (0x3320u >> (4 * context)) & 15;
  }
  *greater = context;
  unsigned first = 16;
  if (flags) {
    first = (unsigned)__builtin_ctz(flags);
    group->levels[first] += decode_bin(bins, contexts + CONTEXT_GREATER_2 + set + (is_chroma ? 4 : 0));
  }
  unsigned hidden = hides_signs && group->places[0] - group->places[count - 1] > 3;
  unsigned sign_count = count - hidden;
  uint32_t signs = decode_bypass(bins, sign_count) << (32 - sign_count);
  if (flags == 0 && count <= 8) {
    if (hidden && (count & 1)) signs |= 1u << (32 - count);
    return signs;
  }
  unsigned rice = 0, sum = 0;
  for (unsigned k = 0; k < count; k++) {
    uint32_t level = k < 8 ? group->levels[k] : 1;
    if (level == (k >= 8 ? 1u : k == first ? 3u : 2u)) {
      uint32_t remaining = decode_remaining(bins, rice);
      *is_damaged |= remaining > INT16_MAX;
      level += remaining;
      if (level > 3u << rice && rice < 4) rice++;
    }
    group->levels[k] = level;
    sum += level;
  }
  if (hidden && (sum & 1)) signs |= 1u << (32 - count);
  return signs;
}

// Which places of a group are significant, `from` and those before it. Returns how many `places` there are then.
INLINE unsigned decode_places(arithmetic_decoder *bins, context_variable *contexts, context_variable *first_context,
                              const uint8_t *increments, unsigned from, unsigned count, int is_inferred,
                              uint8_t places[16]) {
  for (unsigned place = from; place > 0; place--) {
    places[count] = (uint8_t)place;
    count += decode_bin(bins, contexts + increments[place]);
  }
  // A group that is said to hold something holds its first coefficient if no other.
  places[count] = 0;
  if (is_inferred && count == 0) return 1;
  return count + decode_bin(bins, first_context);
}

// Adds what the coefficients make to the prediction, and clears them. `columns` and `rows` are groups of four
// that are not all zero.
INLINE void finish_block(picture_decoder *decoder, const residual_block *block, int is_skipped, unsigned columns,
                         unsigned rows, int is_first_alone) {
  int16_t *coefficients = decoder->coefficients;
  unsigned size = 1u << block->log2;
  if (decoder->is_lossless || is_skipped)
    add_plain(block->out, block->stride, coefficients, (int)size, decoder->is_lossless);
  else if (is_first_alone && !block->is_sine) {
    add_constant(block->out, block->stride, (int)size, coefficients[0]);
    coefficients[0] = 0;
    return;
  } else switch (block->log2) {
    case 2: add_transformed4(block->out, block->stride, coefficients, block->is_sine); break;
    case 3: add_transformed8(block->out, block->stride, coefficients, (int)columns, (int)rows); break;
    case 4: add_transformed16(block->out, block->stride, coefficients, (int)columns, (int)rows); break;
    default: add_transformed32(block->out, block->stride, coefficients, (int)columns, (int)rows); break;
  }
  memset(coefficients, 0, size * 4 * rows * sizeof *coefficients);
}

INLINE void decode_residual(picture_decoder *decoder, const residual_block *block, int is_chroma) {
  arithmetic_decoder bins = decoder->arithmetic;
  context_variable *contexts = decoder->contexts;
  unsigned log2 = block->log2, scan = block->scan;
  int is_skipped = 0, is_damaged = 0;
  if (log2 == 2 && decoder->set->has_transform_skip && !decoder->is_lossless)
    is_skipped = (int)decode_bin(&bins, contexts + CONTEXT_TRANSFORM_SKIP + is_chroma);

  unsigned last_x = decode_last_prefix(&bins, contexts + CONTEXT_LAST_X, log2, is_chroma);
  unsigned last_y = decode_last_prefix(&bins, contexts + CONTEXT_LAST_Y, log2, is_chroma);
  last_x = decode_last_suffix(&bins, last_x);
  last_y = decode_last_suffix(&bins, last_y);
  if (scan == 2) {
    unsigned x = last_x;
    last_x = last_y;
    last_y = x;
  }
  const uint8_t *groups = fairy_hevc_groups[scan][log2 - 2];
  unsigned last_group =
      fairy_hevc_group_places[scan][log2 - 2][(last_x >> 2) | (last_y >> 2) << (log2 - 2)];
  unsigned last_place = fairy_hevc_place4[scan][(last_x & 3) | (last_y & 3) << 2];

  coefficient_scale scale = scale_of(decoder, block);
  int16_t *coefficients = decoder->coefficients;
  int hides_signs = decoder->set->hides_signs && !decoder->is_lossless;
  context_variable *significant = contexts + CONTEXT_SIGNIFICANT + (is_chroma ? 27 : 0);
  const uint8_t *scan4 = fairy_hevc_scan4[scan];
  // Which groups are coded: a bit for each column, with a row more below.
  uint16_t coded[9] = {0};
  unsigned columns = 0, rows = 0, greater = 1;
  for (int index = (int)last_group; index >= 0; index--) {
    unsigned x = groups[index] & 15, y = groups[index] >> 4;
    unsigned around = (coded[y] >> (x + 1) & 1) | (coded[y + 1] >> x & 1) << 1;
    coefficient_group group;
    unsigned from = 15;
    int is_inferred = 0;
    group.count = 0;
    if (index == (int)last_group) {
      group.places[0] = (uint8_t)last_place;
      group.count = 1;
      from = last_place - 1;
    } else if (index > 0) {
      if (!decode_bin(&bins, contexts + CONTEXT_CODED_GROUP + (around != 0) + (is_chroma ? 2 : 0))) continue;
      is_inferred = 1;
    }
    coded[y] |= (uint16_t)(1u << x);
    // The context of the first coefficient of the block is its own.
    if (last_place > 0 || index != (int)last_group) {
      context_variable *own = significant;
      const uint8_t *increments = fairy_hevc_significance4[scan];
      if (log2 > 2) {
        if (is_chroma) own += log2 == 3 ? 9 : 12;
        else own += (log2 == 3 ? (scan == 0 ? 9 : 15) : 21) + (index > 0 ? 3 : 0);
        increments = fairy_hevc_significance[scan][around];
      }
      group.count = decode_places(&bins, own, index > 0 ? own + increments[0] : significant, increments, from,
                                  group.count, is_inferred, group.places);
    }
    if (group.count == 0) continue;
    unsigned set = (index == 0 || is_chroma ? 0 : 2) + (index != (int)last_group && greater == 0);
    uint32_t signs = decode_levels(&bins, contexts, &group, set, is_chroma, hides_signs, &greater, &is_damaged);
    if (x >= columns) columns = x + 1;
    if (y >= rows) rows = y + 1;
    int16_t *corner = coefficients + ((y << 2 << log2) | x << 2);
    unsigned corner_place = (unsigned)(corner - coefficients);
    for (unsigned k = 0; k < group.count; k++, signs <<= 1) {
      unsigned at = scan4[group.places[k]], offset = (at & 3) | (at >> 2) << log2;
      int64_t level = (int64_t)group.levels[k];
      level = signs >> 31 ? -level : level;
      if (decoder->is_lossless) corner[offset] = (int16_t)level;
      else corner[offset] = scaled(&scale, corner_place + offset, level);
    }
  }
  decoder->arithmetic = bins;
  if (is_damaged) decoder->is_damaged = 1;
  finish_block(decoder, block, is_skipped, columns, rows, last_group == 0 && last_place == 0);
}

NOINLINE void decode_luma_residual(picture_decoder *decoder, const residual_block *block) {
  decode_residual(decoder, block, 0);
}
NOINLINE void decode_chroma_residual(picture_decoder *decoder, const residual_block *block) {
  decode_residual(decoder, block, 1);
}

#endif
