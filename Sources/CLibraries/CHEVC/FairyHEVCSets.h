// Sequence and picture parameter sets (7.3.2.2, 7.3.2.3), as far as still pictures need them.
#ifndef FAIRY_HEVC_SETS_H
#define FAIRY_HEVC_SETS_H

#include "CHEVC.h"
#include "FairyHEVCBits.h"

enum { MOST_REFERENCE_SETS = 64, MOST_TILE_COLUMNS = 20, MOST_TILE_ROWS = 22 };

// The factors of intra blocks, as 4.2.12 scales coefficients, row by row.
typedef struct {
  uint8_t factors4[3][16], factors8[3][64], factors16[3][256], factors32[1024];
} scaling_factors;

typedef struct {
  // Whether the set was seen, and whether a picture of it can be decoded here.
  uint8_t is_set, is_gray;
  fairy_hevc_status status;
  uint32_t width, height;
  // The conformance window, in luma samples.
  uint32_t window_x, window_y, window_width, window_height;
  uint8_t log2_order_count, log2_min_block, log2_ctb, log2_min_transform, log2_max_transform;
  uint8_t transform_depth;
  uint8_t has_scaling_lists, has_own_scaling_lists, has_sao;
  uint8_t has_pcm, pcm_bits_luma, pcm_bits_chroma, log2_min_pcm, log2_max_pcm, pcm_is_unfiltered;
  uint8_t has_long_term, long_term_count, has_temporal_vectors, has_strong_smoothing;
  uint8_t reference_set_count;
  // Pictures in each reference picture set, which is all that it takes to pass over one.
  uint8_t reference_pictures[MOST_REFERENCE_SETS + 1];
  scaling_factors scaling;
} sequence_set;

typedef struct {
  uint8_t is_set, sequence;
  fairy_hevc_status status;
  uint8_t has_dependent_slices, has_output_flag, extra_slice_bits, hides_signs;
  int8_t initial_qp;
  uint8_t has_transform_skip, has_qp_delta, qp_delta_depth;
  int8_t cb_qp_offset, cr_qp_offset;
  uint8_t has_slice_chroma_qp_offsets, has_lossless, has_tiles, has_wavefronts;
  uint8_t tile_columns, tile_rows, tiles_are_uniform;
  // Of all but the last, in coding tree blocks, where they are not uniform.
  uint16_t column_widths[MOST_TILE_COLUMNS], row_heights[MOST_TILE_ROWS];
  uint8_t filters_across_tiles, filters_across_slices;
  uint8_t deblocking_is_overridable, deblocking_is_off;
  int8_t beta_offset, tc_offset;
  uint8_t has_scaling_lists, has_slice_extension;
  scaling_factors scaling;
} picture_set;

// Each reads a set behind its NAL header into `sequences[id]` or `pictures[id]`. A set that cannot be used is
// noted in its status, as it may never be: only damage that hides its number is reported at once.
fairy_hevc_status fairy_hevc_read_sequence_set(bit_reader bits, sequence_set sequences[16]);
fairy_hevc_status fairy_hevc_read_picture_set(bit_reader bits, picture_set pictures[64]);

// Passes over a reference picture set (7.3.7). Returns how many pictures it has, or -1 for damage.
int fairy_hevc_skip_reference_set(bit_reader *bits, const sequence_set *set, unsigned index, int is_in_slice);

#endif
