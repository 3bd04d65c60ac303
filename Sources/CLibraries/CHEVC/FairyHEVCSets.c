#include "FairyHEVCSets.h"

#include <string.h>

#include "FairyHEVCScaling.h"

// 7.3.3.
static void skip_profile(bit_reader *bits, unsigned sub_layers) {
  skip_bits(bits, 88 + 8);
  unsigned profiles = 0, levels = 0;
  for (unsigned i = 0; i < sub_layers; i++) {
    profiles += read_bit(bits);
    levels += read_bit(bits);
  }
  if (sub_layers > 0) skip_bits(bits, 2 * (8 - sub_layers));
  skip_bits(bits, 88 * profiles + 8 * levels);
}

int fairy_hevc_skip_reference_set(bit_reader *bits, const sequence_set *set, unsigned index, int is_in_slice) {
  if (index != 0 && read_bit(bits)) {
    unsigned back = is_in_slice ? read_unsigned(bits) : 0;
    if (back >= index) return -1;
    skip_bits(bits, 1);
    read_unsigned(bits);
    unsigned count = 0;
    for (unsigned i = 0; i <= set->reference_pictures[index - 1 - back]; i++) {
      int is_used = (int)read_bit(bits);
      if (is_used || read_bit(bits)) count++;
    }
    return count > 16 ? -1 : (int)count;
  }
  uint32_t before = read_unsigned(bits), after = read_unsigned(bits);
  if (before > 16 || after > 16 || before + after > 16) return -1;
  for (unsigned i = 0; i < before + after; i++) {
    read_unsigned(bits);
    skip_bits(bits, 1);
  }
  return (int)(before + after);
}

// E.2.3.
static void skip_bit_rates(bit_reader *bits, uint32_t count, int has_sub_pictures) {
  for (uint32_t i = 0; i < count && !bits->is_over; i++) {
    for (int j = 0; j < (has_sub_pictures ? 4 : 2); j++) read_unsigned(bits);
    skip_bits(bits, 1);
  }
}

// E.2.2.
static void skip_hypothetical_decoder(bit_reader *bits, unsigned sub_layers) {
  int has_nal = (int)read_bit(bits), has_vcl = (int)read_bit(bits), has_sub_pictures = 0;
  if (has_nal || has_vcl) {
    has_sub_pictures = (int)read_bit(bits);
    if (has_sub_pictures) skip_bits(bits, 8 + 5 + 1 + 5);
    skip_bits(bits, 8);
    if (has_sub_pictures) skip_bits(bits, 4);
    skip_bits(bits, 15);
  }
  for (unsigned i = 0; i <= sub_layers && !bits->is_over; i++) {
    int is_fixed = (int)read_bit(bits);
    if (!is_fixed) is_fixed = (int)read_bit(bits);
    int is_low_delay = 0;
    if (is_fixed) read_unsigned(bits);
    else is_low_delay = (int)read_bit(bits);
    uint32_t count = is_low_delay ? 1 : read_unsigned(bits) + 1;
    if (has_nal) skip_bit_rates(bits, count, has_sub_pictures);
    if (has_vcl) skip_bit_rates(bits, count, has_sub_pictures);
  }
}

// E.2.1.
static void skip_usability(bit_reader *bits, unsigned sub_layers) {
  if (read_bit(bits) && read_bits(bits, 8) == 255) skip_bits(bits, 32);
  if (read_bit(bits)) skip_bits(bits, 1);
  if (read_bit(bits)) {
    skip_bits(bits, 4);
    if (read_bit(bits)) skip_bits(bits, 24);
  }
  if (read_bit(bits))
    for (int i = 0; i < 2; i++) read_unsigned(bits);
  skip_bits(bits, 3);
  if (read_bit(bits))
    for (int i = 0; i < 4; i++) read_unsigned(bits);
  if (read_bit(bits)) {
    skip_bits(bits, 64);
    if (read_bit(bits)) read_unsigned(bits);
    if (read_bit(bits)) skip_hypothetical_decoder(bits, sub_layers);
  }
  if (read_bit(bits)) {
    skip_bits(bits, 3);
    for (int i = 0; i < 5; i++) read_unsigned(bits);
  }
}

