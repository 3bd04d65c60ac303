#include "CHEVCStreams.h"

#include <pthread.h>
#include <stdlib.h>

#include "EncodingArithmetic.h"
#include "UnitWriter.h"

#include "../../Sources/CLibraries/CHEVC/FairyHEVCSegment.h"

enum { MOST_SEGMENTS = 4096, LONGEST_SIDE = 200 };

// What is drawn for a stream besides its parameter sets.
static struct {
  sequence_set sequence;
  picture_set set;
  slice_segment segments[MOST_SEGMENTS];
  size_t segment_count;
  // The tree block that comes next, and that with which the segment began, in coded order.
  uint32_t coded, segment_start;
  // Whether segments end where tiles do, and nowhere else; of a hundred tree blocks, how many end one.
  int ends_with_tiles;
  uint32_t odds_of_end;
  // Whether the slice began within a row; whether a substream ends now; how many did in the segment.
  int slice_began_within_row, ends_substream;
  uint32_t substreams;
} plan;

static const tree_block *block_at(uint32_t coded) {
  return &maker.picture.tree_blocks[maker.picture.raster_of_coded[coded]];
}

static int begins_row(uint32_t coded) {
  uint32_t raster = maker.picture.raster_of_coded[coded];
  const tree_block *block = &maker.picture.tree_blocks[raster];
  return raster % maker.picture.columns == 0 || block[-1].tile != block->tile;
}

static int ends_segment(void) {
  if (plan.ends_substream) {
    plan.ends_substream = 0;
    return 1;
  }
  uint32_t next = plan.coded;
  if (next >= maker.picture.columns * maker.picture.rows) return 1;
  int ends_tile = block_at(next)->tile != block_at(next - 1)->tile, is_end = happens(plan.odds_of_end);
  // 6.3.1: slices are of whole tiles, or within one. Those of wavefronts that begin within a row end with it.
  if (plan.set.has_tiles) is_end = plan.ends_with_tiles ? is_end && ends_tile : is_end || ends_tile;
  int ends_row = plan.set.has_wavefronts && begins_row(next);
  if (ends_row && !begins_row(plan.segment_start)) is_end = 1;
  if (!is_end && ((plan.set.has_tiles && ends_tile) || ends_row)) {
    plan.ends_substream = 1;
    plan.substreams++;
  }
  return is_end;
}

// Parameter sets.

static void draw_sequence(sequence_set *set) {
  set->is_gray = (uint8_t)happens(10);
  set->log2_ctb = (uint8_t)(4 + draw(3));
  set->log2_min_block = (uint8_t)(3 + draw(set->log2_ctb - 2u));
  set->log2_min_transform = (uint8_t)(2 + draw(set->log2_min_block - 2u < 3 ? set->log2_min_block - 2u : 3));
  unsigned most = set->log2_ctb < 5 ? set->log2_ctb : 5;
  set->log2_max_transform = (uint8_t)(set->log2_min_transform + draw(most - set->log2_min_transform + 1u));
  set->transform_depth = (uint8_t)draw(set->log2_ctb - set->log2_min_transform + 1u);
  uint32_t side = 1u << set->log2_min_block;
  set->width = side * (1 + draw(LONGEST_SIDE / side));
  set->height = side * (1 + draw(LONGEST_SIDE / side));
  set->has_sao = (uint8_t)happens(70);
  set->has_strong_smoothing = (uint8_t)happens(60);
  set->has_scaling_lists = (uint8_t)happens(40);
  set->has_pcm = set->log2_min_block <= 5 && happens(40);
  if (set->has_pcm) {
    set->pcm_bits_luma = (uint8_t)(1 + draw(8));
    set->pcm_bits_chroma = (uint8_t)(1 + draw(8));
    set->log2_min_pcm = (uint8_t)(set->log2_min_block + draw(most - set->log2_min_block + 1u));
    set->log2_max_pcm = (uint8_t)(set->log2_min_pcm + draw(most - set->log2_min_pcm + 1u));
    set->pcm_is_unfiltered = (uint8_t)happens(50);
  }
}

