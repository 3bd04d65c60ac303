#include "CPNGShims.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(
    fairy_png_filter_none == PNG_FILTER_NONE && fairy_png_filter_sub == PNG_FILTER_SUB
        && fairy_png_filter_up == PNG_FILTER_UP && fairy_png_filter_average == PNG_FILTER_AVG
        && fairy_png_filter_paeth == PNG_FILTER_PAETH,
    "filters are numbered as in png.h");

enum { message_size = 160, warning_limit = 8 };

struct fairy_png {
  png_structp png;
  png_infop info;
  bool writes;
  fairy_png_read_function read;
  fairy_png_write_function write;
  void *context;
  char message[message_size];
  char warnings[warning_limit][message_size];
  unsigned warning_count;
};

static void on_error(png_structp png, png_const_charp message) {
  fairy_png *self = png_get_error_ptr(png);
  snprintf(self->message, sizeof self->message, "%s", message);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  fairy_png *self = png_get_error_ptr(png);
  // A damaged picture can give a warning a row; the first few tell enough.
  if (self->warning_count == warning_limit) return;
  snprintf(self->warnings[self->warning_count++], message_size, "%s", message);
}

static void on_read(png_structp png, png_bytep bytes, size_t count) {
  fairy_png *self = png_get_io_ptr(png);
  if (!self->read(self->context, bytes, count)) png_error(png, "read error");
}

static void on_write(png_structp png, png_bytep bytes, size_t count) {
  fairy_png *self = png_get_io_ptr(png);
  if (!self->write(self->context, bytes, count)) png_error(png, "write error");
}

static void on_flush(png_structp png) { (void)png; }

fairy_png *fairy_png_reader(fairy_png_read_function read, void *context) {
  fairy_png *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->read = read;
  self->context = context;
  self->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, self, on_error, on_warning);
  self->info = self->png ? png_create_info_struct(self->png) : NULL;
  if (!self->info) {
    fairy_png_free(self);
    return NULL;
  }
  png_set_read_fn(self->png, self, on_read);
  return self;
}

fairy_png *fairy_png_writer(fairy_png_write_function write, void *context) {
  fairy_png *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->write = write;
  self->context = context;
  self->writes = true;
  self->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, self, on_error, on_warning);
  self->info = self->png ? png_create_info_struct(self->png) : NULL;
  if (!self->info) {
    fairy_png_free(self);
    return NULL;
  }
  png_set_write_fn(self->png, self, on_write, on_flush);
  return self;
}

void fairy_png_free(fairy_png *self) {
  if (!self) return;
  if (self->writes) {
    png_destroy_write_struct(&self->png, &self->info);
  } else {
    png_destroy_read_struct(&self->png, &self->info, NULL);
  }
  free(self);
}

const char *fairy_png_message(const fairy_png *self) { return self->message; }

const char *fairy_png_warning(const fairy_png *self, unsigned index) {
  return index < self->warning_count ? self->warnings[index] : NULL;
}

static void use_native_words(png_structp png) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  png_set_swap(png);
#else
  (void)png;
#endif
}

bool fairy_png_start_reading(fairy_png *self, uint32_t width, uint32_t height, bool is_apple) {
  png_structp png = self->png;
  if (setjmp(png_jmpbuf(png))) return false;
  png_set_user_limits(png, width, height);
  // Some old encoders announce a smaller window than they use.
  png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
  if (is_apple) png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
  png_read_info(png, self->info);
  png_set_expand(png);
  if (is_apple) png_set_bgr(png);
  if (png_get_bit_depth(png, self->info) == 16) use_native_words(png);
  png_set_interlace_handling(png);
  png_read_update_info(png, self->info);
  return true;
}

size_t fairy_png_row_byte_count(const fairy_png *self) {
  return png_get_rowbytes(self->png, self->info);
}

bool fairy_png_read_rows(fairy_png *self, uint8_t *first, size_t stride, uint32_t rows) {
  if (setjmp(png_jmpbuf(self->png))) return false;
  for (uint32_t row = 0; row < rows; row++) png_read_row(self->png, first + row * stride, NULL);
  return true;
}

bool fairy_png_finish_reading(fairy_png *self) {
  if (setjmp(png_jmpbuf(self->png))) return false;
  png_read_end(self->png, NULL);
  return true;
}

bool fairy_png_start_writing(fairy_png *self, const fairy_png_format *format) {
  png_structp png = self->png;
  if (setjmp(png_jmpbuf(png))) return false;
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(
      png, self->info, format->width, format->height, format->bit_depth, format->colour_type,
      format->is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, format->compression);
  // One IDAT chunk for each 64 kB, not for each 8.
  png_set_compression_buffer_size(png, 1 << 16);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, format->filters);
  png_write_info_before_PLTE(png, self->info);
  return true;
}

bool fairy_png_write_chunk(
    fairy_png *self, const char *type, const uint8_t *bytes, size_t count) {
  if (setjmp(png_jmpbuf(self->png))) return false;
  png_write_chunk(self->png, (png_const_bytep)type, bytes, count);
  return true;
}

bool fairy_png_write_palette(
    fairy_png *self, const uint8_t *colours, const uint8_t *alpha, int colour_count,
    int alpha_count) {
  png_structp png = self->png;
  if (setjmp(png_jmpbuf(png))) return false;
  if (colour_count > 0) {
    png_color palette[PNG_MAX_PALETTE_LENGTH];
    if (colour_count > PNG_MAX_PALETTE_LENGTH) png_error(png, "palette too large");
    for (int index = 0; index < colour_count; index++) {
      palette[index] =
          (png_color){colours[3 * index], colours[3 * index + 1], colours[3 * index + 2]};
    }
    png_set_PLTE(png, self->info, palette, colour_count);
    if (alpha_count > 0) png_set_tRNS(png, self->info, alpha, alpha_count, NULL);
  }
  png_write_info(png, self->info);
  if (png_get_bit_depth(png, self->info) < 8) png_set_packing(png);
  if (png_get_bit_depth(png, self->info) == 16) use_native_words(png);
  png_set_interlace_handling(png);
  return true;
}

bool fairy_png_write_rows(fairy_png *self, const uint8_t *first, size_t stride, uint32_t rows) {
  if (setjmp(png_jmpbuf(self->png))) return false;
  for (uint32_t row = 0; row < rows; row++) png_write_row(self->png, first + row * stride);
  return true;
}

bool fairy_png_finish_writing(fairy_png *self) {
  if (setjmp(png_jmpbuf(self->png))) return false;
  png_write_end(self->png, NULL);
  return true;
}
