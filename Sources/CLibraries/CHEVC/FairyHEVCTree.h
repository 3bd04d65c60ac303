// Coding tree blocks: how a picture is divided (7.3.8), and the prediction and residual of each part.
#ifndef FAIRY_HEVC_TREE_H
#define FAIRY_HEVC_TREE_H

#include "FairyHEVCIntra.h"
#include "FairyHEVCResidual.h"

// What is kept about units (see picture_decoder).
enum { EDGE_LEFT = 1, EDGE_ABOVE = 2, UNFILTERED = 4 };

INLINE ptrdiff_t unit_at(const picture_decoder *decoder, unsigned x, unsigned y) {
  return (ptrdiff_t)(y >> 2) * decoder->unit_stride + (x >> 2);
}

// Sets a byte for each unit of a square of luma samples.
INLINE void fill_units(const picture_decoder *decoder, void *units, unsigned x, unsigned y, unsigned size,
                       int value) {
  uint8_t *row = (uint8_t *)units + unit_at(decoder, x, y);
  for (unsigned i = 0; i < size; i += 4, row += decoder->unit_stride) memset(row, value, size >> 2);
}

INLINE void mark_decoded(picture_decoder *decoder, unsigned x, unsigned y, unsigned size) {
  uint16_t *row = decoder->areas + unit_at(decoder, x, y);
  for (unsigned i = 0; i < size; i += 4, row += decoder->unit_stride)
    for (unsigned j = 0; j < size >> 2; j++) row[j] = decoder->area;
}

// Notes the edges of a block for deblocking: those on the grid of 8×8 alone.
INLINE void mark_edges(picture_decoder *decoder, unsigned x, unsigned y, unsigned size) {
  if (decoder->segment->deblocking_is_off) return;
  uint8_t *unit = decoder->edges + unit_at(decoder, x, y);
  unsigned mask = (1u << decoder->log2_ctb) - 1;
  if ((x & 7) == 0 && ((x & mask) != 0 || decoder->filters_left_edge))
    for (unsigned i = 0; i < size >> 2; i++) unit[(ptrdiff_t)i * decoder->unit_stride] |= EDGE_LEFT;
  if ((y & 7) == 0 && ((y & mask) != 0 || decoder->filters_upper_edge))
    for (unsigned i = 0; i < size >> 2; i++) unit[i] |= EDGE_ABOVE;
}

// Quantization.

// The prediction of a quantization group's parameter (8.6.1).
INLINE void begin_quantization_group(picture_decoder *decoder, unsigned x, unsigned y) {
  unsigned mask = (1u << decoder->log2_ctb) - 1;
  const int8_t *unit = decoder->qps + unit_at(decoder, x, y);
  int left = (x & mask) != 0 ? unit[-1] : decoder->previous_qp;
  int above = (y & mask) != 0 ? unit[-decoder->unit_stride] : decoder->previous_qp;
  decoder->predicted_qp = (left + above + 1) >> 1;
  decoder->qp = decoder->predicted_qp;
  decoder->qp_delta_is_coded = 0;
}

// cu_qp_delta_abs and its sign.
static void decode_qp_delta(picture_decoder *decoder) {
  arithmetic_decoder *bins = &decoder->arithmetic;
  int delta = 0;
  while (delta < 5 && decode_bin(bins, decoder->contexts + CONTEXT_QP_DELTA + (delta > 0))) delta++;
  if (delta == 5) {
    unsigned count = 0;
    while (count < 8 && decode_bypass(bins, 1)) delta += 1 << count++;
    if (count > 0) delta += (int)decode_bypass(bins, count);
  }
  if (delta != 0 && decode_bypass(bins, 1)) delta = -delta;
  decoder->qp_delta_is_coded = 1;
  if (delta < -26 || delta > 25) decoder->is_damaged = 1;
  else decoder->qp = (decoder->predicted_qp + delta + 52) % 52;
}

INLINE int chroma_qp(const picture_decoder *decoder, unsigned component) {
  const slice_segment *segment = decoder->segment;
  int qp = decoder->qp + (component == 1 ? segment->cb_qp_offset : segment->cr_qp_offset);
  if (qp < 30) return qp < 0 ? 0 : qp;
  return qp > 43 ? (qp > 57 ? 57 : qp) - 6 : fairy_hevc_chroma_qp[qp - 30];
}

// Transform blocks.

// The order of coefficients (7.4.9.11): modes near the horizontal one have them in columns, and the reverse.
INLINE unsigned scan_of(unsigned mode) { return mode - 6 <= 8 ? 2 : mode - 22 <= 8 ? 1 : 0; }