static void write_profile(unit_writer *writer) {
  write_bits(writer, 3, 8);
  write_bits(writer, 0x10000000, 32);
  write_bits(writer, 0x90000000, 32);
  write_bits(writer, 0, 16);
  write_bits(writer, 90, 8);
}

static void write_scaling_lists(unit_writer *writer) {
  for (unsigned size = 0; size < 4; size++)
    for (unsigned matrix = 0; matrix < 6; matrix += size == 3 ? 3 : 1) {
      int is_coded = happens(60);
      write_bits(writer, (uint32_t)is_coded, 1);
      if (!is_coded) {
        write_unsigned(writer, draw(matrix / (size == 3 ? 3 : 1) + 1));
        continue;
      }
      int value = 8;
      if (size > 1) {
        value = 1 + (int)draw(60);
        write_signed(writer, value - 8);
      }
      for (unsigned i = 0; i < (size == 0 ? 16 : 64); i++) {
        int next = happens(50) ? value : 1 + (int)draw(255);
        write_signed(writer, (int8_t)(next - value));
        value = next;
      }
    }
}

static void write_window(unit_writer *writer, sequence_set *set) {
  uint32_t step = set->is_gray ? 1 : 2, sides[4] = {0};
  int has_window = happens(40);
  write_bits(writer, (uint32_t)has_window, 1);
  for (int i = 0; i < 4 && has_window; i++) {
    sides[i] = draw((i < 2 ? set->width : set->height) / step / 3 + 1);
    write_unsigned(writer, sides[i]);
  }
  set->window_width = set->width - step * (sides[0] + sides[1]);
  set->window_height = set->height - step * (sides[2] + sides[3]);
}

static void write_sequence(unit_writer *writer, sequence_set *set) {
  // A video parameter set, which libde265 wants to see.
  write_bits(writer, 0x0C01FFFF, 32);
  write_profile(writer);
  write_bits(writer, 1, 1);
  for (int i = 0; i < 3; i++) write_unsigned(writer, 0);
  write_bits(writer, 0, 6);
  write_unsigned(writer, 0);
  write_bits(writer, 0, 2);
  finish_unit(writer, 32, NULL, 0);

  write_bits(writer, 1, 8);
  write_profile(writer);
  write_unsigned(writer, 0);
  write_unsigned(writer, set->is_gray ? 0 : 1);
  write_unsigned(writer, set->width);
  write_unsigned(writer, set->height);
  write_window(writer, set);
  for (int i = 0; i < 3; i++) write_unsigned(writer, 0);
  write_bits(writer, 1, 1);
  for (int i = 0; i < 3; i++) write_unsigned(writer, 0);
  write_unsigned(writer, set->log2_min_block - 3u);
  write_unsigned(writer, (uint32_t)(set->log2_ctb - set->log2_min_block));
  write_unsigned(writer, set->log2_min_transform - 2u);
  write_unsigned(writer, (uint32_t)(set->log2_max_transform - set->log2_min_transform));
  write_unsigned(writer, 0);
  write_unsigned(writer, set->transform_depth);
  write_bits(writer, set->has_scaling_lists, 1);
  if (set->has_scaling_lists) {
    int has_own = happens(50);
    write_bits(writer, (uint32_t)has_own, 1);
    if (has_own) write_scaling_lists(writer);
  }
  write_bits(writer, 0, 1);
  write_bits(writer, set->has_sao, 1);
  write_bits(writer, set->has_pcm, 1);
  if (set->has_pcm) {
    write_bits(writer, set->pcm_bits_luma - 1u, 4);
    write_bits(writer, set->pcm_bits_chroma - 1u, 4);
    write_unsigned(writer, set->log2_min_pcm - 3u);
    write_unsigned(writer, (uint32_t)(set->log2_max_pcm - set->log2_min_pcm));
    write_bits(writer, set->pcm_is_unfiltered, 1);
  }
  write_unsigned(writer, 0);
  write_bits(writer, 0, 2);
  write_bits(writer, set->has_strong_smoothing, 1);
  write_bits(writer, 0, 2);
  finish_unit(writer, 33, NULL, 0);
}

