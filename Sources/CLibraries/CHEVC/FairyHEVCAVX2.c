// The decoder for processors with AVX2, and the instructions for bits that came with it.

#if defined(__x86_64__)

// Before the attribute below: their own functions have theirs.
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define FAIRY_HEVC_USE_AVX2
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt"))), apply_to = function)

#include "FairyHEVCCore.h"

fairy_hevc_status fairy_hevc_decode_picture_avx2(picture_decoder *decoder, const fairy_hevc_plane planes[3]) {
  return decode_picture(decoder, planes);
}

#pragma clang attribute pop

#endif
