// libheif (LGPL), which writes HEIC and AVIF files, opened when first used: it and its codecs cost
// 6 ms to load. CLibHEIF.c defines what Swift calls as trampolines (see CLazyLoading.h).
#pragma once

#include <libheif/heif.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opens libheif. Call it before all else.
///
/// Returns NULL, or what is missing: the dynamic linker's message.
const char *fairy_libheif_open(void);

/// Opens libaom and gives the open libheif the AV1 encoder of AV1Encoder.c. Call it once, before AV1 is
/// coded.
///
/// Returns NULL, or what is missing: the dynamic linker's message, or libheif's.
const char *fairy_libheif_add_av1_encoder(void);

/// The name of the AV1 encoder that ``fairy_libheif_add_av1_encoder`` adds; its parameters are the integers
/// `speed` (0…9) and `threads` (1…64).
#define FAIRY_AV1_ENCODER "fairy-aom"

// MARK: Sequences of AV1 pictures, by libaom alone

enum { fairy_av1_monochrome, fairy_av1_420, fairy_av1_422, fairy_av1_444 };

typedef struct {
  uint32_t width, height;
  /// 8, 10 or 12.
  int bit_depth;
  /// `fairy_av1_…`
  int chroma;
  /// 0…100.
  int quality;
  bool lossless;
  /// 0…9.
  int speed;
  int threads;
  /// Code points of ISO/IEC 23091-2.
  int primaries, transfer, matrix;
  bool full_range;
} fairy_av1_coding;

typedef struct fairy_av1_sequence fairy_av1_sequence;

/// Opens libaom; NULL, or why it cannot be opened. Call it before the others.
const char *fairy_av1_open(void);
/// NULL where libaom has no memory, or refuses what is asked for.
fairy_av1_sequence *fairy_av1_create(const fairy_av1_coding *coding);
void fairy_av1_destroy(fairy_av1_sequence *);
/// Codes the next picture from its planes, one of a monochrome one and else three; or, with NULL, what is left.
bool fairy_av1_add(fairy_av1_sequence *, const uint8_t *const *planes, const int *strides);
/// The next coded picture, which lives until more is added; NULL where there is none.
const uint8_t *fairy_av1_next(fairy_av1_sequence *, size_t *count, bool *is_key);
/// What went wrong, in libaom's words.
const char *fairy_av1_message(fairy_av1_sequence *);