// Sizes of all tiles but the last, which has to be left something.
static void draw_tiles(uint16_t *sizes, unsigned count, uint32_t size) {
  for (unsigned i = 0; i + 1 < count; i++) {
    sizes[i] = (uint16_t)(1 + draw(size - (count - 1 - i)));
    size -= sizes[i];
  }
}

static void draw_picture(picture_set *set, const sequence_set *sequence, uint32_t columns, uint32_t rows) {
  set->has_dependent_slices = (uint8_t)happens(50);
  set->hides_signs = (uint8_t)happens(50);
  set->has_transform_skip = (uint8_t)happens(50);
  set->has_qp_delta = (uint8_t)happens(60);
  if (set->has_qp_delta) set->qp_delta_depth = (uint8_t)draw(sequence->log2_ctb - sequence->log2_min_block + 1u);
  set->cb_qp_offset = (int8_t)(happens(50) ? (int)draw(25) - 12 : 0);
  set->cr_qp_offset = (int8_t)(happens(50) ? (int)draw(25) - 12 : 0);
  set->has_slice_chroma_qp_offsets = (uint8_t)happens(30);
  set->has_lossless = (uint8_t)happens(30);
  set->tile_columns = set->tile_rows = set->tiles_are_uniform = set->filters_across_tiles = 1;
  // Not both at once: nobody agrees on that.
  set->has_tiles = (columns > 1 || rows > 1) && happens(40);
  set->has_wavefronts = !set->has_tiles && happens(40);
  if (set->has_tiles) {
    do {
      set->tile_columns = (uint8_t)(1 + draw(columns < 4 ? columns : 4));
      set->tile_rows = (uint8_t)(1 + draw(rows < 4 ? rows : 4));
    } while (set->tile_columns * set->tile_rows == 1);
    set->filters_across_tiles = (uint8_t)happens(50);
    set->tiles_are_uniform = (uint8_t)happens(50);
    draw_tiles(set->column_widths, set->tile_columns, columns);
    draw_tiles(set->row_heights, set->tile_rows, rows);
  }
  set->filters_across_slices = (uint8_t)happens(50);
  set->deblocking_is_overridable = (uint8_t)happens(50);
  set->deblocking_is_off = (uint8_t)happens(15);
  if (!set->deblocking_is_off) {
    set->beta_offset = (int8_t)(2 * ((int)draw(13) - 6));
    set->tc_offset = (int8_t)(2 * ((int)draw(13) - 6));
  }
  set->has_scaling_lists = sequence->has_scaling_lists && happens(40);
}

static void write_picture(unit_writer *writer, const picture_set *set) {
  for (int i = 0; i < 2; i++) write_unsigned(writer, 0);
  write_bits(writer, set->has_dependent_slices, 1);
  write_bits(writer, 0, 4);
  write_bits(writer, set->hides_signs, 1);
  write_bits(writer, 0, 1);
  for (int i = 0; i < 3; i++) write_unsigned(writer, 0);
  write_bits(writer, 0, 1);
  write_bits(writer, set->has_transform_skip, 1);
  write_bits(writer, set->has_qp_delta, 1);
  if (set->has_qp_delta) write_unsigned(writer, set->qp_delta_depth);
  write_signed(writer, set->cb_qp_offset);
  write_signed(writer, set->cr_qp_offset);
  write_bits(writer, set->has_slice_chroma_qp_offsets, 1);
  write_bits(writer, 0, 2);
  write_bits(writer, set->has_lossless, 1);
  write_bits(writer, set->has_tiles, 1);
  write_bits(writer, set->has_wavefronts, 1);
  if (set->has_tiles) {
    write_unsigned(writer, set->tile_columns - 1u);
    write_unsigned(writer, set->tile_rows - 1u);
    write_bits(writer, set->tiles_are_uniform, 1);
    if (!set->tiles_are_uniform) {
      for (int i = 0; i + 1 < set->tile_columns; i++) write_unsigned(writer, set->column_widths[i] - 1u);
      for (int i = 0; i + 1 < set->tile_rows; i++) write_unsigned(writer, set->row_heights[i] - 1u);
    }
    write_bits(writer, set->filters_across_tiles, 1);
  }
  write_bits(writer, set->filters_across_slices, 1);
  write_bits(writer, 1, 1);
  write_bits(writer, set->deblocking_is_overridable, 1);
  write_bits(writer, set->deblocking_is_off, 1);
  if (!set->deblocking_is_off) {
    write_signed(writer, set->beta_offset / 2);
    write_signed(writer, set->tc_offset / 2);
  }
  write_bits(writer, set->has_scaling_lists, 1);
  if (set->has_scaling_lists) write_scaling_lists(writer);
  write_bits(writer, 0, 1);
  write_unsigned(writer, 0);
  write_bits(writer, 0, 2);
  finish_unit(writer, 34, NULL, 0);
}

