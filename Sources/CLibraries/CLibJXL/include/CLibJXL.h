// libjxl (BSD-3-Clause) and its threads, opened when the first JPEG XL picture is decoded or coded: few files are any.
//
// Both directions are loops around a state machine that asks for buffers one after the other. They are turned here,
// behind functions that do one thing.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opens the libraries; NULL, or why one cannot be opened.
const char *fairy_jxl_open(void);

typedef struct {
  uint32_t width;
  uint32_t height;
  /// As in Exif.
  uint32_t orientation;
  /// Of a sample of colour, and how many of these are an exponent.
  uint32_t bits;
  uint32_t exponent_bits;
  /// 1 or 3.
  uint32_t colours;
  uint32_t alpha_bits;
  bool is_premultiplied;
  /// Whether black ink is a channel.
  bool has_black;
  /// Channels that are neither colour, the first opacity, nor black.
  uint32_t other_channels;
  /// Whether samples are those of the original, not of a coding that loses some.
  bool uses_original_profile;
  bool has_animation;
  /// A tick in microseconds is a million times denominator / numerator.
  uint32_t ticks_numerator;
  uint32_t ticks_denominator;
  uint32_t repetitions;
  /// Code points of the colours (ISO/IEC 23091-2); 0 where these are told by a profile alone.
  uint32_t primaries;
  uint32_t transfer;
  /// Whether the JPEG file that it was made of can be had again.
  bool has_jpeg;
} fairy_jxl_facts;

typedef struct {
  uint8_t *bytes;
  size_t count;
} fairy_jxl_bytes;

typedef struct {
  fairy_jxl_facts facts;
  fairy_jxl_bytes profile;
  /// With the offset before them (ISO/IEC 18181-2, 9.4).
  fairy_jxl_bytes exif;
  fairy_jxl_bytes xmp;
  /// In ticks, of each picture.
  uint32_t *durations;
  size_t frames;
} fairy_jxl_survey;

typedef enum {
  FAIRY_JXL_DONE,
  FAIRY_JXL_DAMAGED,
  /// The data end too early.
  FAIRY_JXL_TRUNCATED,
  /// More frames, or more metadata, than allowed.
  FAIRY_JXL_LIMIT,
  FAIRY_JXL_NO_MEMORY,
} fairy_jxl_status;

/// What a file says, without decoding it. The survey must be freed whatever comes of it.
fairy_jxl_status fairy_jxl_read_survey(const uint8_t *bytes, size_t count, size_t frame_limit,
                                       size_t metadata_limit, fairy_jxl_survey *);
void fairy_jxl_free_survey(fairy_jxl_survey *);

typedef struct fairy_jxl_decoder fairy_jxl_decoder;

/// For frames one after the other; the bytes must stay. NULL without memory.
fairy_jxl_decoder *fairy_jxl_decoder_create(const uint8_t *bytes, size_t count, size_t threads);
void fairy_jxl_decoder_destroy(fairy_jxl_decoder *);
/// Passes over frames.
void fairy_jxl_decoder_skip(fairy_jxl_decoder *, size_t frames);
/// The next frame as interleaved samples of 8 or 16 bits, in rows whose length is a multiple of 64 bytes.
fairy_jxl_status fairy_jxl_decoder_next(fairy_jxl_decoder *, uint32_t channels, bool is_deep,
                                        uint8_t *buffer, size_t count);

/// The JPEG file that it was made of; freed with `free`. NULL where it cannot be had again.
uint8_t *fairy_jxl_read_jpeg(const uint8_t *bytes, size_t count, size_t limit, size_t *jpeg_count);

typedef struct {
  uint32_t width;
  uint32_t height;
  uint32_t orientation;
  /// 1 or 3, and opacity, which is not premultiplied: libjxl 0.7 aborts where that is asked for.
  uint32_t colours;
  bool has_alpha;
  /// 8 or 16 of the samples that are given; how many of these count.
  uint32_t sample_bits;
  uint32_t bits;
  /// Code points of the colours, where there is no profile.
  uint32_t primaries;
  uint32_t transfer;
  const uint8_t *profile;
  size_t profile_count;
  const uint8_t *exif;
  size_t exif_count;
  const uint8_t *xmp;
  size_t xmp_count;
  /// 0 is lossless, 1 cannot be told from the original.
  float distance;
  int effort;
  bool is_progressive;
  bool has_animation;
  uint32_t repetitions;
  /// Whether frames are one JPEG file that is to be had again.
  bool is_jpeg;
  size_t threads;
} fairy_jxl_settings;

typedef struct fairy_jxl_encoder fairy_jxl_encoder;

/// NULL where the settings make no sense to the library, or there is no memory.
fairy_jxl_encoder *fairy_jxl_encoder_create(const fairy_jxl_settings *);
void fairy_jxl_encoder_destroy(fairy_jxl_encoder *);
/// Rows whose length is a multiple of 64 bytes, shown for some milliseconds; the last ends the file.
bool fairy_jxl_encoder_add(fairy_jxl_encoder *, const uint8_t *rows, size_t count,
                           uint32_t milliseconds, bool is_last);
/// A whole JPEG file, the only frame.
bool fairy_jxl_encoder_add_jpeg(fairy_jxl_encoder *, const uint8_t *bytes, size_t count);
/// Coded bytes of what was added, to be asked for until there are none: how many, or negative for a failure.
ptrdiff_t fairy_jxl_encoder_take(fairy_jxl_encoder *, uint8_t *buffer, size_t count);
