// Sample adaptive offset (8.7.3), which is also how samples get from the decoder's planes to the caller's.
#ifndef FAIRY_HEVC_OFFSET_H
#define FAIRY_HEVC_OFFSET_H

#include "FairyHEVCTree.h"

// A tree block in one plane.
typedef struct {
  const uint8_t *in;
  ptrdiff_t in_stride;
  uint8_t *out;
  ptrdiff_t out_stride;
  // Those within the picture.
  unsigned width, height;
} offset_block;

// Adds to samples one of four offsets, chosen by masks.
INLINE bytes16 offset_by(bytes16 samples, const bytes16 masks[4], const int8_t offsets[4]) {
  bytes16 more = {0}, less = {0};
  for (int i = 0; i < 4; i++) {
    uint8_t up = (uint8_t)(offsets[i] > 0 ? offsets[i] : 0), down = (uint8_t)(offsets[i] < 0 ? -offsets[i] : 0);
    more |= masks[i] & up;
    less |= masks[i] & down;
  }
  return __builtin_elementwise_sub_sat(__builtin_elementwise_add_sat(samples, more), less);
}

INLINE void offset_bands(const offset_block *block, const int8_t offsets[4], unsigned first) {
  for (unsigned y = 0; y < block->height; y++)
    for (unsigned x = 0; x < block->width; x += 16) {
      bytes16 samples = LOAD(bytes16, block->in + (ptrdiff_t)y * block->in_stride + x), masks[4];
      bytes16 band = ((samples >> 3) - (uint8_t)first) & 31;
      for (uint8_t i = 0; i < 4; i++) masks[i] = (bytes16)(band == i);
      STORE(block->out + (ptrdiff_t)y * block->out_stride + x, offset_by(samples, masks, offsets));
    }
}

INLINE void offset_edges(const offset_block *block, const int8_t offsets[4], ptrdiff_t neighbour) {
  for (unsigned y = 0; y < block->height; y++)
    for (unsigned x = 0; x < block->width; x += 16) {
      const uint8_t *in = block->in + (ptrdiff_t)y * block->in_stride + x;
      bytes16 samples = LOAD(bytes16, in), a = LOAD(bytes16, in + neighbour), b = LOAD(bytes16, in - neighbour);
      // Comparisons give -1, so this is 2 for a minimum and -2 for a maximum.
      bytes16 shape = (bytes16)((samples > a) + (samples > b) - (samples < a) - (samples < b));
      bytes16 masks[4] = {(bytes16)(shape == 2), (bytes16)(shape == 1), (bytes16)(shape == 255),
                          (bytes16)(shape == 254)};
      STORE(block->out + (ptrdiff_t)y * block->out_stride + x, offset_by(samples, masks, offsets));
    }
}

// Whether samples of one tree block may look at those of another (8.7.3.2).
INLINE int may_look(const picture_decoder *decoder, uint32_t from, int column, int row) {
  int64_t x = (int64_t)(from % decoder->columns) + column, y = (int64_t)(from / decoder->columns) + row;
  if (x < 0 || y < 0 || x >= decoder->columns || y >= decoder->rows) return 0;
  uint32_t to = (uint32_t)(y * decoder->columns + x);
  const tree_block *here = &decoder->tree_blocks[from], *there = &decoder->tree_blocks[to];
  if (!decoder->set->filters_across_tiles && here->tile != there->tile) return 0;
  const slice_segment *mine = &decoder->segments[here->segment], *other = &decoder->segments[there->segment];
  if (mine->slice_address == other->slice_address) return 1;
  // The later of the two slices decides.
  return decoder->coded_of_raster[to] < decoder->coded_of_raster[from] ? mine->filters_across
                                                                        : other->filters_across;
}

