#include "CPNGReference.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct {
  const uint8_t *bytes;
  size_t rest;
} source;

static void on_read(png_structp png, png_bytep bytes, size_t count) {
  source *from = png_get_io_ptr(png);
  if (count > from->rest) png_error(png, "end of file");
  memcpy(bytes, from->bytes, count);
  from->bytes += count;
  from->rest -= count;
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void on_error(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

bool png_reference_read(const uint8_t *bytes, size_t count, png_reference *result) {
  memset(result, 0, sizeof *result);
  source from = {bytes, count};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return false;
  }
  png_set_read_fn(png, &from, on_read);
  int transforms = PNG_TRANSFORM_EXPAND;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  transforms |= PNG_TRANSFORM_SWAP_ENDIAN;
#endif
  // IHDR is looked at before the transforms change what libpng says of it.
  result->width = (uint32_t)bytes[16] << 24 | bytes[17] << 16 | bytes[18] << 8 | bytes[19];
  result->height = (uint32_t)bytes[20] << 24 | bytes[21] << 16 | bytes[22] << 8 | bytes[23];
  result->bit_depth = bytes[24];
  result->colour_type = bytes[25];
  result->interlace = bytes[28];
  png_read_png(png, info, transforms, NULL);

  png_colorp palette = NULL;
  int colours = 0;
  if (result->colour_type == 3 && png_get_PLTE(png, info, &palette, &colours)) {
    result->palette_count = colours;
    memcpy(result->palette, palette, 3 * (size_t)colours);
  }
  size_t row_byte_count = png_get_rowbytes(png, info);
  result->byte_count = row_byte_count * result->height;
  result->pixels = malloc(result->byte_count);
  png_bytepp rows = png_get_rows(png, info);
  for (uint32_t y = 0; y < result->height; y++) {
    memcpy(result->pixels + y * row_byte_count, rows[y], row_byte_count);
  }
  png_destroy_read_struct(&png, &info, NULL);
  return true;
}

bool raw_inflate(const uint8_t *bytes, size_t count, uint8_t *output, size_t capacity) {
  z_stream stream = {0};
  if (inflateInit2(&stream, -15) != Z_OK) return false;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = output;
  stream.avail_out = (uInt)capacity;
  int status = inflate(&stream, Z_FINISH);
  bool is_exact = status == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  return is_exact;
}
