// libpng and zlib as Swift can call them.
//
// libpng reports an error by longjmp, which must not pass through Swift frames, and setjmp cannot be
// called from Swift. So every function here sets its own jump target, turns a jump into `false` and
// keeps libpng's message. Callbacks into Swift return before an error is raised, therefore a jump
// crosses nothing but C.
//
// zlib's inflateInit and deflateInit are macros, which Swift cannot call either.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A decoder.
typedef struct fairy_png fairy_png;

/// Fills `count` bytes; `false` stops libpng.
typedef bool (*fairy_png_read_function)(void *context, uint8_t *bytes, size_t count);

/// Returns NULL when memory is short. Free it with `fairy_png_free`.
fairy_png *fairy_png_reader(fairy_png_read_function read, void *context);
void fairy_png_free(fairy_png *self);

/// The error that made a function return `false`, in libpng's words.
const char *fairy_png_message(const fairy_png *self);
/// A thing that libpng found wrong and went on; NULL when `index` is past the last.
const char *fairy_png_warning(const fairy_png *self, unsigned index);

// MARK: Reading

/// Reads up to the picture data and asks for samples of 8 or 16 bits (native byte order), colours
/// in place of indices, and transparency as an alpha channel.
///
/// `width` and `height` are the largest that are accepted. `is_apple` is for CgBI streams: samples
/// come as BGR(A), the check value at the end of the zlib stream is not looked at.
bool fairy_png_start_reading(fairy_png *self, uint32_t width, uint32_t height, bool is_apple);
/// The bytes of a row as `fairy_png_read_rows` delivers it.
size_t fairy_png_row_byte_count(const fairy_png *self);
/// Reads the next rows to `first`, `first + stride`, …; of an interlaced picture each row is read
/// seven times, over the pixels that came before.
bool fairy_png_read_rows(fairy_png *self, uint8_t *first, size_t stride, uint32_t rows);
/// Reads to the end of the stream and checks it.
bool fairy_png_finish_reading(fairy_png *self);

// MARK: zlib

typedef enum {
  fairy_zlib_done, fairy_zlib_damaged, fairy_zlib_too_large, fairy_zlib_no_memory,
} fairy_zlib_outcome;

/// Expands a whole zlib stream to at most `limit` bytes (under 1 GB); `*output` is to be freed with free().
fairy_zlib_outcome fairy_zlib_expand(
    const uint8_t *bytes, size_t count, size_t limit, uint8_t **output, size_t *output_count);
/// Compresses at the highest level; `*output` is to be freed with free().
fairy_zlib_outcome fairy_zlib_compress(
    const uint8_t *bytes, size_t count, uint8_t **output, size_t *output_count);
/// The CRC-32 that PNG chunks end with.
uint32_t fairy_crc32(uint32_t crc, const uint8_t *bytes, size_t count);
