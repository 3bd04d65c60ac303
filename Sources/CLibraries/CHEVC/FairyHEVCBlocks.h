// Coding blocks and the quadtree that they are leaves of (7.3.8.4 to 7.3.8.7).
#ifndef FAIRY_HEVC_BLOCKS_H
#define FAIRY_HEVC_BLOCKS_H

#include "FairyHEVCTree.h"

// The mode of a block of luma, from its neighbours' (8.4.2). `part` is its number in a block of four, as those
// before it count though they are not decoded yet.
INLINE unsigned derive_mode(const picture_decoder *decoder, unsigned x, unsigned y, unsigned part, int is_predicted,
                            unsigned coded) {
  ptrdiff_t unit = unit_at(decoder, x, y), unit_above = unit - decoder->unit_stride;
  unsigned left = MODE_DC, above = MODE_DC;
  if ((part & 1) || decoder->areas[unit - 1] == decoder->area) left = decoder->modes[unit - 1];
  // The row of tree blocks above is not looked at, so that nobody has to keep it.
  if ((part & 2) || ((y & ((1u << decoder->log2_ctb) - 1)) != 0 && decoder->areas[unit_above] == decoder->area))
    above = decoder->modes[unit_above];
  unsigned modes[3];
  if (left != above) {
    modes[0] = left;
    modes[1] = above;
    modes[2] = left != MODE_PLANAR && above != MODE_PLANAR ? MODE_PLANAR
               : left != MODE_DC && above != MODE_DC       ? MODE_DC
                                                           : MODE_VERTICAL;
  } else if (left < 2) {
    modes[0] = MODE_PLANAR;
    modes[1] = MODE_DC;
    modes[2] = MODE_VERTICAL;
  } else {
    modes[0] = left;
    modes[1] = 2 + (left + 29) % 32;
    modes[2] = 2 + (left - 1) % 32;
  }
  if (is_predicted) return modes[coded];
  // The others are numbered without the three.
  for (int i = 0; i < 2; i++)
    for (int j = i + 1; j < 3; j++)
      if (modes[i] > modes[j]) {
        unsigned mode = modes[i];
        modes[i] = modes[j];
        modes[j] = mode;
      }
  for (int i = 0; i < 3; i++) coded += coded >= modes[i];
  return coded;
}

static void decode_modes(picture_decoder *decoder, unsigned x, unsigned y, unsigned size) {
  arithmetic_decoder *bins = &decoder->arithmetic;
  unsigned count = decoder->has_four_parts ? 4 : 1, half = size >> 1, is_predicted[4];
  for (unsigned i = 0; i < count; i++)
    is_predicted[i] = decode_bin(bins, decoder->contexts + CONTEXT_PREDICTED_MODE);
  for (unsigned i = 0; i < count; i++) {
    unsigned coded = 0;
    if (!is_predicted[i]) coded = decode_bypass(bins, 5);
    else if (decode_bypass(bins, 1)) coded = 1 + decode_bypass(bins, 1);
    unsigned left = x + (i & 1) * half, top = y + (i >> 1) * half;
    unsigned mode = derive_mode(decoder, left, top, i, (int)is_predicted[i], coded);
    fill_units(decoder, decoder->modes, left, top, count == 4 ? half : size, (int)mode);
  }
  if (decoder->sequence->is_gray) return;
  unsigned luma = decoder->modes[unit_at(decoder, x, y)];
  decoder->chroma_mode = luma;
  if (decode_bin(bins, decoder->contexts + CONTEXT_CHROMA_MODE)) {
    static const uint8_t modes[4] = {MODE_PLANAR, MODE_VERTICAL, MODE_HORIZONTAL, MODE_DC};
    unsigned mode = modes[decode_bypass(bins, 2)];
    decoder->chroma_mode = mode == luma ? 34 : mode;
  }
}

