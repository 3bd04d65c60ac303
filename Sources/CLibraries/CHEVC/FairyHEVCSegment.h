// Slice segments (7.3.8.1), and their coding tree blocks (7.3.8.2).
#ifndef FAIRY_HEVC_SEGMENT_H
#define FAIRY_HEVC_SEGMENT_H

#include "FairyHEVCBlocks.h"

// The beginning of all context variables (9.3.2.2).
static void begin_contexts(picture_decoder *decoder) {
  int qp = decoder->segment->qp;
  for (int i = 0; i < CONTEXT_COUNT; i++) {
    int value = fairy_hevc_initial_contexts[i];
    int slope = (value >> 4) * 5 - 45, offset = ((value & 15) << 3) - 16;
    int state = ((slope * qp) >> 4) + offset;
    state = state < 1 ? 1 : state > 126 ? 126 : state;
    decoder->contexts[i] = fairy_hevc_states[state <= 63 ? (63 - state) << 1 : (state - 64) << 1 | 1];
  }
}

// Whether a tree block that was decoded before is in the same slice and tile as another.
INLINE int is_joined(const picture_decoder *decoder, const tree_block *before, const tree_block *block) {
  return before->is_decoded && before->tile == block->tile &&
         decoder->segments[before->segment].slice_address == decoder->segments[block->segment].slice_address;
}

static void decode_sao_component(picture_decoder *decoder, sao_parameters *sao, unsigned component) {
  arithmetic_decoder *bins = &decoder->arithmetic;
  if (component < 2) {
    if (decode_bin(bins, decoder->contexts + CONTEXT_SAO_TYPE)) sao->type[component] = decode_bypass(bins, 1) ? 2 : 1;
  } else sao->type[2] = sao->type[1];
  if (sao->type[component] == 0) return;
  int8_t *offsets = sao->offsets[component];
  for (int i = 0; i < 4; i++)
    while (offsets[i] < 7 && decode_bypass(bins, 1)) offsets[i]++;
  if (sao->type[component] == 1) {
    for (int i = 0; i < 4; i++)
      if (offsets[i] != 0 && decode_bypass(bins, 1)) offsets[i] = (int8_t)-offsets[i];
    sao->band_or_class[component] = (uint8_t)decode_bypass(bins, 5);
  } else {
    offsets[2] = (int8_t)-offsets[2];
    offsets[3] = (int8_t)-offsets[3];
    sao->band_or_class[component] =
        component < 2 ? (uint8_t)decode_bypass(bins, 2) : sao->band_or_class[1];
  }
}

// 7.3.8.3.
static void decode_sao(picture_decoder *decoder, uint32_t raster, tree_block *block) {
  const slice_segment *segment = decoder->segment;
  memset(&block->sao, 0, sizeof block->sao);
  if (!segment->has_sao_luma && !segment->has_sao_chroma) return;
  const tree_block *left = raster % decoder->columns != 0 ? block - 1 : NULL;
  const tree_block *above = raster >= decoder->columns ? block - decoder->columns : NULL;
  context_variable *merge = decoder->contexts + CONTEXT_SAO_MERGE;
  if (left && is_joined(decoder, left, block) && decode_bin(&decoder->arithmetic, merge)) block->sao = left->sao;
  else if (above && is_joined(decoder, above, block) && decode_bin(&decoder->arithmetic, merge))
    block->sao = above->sao;
  else
    for (unsigned component = 0; component < (decoder->sequence->is_gray ? 1 : 3); component++)
      if (component == 0 ? segment->has_sao_luma : segment->has_sao_chroma)
        decode_sao_component(decoder, &block->sao, component);
}

// Whether the edge between a tree block and one before it is filtered.
INLINE int filters_edge(const picture_decoder *decoder, const tree_block *before, const tree_block *block) {
  const slice_segment *segments = decoder->segments;
  return (segments[block->segment].filters_across ||
          segments[before->segment].slice_address == segments[block->segment].slice_address) &&
         (decoder->set->filters_across_tiles || before->tile == block->tile);
}