// The picture.

static void arrange(picture_decoder *picture) {
  const picture_set *set = picture->set;
  uint32_t coded = 0, top = 0;
  for (unsigned row = 0; row < set->tile_rows; row++) {
    uint32_t left = 0, bottom = set->tiles_are_uniform        ? (row + 1) * picture->rows / set->tile_rows
                                : row + 1u == set->tile_rows ? picture->rows
                                                              : top + set->row_heights[row];
    for (unsigned column = 0; column < set->tile_columns; column++) {
      uint32_t right = set->tiles_are_uniform               ? (column + 1) * picture->columns / set->tile_columns
                       : column + 1u == set->tile_columns ? picture->columns
                                                            : left + set->column_widths[column];
      for (uint32_t y = top; y < bottom; y++)
        for (uint32_t x = left; x < right; x++) {
          uint32_t raster = y * picture->columns + x;
          picture->raster_of_coded[coded] = raster;
          picture->coded_of_raster[raster] = coded++;
          picture->tree_blocks[raster].tile = (uint16_t)(row * set->tile_columns + column);
        }
      left = right;
    }
    top = bottom;
  }
}

static void draw_odds(void) {
  uint32_t density = 5 + draw(90);
  for (int i = 0; i < CONTEXT_COUNT; i++)
    maker.odds[i] = (uint8_t)(i < CONTEXT_CODED_GROUP ? 10 + draw(80) : 2 + draw(density));
  // Large differences of the quantization parameter are not allowed.
  maker.odds[CONTEXT_QP_DELTA] = 40;
  maker.odds[CONTEXT_QP_DELTA + 1] = 55;
  maker.odds[CONTEXT_LOSSLESS] = 20;
  if (happens(40)) maker.odds[CONTEXT_CODED_LUMA] = maker.odds[CONTEXT_CODED_LUMA + 1] = 10;
  maker.odds_of_samples = (uint8_t)draw(40);
  plan.odds_of_end = happens(50) ? 0 : 1 + draw(30);
  plan.ends_with_tiles = happens(50);
}

static int8_t chroma_offset(int8_t of_picture) {
  int offset = of_picture + (int)draw(9) - 4;
  return (int8_t)(offset < -12 ? -12 : offset > 12 ? 12 : offset);
}

static int has_filter(const slice_segment *segment) {
  return segment->has_sao_luma || segment->has_sao_chroma || !segment->deblocking_is_off;
}

