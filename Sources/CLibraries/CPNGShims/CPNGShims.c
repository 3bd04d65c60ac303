#include "CPNGShims.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { message_size = 160, warning_limit = 8 };

struct fairy_png {
  png_structp png;
  png_infop info;
  fairy_png_read_function read;
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

void fairy_png_free(fairy_png *self) {
  if (!self) return;
  png_destroy_read_struct(&self->png, &self->info, NULL);
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