// Puts samples on the sides of a tree block back where the filter looked at what it may not see.
static void restore_sides(const picture_decoder *decoder, uint32_t raster, const offset_block *block, int dx, int dy) {
  int allowed[3][3], is_free = 1;
  for (int y = -1; y <= 1; y++)
    for (int x = -1; x <= 1; x++) {
      allowed[y + 1][x + 1] = (x == 0 && y == 0) || may_look(decoder, raster, x, y);
      is_free &= allowed[y + 1][x + 1];
    }
  if (is_free) return;
  int width = (int)block->width, height = (int)block->height;
  for (int y = 0; y < height; y++) {
    int is_inner = y > 0 && y < height - 1;
    for (int x = 0; x < width; x += is_inner && x < width - 1 && width > 1 ? width - 1 : 1) {
      int is_allowed = 1;
      for (int sign = -1; sign <= 1; sign += 2) {
        int column = x + sign * dx, row = y + sign * dy;
        is_allowed &= allowed[row < 0 ? 0 : row >= height ? 2 : 1][column < 0 ? 0 : column >= width ? 2 : 1];
      }
      if (!is_allowed)
        block->out[(ptrdiff_t)y * block->out_stride + x] = block->in[(ptrdiff_t)y * block->in_stride + x];
    }
  }
}

// Puts samples back that no filter may change.
static void restore_units(const picture_decoder *decoder, unsigned x, unsigned y, unsigned shift,
                          const offset_block *block) {
  unsigned side = 4u >> shift;
  for (unsigned row = 0; row < block->height; row += side)
    for (unsigned column = 0; column < block->width; column += side) {
      if ((decoder->edges[unit_at(decoder, x + (column << shift), y + (row << shift))] & UNFILTERED) == 0) continue;
      for (unsigned i = 0; i < side; i++)
        memcpy(block->out + (ptrdiff_t)(row + i) * block->out_stride + column,
               block->in + (ptrdiff_t)(row + i) * block->in_stride + column, side);
    }
}

static void offset_samples(const picture_decoder *decoder, uint32_t raster, unsigned component,
                           const offset_block *block) {
  const sao_parameters *sao = &decoder->tree_blocks[raster].sao;
  if (sao->type[component] == 1) offset_bands(block, sao->offsets[component], sao->band_or_class[component]);
  else {
    // sao_eo_class: the neighbours on the left, above, to the upper left, to the upper right.
    static const int8_t steps[4][2] = {{-1, 0}, {0, -1}, {-1, -1}, {1, -1}};
    const int8_t *step = steps[sao->band_or_class[component]];
    offset_edges(block, sao->offsets[component], step[1] * block->in_stride + step[0]);
    restore_sides(decoder, raster, block, step[0], step[1]);
  }
  if (!decoder->has_unfiltered) return;
  unsigned column = raster % decoder->columns, row = raster / decoder->columns;
  restore_units(decoder, column << decoder->log2_ctb, row << decoder->log2_ctb, component > 0, block);
}

static void store_tree_block(const picture_decoder *decoder, uint32_t raster, unsigned component,
                             const fairy_hevc_plane *target) {
  unsigned shift = component > 0, size = 1u << decoder->log2_ctb >> shift;
  size_t x = raster % decoder->columns * size, y = raster / decoder->columns * size;
  const plane_buffer *plane = &decoder->planes[component];
  offset_block block = {.in = plane->samples + (ptrdiff_t)y * plane->stride + x, .in_stride = plane->stride};
  block.width = (unsigned)MIN((size_t)size, (decoder->width >> shift) - x);
  block.height = (unsigned)MIN((size_t)size, (decoder->height >> shift) - y);

  // What of it is within the window, and within the caller's plane.
  size_t window_x = decoder->sequence->window_x >> shift, window_y = decoder->sequence->window_y >> shift;
  size_t left = x > window_x ? x : window_x, top = y > window_y ? y : window_y;
  size_t right = MIN(x + block.width, window_x + target->width);
  size_t bottom = MIN(y + block.height, window_y + target->height);
  if (left >= right || top >= bottom) return;

  uint8_t *out = target->base + (ptrdiff_t)(top - window_y) * target->stride + (left - window_x);
  _Alignas(32) uint8_t samples[64 * 64];
  const uint8_t *from = block.in + (ptrdiff_t)(top - y) * block.in_stride + (left - x);
  ptrdiff_t from_stride = block.in_stride;
  if (decoder->tree_blocks[raster].sao.type[component] != 0) {
    int is_whole = right - left == size && bottom - top == size && size >= 16;
    block.out = is_whole ? out : samples;
    block.out_stride = is_whole ? target->stride : 64;
    offset_samples(decoder, raster, component, &block);
    if (is_whole) return;
    from = samples + (top - y) * 64 + (left - x);
    from_stride = 64;
  }
  for (; top < bottom; top++, out += target->stride, from += from_stride) memcpy(out, from, right - left);
}

#endif