// Sets contexts and quantization for the first tree block of a segment, tile, or row of a wavefront (9.3.1).
static fairy_hevc_status begin_substream(picture_decoder *decoder, uint32_t raster, int begins_segment,
                                         int begins_tile, int begins_row) {
  const tree_block *block = &decoder->tree_blocks[raster];
  int is_dependent = begins_segment && decoder->segment->is_dependent;
  if (begins_tile) begin_contexts(decoder);
  else if (begins_row) {
    const tree_block *corner = block - decoder->columns + 1;
    int has_corner = raster >= decoder->columns && (raster + 1) % decoder->columns != 0 &&
                     is_joined(decoder, corner, block);
    if (has_corner) memcpy(decoder->contexts, decoder->row_contexts, sizeof decoder->contexts);
    else begin_contexts(decoder);
  } else if (is_dependent) memcpy(decoder->contexts, decoder->segment_contexts, sizeof decoder->contexts);
  else begin_contexts(decoder);
  if (begins_tile || begins_row || !is_dependent) decoder->qp = decoder->previous_qp = decoder->segment->qp;
  if (begins_tile || (begins_segment && !is_dependent)) {
    if (decoder->area == UINT16_MAX) return FAIRY_HEVC_UNSUPPORTED;
    decoder->area++;
  }
  return FAIRY_HEVC_OK;
}

static void decode_tree_block(picture_decoder *decoder, uint32_t raster, tree_block *block) {
  uint32_t column = raster % decoder->columns, row = raster / decoder->columns;
  decoder->filters_left_edge = column > 0 && filters_edge(decoder, block - 1, block);
  decoder->filters_upper_edge = row > 0 && filters_edge(decoder, block - decoder->columns, block);
  decode_sao(decoder, raster, block);
  decode_quadtree(decoder, column << decoder->log2_ctb, row << decoder->log2_ctb, decoder->log2_ctb, 0);
  block->is_decoded = 1;
}

// Decodes a segment, which has to begin at the tree block `*coded` in coded order; sets that to the one behind it.
static fairy_hevc_status decode_segment(picture_decoder *decoder, size_t index, uint32_t *coded) {
  const slice_segment *segment = &decoder->segments[index];
  const picture_set *set = decoder->set;
  arithmetic_decoder *bins = &decoder->arithmetic;
  uint32_t count = decoder->columns * decoder->rows;
  if (*coded >= count || decoder->raster_of_coded[*coded] != segment->address) return FAIRY_HEVC_DAMAGED;
  decoder->segment = segment;
  *bins = (arithmetic_decoder){.bytes = decoder->bytes + segment->data, .size = segment->size};
  size_t at = 0;
  for (int begins_segment = 1;; begins_segment = 0) {
    uint32_t raster = decoder->raster_of_coded[*coded], column = raster % decoder->columns;
    tree_block *block = &decoder->tree_blocks[raster];
    int begins_tile = *coded == 0 || decoder->tree_blocks[decoder->raster_of_coded[*coded - 1]].tile != block->tile;
    int begins_row = set->has_wavefronts && (column == 0 || block[-1].tile != block->tile);
    block->segment = (uint32_t)index;
    if (begins_segment || begins_tile || begins_row) {
      if (!begins_segment) {
        if (!decode_end(bins)) return FAIRY_HEVC_DAMAGED;
        at = position_after_end(bins);
      }
      if (at >= bins->size || !begin_arithmetic(bins, at)) return FAIRY_HEVC_DAMAGED;
      fairy_hevc_status status = begin_substream(decoder, raster, begins_segment, begins_tile, begins_row);
      if (status != FAIRY_HEVC_OK) return status;
    }
    decode_tree_block(decoder, raster, block);
    if (decoder->is_damaged || is_over(bins)) return FAIRY_HEVC_DAMAGED;
    if (set->has_wavefronts && column > 0 && block[-1].tile == block->tile &&
        (column == 1 || block[-2].tile != block->tile))
      memcpy(decoder->row_contexts, decoder->contexts, sizeof decoder->contexts);
    ++*coded;
    if (decode_end(bins)) break;
    if (*coded >= count) return FAIRY_HEVC_DAMAGED;
  }
  memcpy(decoder->segment_contexts, decoder->contexts, sizeof decoder->contexts);
  return is_over(bins) ? FAIRY_HEVC_DAMAGED : FAIRY_HEVC_OK;
}

#endif
