// The decoder, for the files that share it.
#pragma once

#include "errors.h"

enum {
  // A header fits into the first read, as a rule; scans are read in larger pieces.
  first_read = 1 << 16,
  decoder_buffer_size = 1 << 18,
  rows_of_plane = MAX_SAMP_FACTOR * DCTSIZE,
};

struct fairy_jpeg_decoder {
  struct jpeg_decompress_struct info;
  struct fairy_jpeg_errors errors;
  struct jpeg_source_mgr manager;
  struct jpeg_progress_mgr progress;
  fairy_jpeg_source source;
  size_t offset;
  bool ended_early;
  int scan_limit;
  int lost_block_rows;
  int row;
  int scan;
  /// All coefficients, where they were asked for, and as they are to be written.
  jvirt_barray_ptr *coefficients;
  jvirt_barray_ptr turned[MAX_COMPONENTS];
  fairy_jpeg_turn turn;
  /// What stands behind the first scan, once coefficients are read.
  fairy_jpeg_segment *segments;
  size_t segment_count;
  size_t segment_room;
  size_t segment_limit;
  uint8_t buffer[decoder_buffer_size];
};

/// Whether some coefficient was never sent to its last bit, or a component not at all.
bool fairy_jpeg_is_incomplete(const struct jpeg_decompress_struct *);