INLINE void decode_luma_block(picture_decoder *decoder, unsigned x, unsigned y, unsigned log2, unsigned mode,
                              int is_coded) {
  plane_buffer plane = decoder->planes[0];
  uint8_t *out = plane.samples + (ptrdiff_t)y * plane.stride + x;
  availability found = availability_of(decoder, x, y, 1u << log2);
  switch (log2) {
    case 2: predict_luma4(decoder, out, plane.stride, mode, found); break;
    case 3: predict_luma8(decoder, out, plane.stride, mode, found); break;
    case 4: predict_luma16(decoder, out, plane.stride, mode, found); break;
    default: predict_luma32(decoder, out, plane.stride, mode, found); break;
  }
  if (!is_coded) return;
  residual_block block = {.out = out, .stride = plane.stride, .log2 = log2, .component = 0, .qp = decoder->qp,
                          .scan = log2 < 4 ? scan_of(mode) : 0, .is_sine = log2 == 2};
  decode_luma_residual(decoder, &block);
}

// Both chroma blocks of a square of luma samples; `log2` is theirs.
INLINE void decode_chroma_blocks(picture_decoder *decoder, unsigned x, unsigned y, unsigned log2, unsigned coded) {
  availability found = availability_of(decoder, x, y, 2u << log2);
  unsigned mode = decoder->chroma_mode;
  for (unsigned component = 1; component < 3; component++) {
    plane_buffer plane = decoder->planes[component];
    uint8_t *out = plane.samples + (ptrdiff_t)(y >> 1) * plane.stride + (x >> 1);
    switch (log2) {
      case 2: predict_chroma4(decoder, out, plane.stride, mode, found); break;
      case 3: predict_chroma8(decoder, out, plane.stride, mode, found); break;
      default: predict_chroma16(decoder, out, plane.stride, mode, found); break;
    }
    if ((coded & component) == 0) continue;
    residual_block block = {.out = out, .stride = plane.stride, .log2 = log2, .component = component,
                            .qp = chroma_qp(decoder, component), .scan = log2 == 2 ? scan_of(mode) : 0};
    decode_chroma_residual(decoder, &block);
  }
}

// A transform_unit. `coded` tells which chroma blocks have coefficients (1 Cb, 2 Cr): those of this block, or of
// the four blocks of 4×4 that share them, of which this is the one numbered `part`.
INLINE void decode_transform_unit(picture_decoder *decoder, unsigned x, unsigned y, unsigned log2, unsigned part,
                                  unsigned depth, unsigned coded) {
  int is_coded = (int)decode_bin(&decoder->arithmetic, decoder->contexts + CONTEXT_CODED_LUMA + (depth == 0));
  if ((is_coded || coded) && decoder->set->has_qp_delta && !decoder->qp_delta_is_coded) decode_qp_delta(decoder);
  decode_luma_block(decoder, x, y, log2, decoder->modes[unit_at(decoder, x, y)], is_coded);
  if (!decoder->sequence->is_gray) {
    if (log2 > 2) decode_chroma_blocks(decoder, x, y, log2 - 1, coded);
    else if (part == 3) decode_chroma_blocks(decoder, x - 4, y - 4, 2, coded);
  }
  mark_decoded(decoder, x, y, 1u << log2);
  mark_edges(decoder, x, y, 1u << log2);
}

// A transform_tree (7.3.8.8). `coded` tells which chroma blocks of the block above have coefficients.
static void decode_transform_tree(picture_decoder *decoder, unsigned x, unsigned y, unsigned log2, unsigned part,
                                  unsigned depth, unsigned coded) {
  const sequence_set *sequence = decoder->sequence;
  arithmetic_decoder *bins = &decoder->arithmetic;
  int is_split;
  if (log2 <= sequence->log2_max_transform && log2 > sequence->log2_min_transform &&
      depth < decoder->most_transform_depth && !(decoder->has_four_parts && depth == 0))
    is_split = (int)decode_bin(bins, decoder->contexts + CONTEXT_SPLIT_TRANSFORM + 5 - log2);
  else is_split = log2 > sequence->log2_max_transform || (decoder->has_four_parts && depth == 0);
  if (log2 > 2 && coded) {
    unsigned above = coded;
    coded = 0;
    for (unsigned component = 1; component < 3; component++)
      if (above & component && decode_bin(bins, decoder->contexts + CONTEXT_CODED_CHROMA + depth))
        coded |= component;
  }
  if (!is_split) {
    decode_transform_unit(decoder, x, y, log2, part, depth, coded);
    return;
  }
  unsigned half = 1u << (log2 - 1);
  for (unsigned i = 0; i < 4; i++)
    decode_transform_tree(decoder, x + (i & 1) * half, y + (i >> 1) * half, log2 - 1, i, depth + 1, coded);
}

#endif
