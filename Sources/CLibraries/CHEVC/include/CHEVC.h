// Decodes the still pictures of HEVC (ISO/IEC 23008-2) as phones make them: 8 bits, 4:2:0 or gray, intra slices.
//
// libde265 decodes everything, but HEIC pictures from phones are what people wait for, and here they take less
// than half the time. What is not decoded here is told from the parameter sets and slice headers, before any
// pixel; and what is damaged is left to libde265 as well, so that there is one opinion on it.
//
// Why C: the entropy decoder is one long chain of dependent operations on bytes, and the filters are the
// processor's vector instructions. Nothing here trusts a byte of the input: headers are read with checks, and
// what the entropy decoder gives is bounded by how it is coded.
#ifndef FAIRY_HEVC_H
#define FAIRY_HEVC_H

#include <stddef.h>
#include <stdint.h>

typedef struct fairy_hevc_decoder fairy_hevc_decoder;

typedef enum {
  FAIRY_HEVC_OK,
  // Sound as far as read, but not of the kind that is decoded here.
  FAIRY_HEVC_UNSUPPORTED,
  FAIRY_HEVC_DAMAGED,
  FAIRY_HEVC_NO_MEMORY,
} fairy_hevc_status;

// Which instructions are used; tests compare them.
typedef enum {
  // The best that the processor has.
  FAIRY_HEVC_BEST,
  FAIRY_HEVC_PLAIN,
} fairy_hevc_instructions;

// The size of a picture, in luma samples.
typedef struct {
  uint32_t coded_width, coded_height;
  // Within the conformance window.
  uint32_t width, height;
  // Whether there is no chroma.
  uint8_t is_gray;
  // Bytes that decoding it takes.
  uint64_t memory;
} fairy_hevc_picture;

// Where the samples of a plane go; what reaches over it is dropped.
typedef struct {
  uint8_t *base;
  ptrdiff_t stride;
  size_t width, height;
} fairy_hevc_plane;

// NULL when there is no memory. A decoder keeps the memory of its largest picture for the next.
fairy_hevc_decoder *fairy_hevc_new(fairy_hevc_instructions instructions);
void fairy_hevc_free(fairy_hevc_decoder *decoder);

// Forgets all parameter sets and slices.
void fairy_hevc_reset(fairy_hevc_decoder *decoder);

// Takes a NAL unit without start code: reads parameter sets and slice headers, and keeps a copy of slices.
fairy_hevc_status fairy_hevc_take(fairy_hevc_decoder *decoder, const uint8_t *unit, size_t size);

// After all units: what picture they make.
fairy_hevc_status fairy_hevc_describe(const fairy_hevc_decoder *decoder, fairy_hevc_picture *picture);

// Decodes it into `planes`: Y, Cb, Cr, or Y alone of a gray one. What was written is worthless unless OK.
fairy_hevc_status fairy_hevc_decode(fairy_hevc_decoder *decoder, const fairy_hevc_plane planes[3]);

#endif