// Whether the sizes of blocks are ones that 7.4.3.2 allows.
static int has_sound_sizes(const sequence_set *set) {
  return set->log2_min_block >= 3 && set->log2_ctb >= 4 && set->log2_ctb <= 6 &&
         set->log2_min_block <= set->log2_ctb && set->log2_min_transform >= 2 &&
         set->log2_min_transform < set->log2_min_block && set->log2_max_transform <= 5 &&
         set->log2_min_transform <= set->log2_max_transform && set->log2_max_transform <= set->log2_ctb &&
         set->transform_depth <= set->log2_ctb - set->log2_min_transform && set->width != 0 && set->height != 0 &&
         set->width % (1u << set->log2_min_block) == 0 && set->height % (1u << set->log2_min_block) == 0 &&
         (!set->has_pcm || (set->log2_min_pcm <= set->log2_max_pcm && set->log2_max_pcm <= 5 &&
                            set->log2_max_pcm <= set->log2_ctb && set->log2_min_pcm >= set->log2_min_block &&
                            set->pcm_bits_luma <= 8 && set->pcm_bits_chroma <= 8));
}

// An unsigned number that has to be small; 255 stands for any that is not.
static uint8_t read_small(bit_reader *bits, uint32_t addend) {
  uint32_t value = read_unsigned(bits);
  return value > 200 ? 255 : (uint8_t)(value + addend);
}

// Sizes within the conformance window. Returns whether something is left.
static int read_window(bit_reader *bits, sequence_set *set) {
  uint64_t step = set->is_gray ? 1 : 2, left = 0, right = 0, top = 0, bottom = 0;
  if (read_bit(bits)) {
    left = read_unsigned(bits) * step;
    right = read_unsigned(bits) * step;
    top = read_unsigned(bits) * step;
    bottom = read_unsigned(bits) * step;
  }
  if (left + right >= set->width || top + bottom >= set->height) return 0;
  set->window_x = (uint32_t)left;
  set->window_y = (uint32_t)top;
  set->window_width = (uint32_t)(set->width - left - right);
  set->window_height = (uint32_t)(set->height - top - bottom);
  return 1;
}

static fairy_hevc_status read_coding_tools(bit_reader *bits, sequence_set *set) {
  set->log2_min_block = read_small(bits, 3);
  set->log2_ctb = (uint8_t)(set->log2_min_block + read_small(bits, 0));
  set->log2_min_transform = read_small(bits, 2);
  set->log2_max_transform = (uint8_t)(set->log2_min_transform + read_small(bits, 0));
  read_unsigned(bits);
  set->transform_depth = read_small(bits, 0);
  set->has_scaling_lists = (uint8_t)read_bit(bits);
  if (set->has_scaling_lists) {
    fairy_hevc_default_scaling(&set->scaling);
    if (read_bit(bits) && !fairy_hevc_read_scaling(bits, &set->scaling)) return FAIRY_HEVC_DAMAGED;
  }
  skip_bits(bits, 1);
  set->has_sao = (uint8_t)read_bit(bits);
  set->has_pcm = (uint8_t)read_bit(bits);
  if (set->has_pcm) {
    set->pcm_bits_luma = (uint8_t)(read_bits(bits, 4) + 1);
    set->pcm_bits_chroma = (uint8_t)(read_bits(bits, 4) + 1);
    set->log2_min_pcm = read_small(bits, 3);
    set->log2_max_pcm = (uint8_t)(set->log2_min_pcm + read_small(bits, 0));
    set->pcm_is_unfiltered = (uint8_t)read_bit(bits);
  }
  return has_sound_sizes(set) ? FAIRY_HEVC_OK : FAIRY_HEVC_DAMAGED;
}