// Samples as they are (7.3.8.7); the arithmetic decoder begins anew behind them.
static void decode_samples(picture_decoder *decoder, unsigned x, unsigned y, unsigned size) {
  arithmetic_decoder *bins = &decoder->arithmetic;
  const sequence_set *sequence = decoder->sequence;
  size_t at = position_after_end(bins);
  unsigned chroma = sequence->is_gray ? 0 : size / 2;
  size_t bits = (size_t)size * size * sequence->pcm_bits_luma + 2u * chroma * chroma * sequence->pcm_bits_chroma;
  if (at > bins->size || (bits + 7) / 8 > bins->size - at) {
    decoder->is_damaged = 1;
    return;
  }
  bit_reader reader = {.bytes = bins->bytes, .at = at * 8, .size = bins->size * 8};
  for (unsigned component = 0; component < (sequence->is_gray ? 1 : 3); component++) {
    plane_buffer plane = decoder->planes[component];
    unsigned shift = component > 0, width = component ? sequence->pcm_bits_chroma : sequence->pcm_bits_luma;
    uint8_t *out = plane.samples + (ptrdiff_t)(y >> shift) * plane.stride + (x >> shift);
    for (unsigned row = 0; row < size >> shift; row++, out += plane.stride)
      for (unsigned column = 0; column < size >> shift; column++)
        out[column] = (uint8_t)(read_bits(&reader, width) << (8 - width));
  }
  if (!begin_arithmetic(bins, at + (bits + 7) / 8)) decoder->is_damaged = 1;
}

// A coding_unit (7.3.8.5).
static void decode_block(picture_decoder *decoder, unsigned x, unsigned y, unsigned log2, unsigned depth) {
  const sequence_set *sequence = decoder->sequence;
  arithmetic_decoder *bins = &decoder->arithmetic;
  unsigned size = 1u << log2;
  decoder->is_lossless = 0;
  if (decoder->set->has_lossless) decoder->is_lossless = (int)decode_bin(bins, decoder->contexts + CONTEXT_LOSSLESS);
  decoder->has_four_parts = 0;
  if (log2 == sequence->log2_min_block)
    decoder->has_four_parts = !decode_bin(bins, decoder->contexts + CONTEXT_PARTS);
  int is_plain = 0;
  if (sequence->has_pcm && !decoder->has_four_parts && log2 >= sequence->log2_min_pcm &&
      log2 <= sequence->log2_max_pcm)
    is_plain = (int)decode_end(bins);
  fill_units(decoder, decoder->depths, x, y, size, (int)depth);
  if (is_plain) {
    decode_samples(decoder, x, y, size);
    fill_units(decoder, decoder->modes, x, y, size, MODE_DC);
    mark_decoded(decoder, x, y, size);
    mark_edges(decoder, x, y, size);
  } else {
    decode_modes(decoder, x, y, size);
    decoder->most_transform_depth = sequence->transform_depth + (unsigned)decoder->has_four_parts;
    decode_transform_tree(decoder, x, y, log2, 0, 0, sequence->is_gray ? 0 : 3);
  }
  fill_units(decoder, decoder->qps, x, y, size, decoder->qp);
  decoder->previous_qp = decoder->qp;
  if (!decoder->is_lossless && !(is_plain && sequence->pcm_is_unfiltered)) return;
  decoder->has_unfiltered = 1;
  uint8_t *row = decoder->edges + unit_at(decoder, x, y);
  for (unsigned i = 0; i < size; i += 4, row += decoder->unit_stride)
    for (unsigned j = 0; j < size >> 2; j++) row[j] |= UNFILTERED;
}

// A coding_quadtree (7.3.8.4).
static void decode_quadtree(picture_decoder *decoder, unsigned x, unsigned y, unsigned log2, unsigned depth) {
  unsigned size = 1u << log2, half = size >> 1;
  int is_split = log2 > decoder->sequence->log2_min_block;
  if (is_split && x + size <= decoder->width && y + size <= decoder->height) {
    ptrdiff_t unit = unit_at(decoder, x, y), above = unit - decoder->unit_stride;
    unsigned deeper = (decoder->areas[unit - 1] == decoder->area && decoder->depths[unit - 1] > depth) +
                      (decoder->areas[above] == decoder->area && decoder->depths[above] > depth);
    is_split = (int)decode_bin(&decoder->arithmetic, decoder->contexts + CONTEXT_SPLIT_BLOCK + deeper);
  }
  if (decoder->set->has_qp_delta && log2 + decoder->set->qp_delta_depth >= decoder->log2_ctb)
    begin_quantization_group(decoder, x, y);
  if (!is_split) {
    decode_block(decoder, x, y, log2, depth);
    return;
  }
  for (unsigned i = 0; i < 4; i++) {
    unsigned left = x + (i & 1) * half, top = y + (i >> 1) * half;
    if (left < decoder->width && top < decoder->height && !decoder->is_damaged)
      decode_quadtree(decoder, left, top, log2 - 1, depth + 1);
  }
}

#endif