static void draw_slice(slice_segment *segment) {
  const picture_set *set = &plan.set;
  memset(segment, 0, sizeof *segment);
  segment->slice_address = maker.picture.raster_of_coded[plan.coded];
  segment->has_sao_luma = plan.sequence.has_sao && happens(80);
  segment->has_sao_chroma = plan.sequence.has_sao && !plan.sequence.is_gray && happens(80);
  segment->qp = (int8_t)(happens(70) ? 10 + draw(38) : draw(52));
  segment->cb_qp_offset = set->has_slice_chroma_qp_offsets ? chroma_offset(set->cb_qp_offset) : set->cb_qp_offset;
  segment->cr_qp_offset = set->has_slice_chroma_qp_offsets ? chroma_offset(set->cr_qp_offset) : set->cr_qp_offset;
  segment->deblocking_is_off = set->deblocking_is_off;
  segment->beta_offset = set->beta_offset;
  segment->tc_offset = set->tc_offset;
  if (set->deblocking_is_overridable) {
    segment->deblocking_is_off = (uint8_t)happens(20);
    segment->beta_offset = (int8_t)(2 * ((int)draw(13) - 6));
    segment->tc_offset = (int8_t)(2 * ((int)draw(13) - 6));
  }
  segment->filters_across = set->filters_across_slices && (!has_filter(segment) || happens(50));
  plan.slice_began_within_row = !begins_row(plan.coded);
}

static void write_slice(unit_writer *writer, const slice_segment *segment) {
  const picture_set *set = &plan.set;
  uint32_t count = maker.picture.columns * maker.picture.rows;
  write_bits(writer, segment->is_first, 1);
  write_bits(writer, 0, 1);
  write_unsigned(writer, 0);
  if (!segment->is_first) {
    if (set->has_dependent_slices) write_bits(writer, segment->is_dependent, 1);
    write_bits(writer, segment->address, 32 - (unsigned)__builtin_clz(count - 1));
  }
  if (!segment->is_dependent) {
    write_unsigned(writer, 2);
    if (plan.sequence.has_sao) write_bits(writer, segment->has_sao_luma, 1);
    if (plan.sequence.has_sao && !plan.sequence.is_gray) write_bits(writer, segment->has_sao_chroma, 1);
    write_signed(writer, segment->qp - 26);
    if (set->has_slice_chroma_qp_offsets) {
      write_signed(writer, segment->cb_qp_offset - set->cb_qp_offset);
      write_signed(writer, segment->cr_qp_offset - set->cr_qp_offset);
    }
    if (set->deblocking_is_overridable) {
      write_bits(writer, 2u | segment->deblocking_is_off, 2);
      if (!segment->deblocking_is_off) {
        write_signed(writer, segment->beta_offset / 2);
        write_signed(writer, segment->tc_offset / 2);
      }
    }
    if (set->filters_across_slices && has_filter(segment)) write_bits(writer, segment->filters_across, 1);
  }
  if (set->has_tiles || set->has_wavefronts) {
    // Where they are is nothing that decoders of one thread look at.
    write_unsigned(writer, plan.substreams);
    if (plan.substreams > 0) write_unsigned(writer, 7);
    for (uint32_t i = 0; i < plan.substreams; i++) write_bits(writer, 7, 8);
  }
  finish_unit(writer, 19, maker.coded, maker.size / 8);
}

// Encodes one segment. Returns 0 when the lot fell on something that is not allowed.
static int make_segment(unit_writer *writer) {
  const picture_set *set = &plan.set;
  size_t index = plan.segment_count;
  if (index >= MOST_SEGMENTS) return 0;
  slice_segment *segment = &plan.segments[index];
  int is_dependent = index > 0 && set->has_dependent_slices && happens(60);
  if (is_dependent && set->has_tiles && !plan.ends_with_tiles &&
      block_at(plan.coded)->tile != block_at(plan.coded - 1)->tile)
    is_dependent = 0;
  if (is_dependent && set->has_wavefronts && begins_row(plan.coded) && plan.slice_began_within_row) is_dependent = 0;
  if (is_dependent) *segment = plan.segments[index - 1];
  else draw_slice(segment);
  segment->is_first = index == 0;
  segment->is_dependent = (uint8_t)is_dependent;
  segment->address = maker.picture.raster_of_coded[plan.coded];
  segment->size = sizeof maker.coded;
  plan.segment_start = plan.coded;
  plan.substreams = 0;
  plan.segment_count++;
  maker.size = 0;
  if (decode_segment(&maker.picture, index, &plan.coded) != FAIRY_HEVC_OK) return 0;
  write_slice(writer, segment);
  return 1;
}