static fairy_hevc_status read_references(bit_reader *bits, sequence_set *set) {
  uint32_t count = read_unsigned(bits);
  if (count > MOST_REFERENCE_SETS) return FAIRY_HEVC_DAMAGED;
  set->reference_set_count = (uint8_t)count;
  for (unsigned i = 0; i < count; i++) {
    int pictures = fairy_hevc_skip_reference_set(bits, set, i, 0);
    if (pictures < 0 || bits->is_over) return FAIRY_HEVC_DAMAGED;
    set->reference_pictures[i] = (uint8_t)pictures;
  }
  set->has_long_term = (uint8_t)read_bit(bits);
  if (set->has_long_term) {
    count = read_unsigned(bits);
    if (count > 32) return FAIRY_HEVC_DAMAGED;
    set->long_term_count = (uint8_t)count;
    skip_bits(bits, count * (set->log2_order_count + 1u));
  }
  return FAIRY_HEVC_OK;
}

// What follows the number of a set.
static fairy_hevc_status read_sequence(bit_reader *bits, unsigned sub_layers, sequence_set *set) {
  uint32_t chroma = read_unsigned(bits);
  if (chroma > 3) return FAIRY_HEVC_DAMAGED;
  if (chroma > 1) return FAIRY_HEVC_UNSUPPORTED;
  set->is_gray = chroma == 0;
  set->width = read_unsigned(bits);
  set->height = read_unsigned(bits);
  // No level allows more, and so products of these do not overflow.
  if (set->width > 1 << 16 || set->height > 1 << 16) return FAIRY_HEVC_UNSUPPORTED;
  if (!read_window(bits, set)) return FAIRY_HEVC_DAMAGED;
  uint32_t luma_bits = read_unsigned(bits), chroma_bits = read_unsigned(bits);
  if (bits->is_over) return FAIRY_HEVC_DAMAGED;
  if (luma_bits != 0 || chroma_bits != 0) return FAIRY_HEVC_UNSUPPORTED;
  set->log2_order_count = read_small(bits, 4);
  if (set->log2_order_count > 16) return FAIRY_HEVC_DAMAGED;
  for (unsigned i = read_bit(bits) ? 0 : sub_layers; i <= sub_layers; i++)
    for (int j = 0; j < 3; j++) read_unsigned(bits);
  fairy_hevc_status status = read_coding_tools(bits, set);
  if (status == FAIRY_HEVC_OK) status = read_references(bits, set);
  if (status != FAIRY_HEVC_OK) return status;
  set->has_temporal_vectors = (uint8_t)read_bit(bits);
  set->has_strong_smoothing = (uint8_t)read_bit(bits);
  if (read_bit(bits)) skip_usability(bits, sub_layers);
  // Extensions change how blocks are coded.
  if (read_bit(bits) && read_bits(bits, 8) != 0) return FAIRY_HEVC_UNSUPPORTED;
  return bits->is_over ? FAIRY_HEVC_DAMAGED : FAIRY_HEVC_OK;
}

fairy_hevc_status fairy_hevc_read_sequence_set(bit_reader bits, sequence_set sequences[16]) {
  skip_bits(&bits, 4);
  unsigned sub_layers = read_bits(&bits, 3);
  skip_bits(&bits, 1);
  skip_profile(&bits, sub_layers);
  uint32_t number = read_unsigned(&bits);
  if (bits.is_over || number > 15) return FAIRY_HEVC_DAMAGED;
  sequence_set *set = &sequences[number];
  memset(set, 0, sizeof *set);
  set->status = read_sequence(&bits, sub_layers, set);
  set->is_set = 1;
  return FAIRY_HEVC_OK;
}

static fairy_hevc_status read_tiles(bit_reader *bits, picture_set *set) {
  uint32_t columns = read_unsigned(bits), rows = read_unsigned(bits);
  if (columns >= MOST_TILE_COLUMNS || rows >= MOST_TILE_ROWS) return FAIRY_HEVC_DAMAGED;
  set->tile_columns = (uint8_t)(columns + 1);
  set->tile_rows = (uint8_t)(rows + 1);
  set->tiles_are_uniform = (uint8_t)read_bit(bits);
  if (!set->tiles_are_uniform) {
    for (unsigned i = 0; i < columns; i++) {
      uint32_t width = read_unsigned(bits);
      if (width >= 1 << 13) return FAIRY_HEVC_DAMAGED;
      set->column_widths[i] = (uint16_t)(width + 1);
    }
    for (unsigned i = 0; i < rows; i++) {
      uint32_t height = read_unsigned(bits);
      if (height >= 1 << 13) return FAIRY_HEVC_DAMAGED;
      set->row_heights[i] = (uint16_t)(height + 1);
    }
  }
  set->filters_across_tiles = (uint8_t)read_bit(bits);
  return FAIRY_HEVC_OK;
}

