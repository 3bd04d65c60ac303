// Makes valid HEVC streams of every kind that the decoder knows, which no encoder at hand does: random sizes,
// tools, slices, tiles and wavefronts, and random syntax elements within what the specification allows.
//
// The walk through the syntax is the decoder's own, with an arithmetic encoder in place of its arithmetic
// decoder: each bin it asks for is drawn by lot and encoded. What comes of it is for libde265 to say.
#ifndef FAIRY_HEVC_STREAMS_H
#define FAIRY_HEVC_STREAMS_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  // Within the conformance window.
  uint32_t width, height;
  uint8_t is_gray;
  // Whether there are several slices and chroma is filtered by sample adaptive offset: libde265 1.0.11 asks the
  // wrong places which slice a sample of chroma is in.
  uint8_t has_chroma_offsets_across_slices;
} fairy_hevc_stream_kind;

// Writes the stream of a seed: NAL units, each behind its size in four bytes. Returns how many bytes, or 0 when
// the lot fell on something that is not allowed.
size_t fairy_hevc_make_stream(uint64_t seed, uint8_t *out, size_t capacity, fairy_hevc_stream_kind *kind);

#endif