// Sets up a picture in memory that is cleared, or counts how much that is where there is none.
static size_t lay_out(picture_decoder *picture, uint8_t *memory) {
  size_t at = 0, ctb = (size_t)1 << picture->log2_ctb, width = picture->columns * ctb + 128;
  size_t height = picture->rows * ctb + 2, count = (size_t)picture->columns * picture->rows;
  for (int i = 0; i < 3; i++, at += width * height)
    picture->planes[i] = (plane_buffer){memory ? memory + at + width + 64 : NULL, (ptrdiff_t)width};
  picture->unit_stride = (ptrdiff_t)(picture->columns * ctb / 4 + UNIT_MARGIN + UNIT_MARGIN_AFTER);
  size_t units = (size_t)picture->unit_stride * (picture->rows * ctb / 4 + UNIT_MARGIN + UNIT_MARGIN_AFTER);
  size_t first = (size_t)picture->unit_stride * UNIT_MARGIN + UNIT_MARGIN;
  at = (at + 63) & ~(size_t)63;
  if (memory) {
    picture->tree_blocks = (tree_block *)(void *)(memory + at);
    picture->raster_of_coded = (uint32_t *)(void *)(picture->tree_blocks + count);
    picture->coded_of_raster = picture->raster_of_coded + count;
    picture->areas = (uint16_t *)(void *)(picture->coded_of_raster + count) + first;
  }
  at += count * (sizeof(tree_block) + 8) + units * 2;
  if (memory) {
    picture->edges = memory + at + first;
    picture->depths = picture->edges + units;
    picture->modes = picture->depths + units;
    picture->qps = (int8_t *)picture->modes + units;
  }
  return at + 4 * units;
}

static size_t make_stream(uint64_t seed, uint8_t *out, size_t capacity, fairy_hevc_stream_kind *kind) {
  memset(&maker, 0, sizeof maker);
  memset(&plan, 0, sizeof plan);
  maker.lot = (seed + 1) * 0x9E3779B97F4A7C15u ^ 88172645463325252u;
  for (int i = 0; i < 20; i++) draw(2);

  static unit_writer writer;
  writer = (unit_writer){.out = out, .capacity = capacity};
  sequence_set *sequence = &plan.sequence;
  draw_sequence(sequence);
  write_sequence(&writer, sequence);
  picture_decoder *picture = &maker.picture;
  uint32_t ctb = 1u << sequence->log2_ctb;
  picture->log2_ctb = sequence->log2_ctb;
  picture->width = sequence->width;
  picture->height = sequence->height;
  picture->columns = (sequence->width + ctb - 1) / ctb;
  picture->rows = (sequence->height + ctb - 1) / ctb;
  picture->sequence = sequence;
  picture->set = &plan.set;
  picture->segments = plan.segments;
  picture->bytes = maker.coded;
  draw_picture(&plan.set, sequence, picture->columns, picture->rows);
  write_picture(&writer, &plan.set);
  draw_odds();

  uint8_t *memory = calloc(1, lay_out(picture, NULL));
  if (memory == NULL) return 0;
  lay_out(picture, memory);
  arrange(picture);
  int is_sound = 1, has_chroma_offsets = 0;
  while (is_sound && plan.coded < picture->columns * picture->rows) is_sound = make_segment(&writer);
  free(memory);
  for (size_t i = 0; i < plan.segment_count; i++) has_chroma_offsets |= plan.segments[i].has_sao_chroma;
  *kind = (fairy_hevc_stream_kind){
      .width = sequence->window_width, .height = sequence->window_height, .is_gray = sequence->is_gray,
      .has_chroma_offsets_across_slices = plan.segment_count > 1 && has_chroma_offsets};
  return is_sound && writer.size <= capacity ? writer.size : 0;
}

size_t fairy_hevc_make_stream(uint64_t seed, uint8_t *out, size_t capacity, fairy_hevc_stream_kind *kind) {
  static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&turn);
  size_t size = make_stream(seed, out, capacity, kind);
  pthread_mutex_unlock(&turn);
  return size;
}