// A signed number between -limit and limit, or else a mark that it is not.
static int8_t read_bounded(bit_reader *bits, int32_t limit, int *is_bad) {
  int32_t value = read_signed(bits);
  if (value < -limit || value > limit) {
    *is_bad = 1;
    return 0;
  }
  return (int8_t)value;
}

static fairy_hevc_status read_picture(bit_reader *bits, picture_set *set) {
  int is_bad = 0;
  set->has_dependent_slices = (uint8_t)read_bit(bits);
  set->has_output_flag = (uint8_t)read_bit(bits);
  set->extra_slice_bits = (uint8_t)read_bits(bits, 3);
  set->hides_signs = (uint8_t)read_bit(bits);
  skip_bits(bits, 1);
  for (int i = 0; i < 2; i++) read_unsigned(bits);
  set->initial_qp = (int8_t)(26 + read_bounded(bits, 26, &is_bad));
  skip_bits(bits, 1);
  set->has_transform_skip = (uint8_t)read_bit(bits);
  set->has_qp_delta = (uint8_t)read_bit(bits);
  if (set->has_qp_delta) set->qp_delta_depth = read_small(bits, 0);
  set->cb_qp_offset = read_bounded(bits, 12, &is_bad);
  set->cr_qp_offset = read_bounded(bits, 12, &is_bad);
  set->has_slice_chroma_qp_offsets = (uint8_t)read_bit(bits);
  skip_bits(bits, 2);
  set->has_lossless = (uint8_t)read_bit(bits);
  set->has_tiles = (uint8_t)read_bit(bits);
  set->has_wavefronts = (uint8_t)read_bit(bits);
  set->filters_across_tiles = 1;
  set->tile_columns = set->tile_rows = set->tiles_are_uniform = 1;
  if (set->has_tiles && read_tiles(bits, set) != FAIRY_HEVC_OK) return FAIRY_HEVC_DAMAGED;
  set->filters_across_slices = (uint8_t)read_bit(bits);
  if (read_bit(bits)) {
    set->deblocking_is_overridable = (uint8_t)read_bit(bits);
    set->deblocking_is_off = (uint8_t)read_bit(bits);
    if (!set->deblocking_is_off) {
      set->beta_offset = (int8_t)(2 * read_bounded(bits, 6, &is_bad));
      set->tc_offset = (int8_t)(2 * read_bounded(bits, 6, &is_bad));
    }
  }
  set->has_scaling_lists = (uint8_t)read_bit(bits);
  if (set->has_scaling_lists) {
    fairy_hevc_default_scaling(&set->scaling);
    if (!fairy_hevc_read_scaling(bits, &set->scaling)) return FAIRY_HEVC_DAMAGED;
  }
  skip_bits(bits, 1);
  read_unsigned(bits);
  set->has_slice_extension = (uint8_t)read_bit(bits);
  if (read_bit(bits) && read_bits(bits, 8) != 0) return FAIRY_HEVC_UNSUPPORTED;
  return is_bad || bits->is_over ? FAIRY_HEVC_DAMAGED : FAIRY_HEVC_OK;
}

fairy_hevc_status fairy_hevc_read_picture_set(bit_reader bits, picture_set pictures[64]) {
  uint32_t number = read_unsigned(&bits), sequence = read_unsigned(&bits);
  if (bits.is_over || number > 63 || sequence > 15) return FAIRY_HEVC_DAMAGED;
  picture_set *set = &pictures[number];
  memset(set, 0, sizeof *set);
  set->sequence = (uint8_t)sequence;
  set->status = read_picture(&bits, set);
  set->is_set = 1;
  return FAIRY_HEVC_OK;
}
