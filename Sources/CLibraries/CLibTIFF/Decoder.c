#include "Library.h"

#include <stdlib.h>

struct fairy_tiff_decoder {
  fairy_tiff_source source;
  uint64_t position;
  TIFF *file;
  bool is_open;
  fairy_tiff_words error;
  fairy_tiff_words warning;
};

static tmsize_t read_bytes(thandle_t user, void *buffer, tmsize_t count) {
  fairy_tiff_decoder *decoder = (fairy_tiff_decoder *)user;
  if (count <= 0)
    return 0;
  ptrdiff_t got =
      decoder->source.read(decoder->source.context, decoder->position, buffer, (size_t)count);
  if (got < 0)
    return -1;
  decoder->position += (uint64_t)got;
  return got;
}

static tmsize_t write_nothing(thandle_t user, void *buffer, tmsize_t count) {
  (void)user, (void)buffer, (void)count;
  return -1;
}

static toff_t seek_to(thandle_t user, toff_t offset, int whence) {
  fairy_tiff_decoder *decoder = (fairy_tiff_decoder *)user;
  uint64_t base = whence == SEEK_SET   ? 0
                  : whence == SEEK_CUR ? decoder->position
                                       : decoder->source.byte_count;
  decoder->position = base + offset;
  return decoder->position;
}

static int close_nothing(thandle_t user) {
  (void)user;
  return 0;
}

static toff_t size_of(thandle_t user) { return ((fairy_tiff_decoder *)user)->source.byte_count; }

static int keep_error(TIFF *file, void *user, const char *module, const char *format,
                      va_list list) {
  (void)file, (void)module;
  fairy_tiff_keep(&((fairy_tiff_decoder *)user)->error, format, list);
  return 1;
}

static int keep_warning(TIFF *file, void *user, const char *module, const char *format,
                        va_list list) {
  (void)file, (void)module;
  fairy_tiff_decoder *decoder = user;
  // While the directory is read it is about fields that the library does not know.
  if (decoder->is_open)
    fairy_tiff_keep(&decoder->warning, format, list);
  return 1;
}

fairy_tiff_decoder *fairy_tiff_decoder_create(fairy_tiff_source source, uint64_t directory,
                                              size_t memory_limit) {
  fairy_tiff_decoder *decoder = calloc(1, sizeof *decoder);
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!decoder || !options) {
    free(decoder);
    if (options)
      TIFFOpenOptionsFree(options);
    return NULL;
  }
  decoder->source = source;
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)memory_limit);
  TIFFOpenOptionsSetErrorHandlerExtR(options, keep_error, decoder);
  TIFFOpenOptionsSetWarningHandlerExtR(options, keep_warning, decoder);
  // h: the first directory is not read, which may be another than the one that is wanted; m: no memory map.
  decoder->file =
      TIFFClientOpenExt("TIFF", "rhm", (thandle_t)decoder, read_bytes, write_nothing, seek_to,
                        close_nothing, size_of, NULL, NULL, options);
  TIFFOpenOptionsFree(options);
  if (!decoder->file || !TIFFSetSubDirectory(decoder->file, directory))
    return decoder;
  uint16_t compression = 0, photometric = 0;
  fairy_tiff_get(decoder->file, TIFFTAG_COMPRESSION, &compression);
  fairy_tiff_get(decoder->file, TIFFTAG_PHOTOMETRIC, &photometric);
  if (compression == COMPRESSION_JPEG && photometric == PHOTOMETRIC_YCBCR)
    fairy_tiff_set(decoder->file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  // What was wrong with fields that do not matter here is no reason why pixels cannot be read later.
  decoder->error.text[0] = 0;
  decoder->is_open = true;
  return decoder;
}

void fairy_tiff_decoder_destroy(fairy_tiff_decoder *decoder) {
  if (decoder->file)
    TIFFClose(decoder->file);
  free(decoder);
}

bool fairy_tiff_decoder_layout(fairy_tiff_decoder *decoder, fairy_tiff_layout *layout) {
  if (!decoder->is_open)
    return false;
  bool is_tiled = TIFFIsTiled(decoder->file);
  layout->row_bytes = TIFFScanlineSize64(decoder->file);
  layout->tile_bytes = is_tiled ? TIFFTileSize64(decoder->file) : 0;
  layout->tile_row_bytes = is_tiled ? TIFFTileRowSize64(decoder->file) : 0;
  return true;
}

bool fairy_tiff_decoder_read_row(fairy_tiff_decoder *decoder, uint8_t *buffer, uint32_t row,
                                 uint16_t sample) {
  return decoder->is_open && TIFFReadScanline(decoder->file, buffer, row, sample) == 1;
}

bool fairy_tiff_decoder_read_tile(fairy_tiff_decoder *decoder, uint8_t *buffer, size_t count,
                                  uint32_t x, uint32_t y, uint16_t sample) {
  if (!decoder->is_open)
    return false;
  uint32_t tile = TIFFComputeTile(decoder->file, x, y, 0, sample);
  return TIFFReadEncodedTile(decoder->file, tile, buffer, (tmsize_t)count) >= 0;
}

bool fairy_tiff_decoder_read_rgba(fairy_tiff_decoder *decoder, uint8_t *buffer, uint32_t width,
                                  uint32_t first_row, uint32_t rows) {
  TIFFRGBAImage image;
  char message[1024] = "";
  if (!decoder->is_open)
    return false;
  if (!TIFFRGBAImageBegin(&image, decoder->file, 1, message)) {
    if (decoder->error.text[0] == 0)
      for (size_t i = 0; i + 1 < sizeof decoder->error.text && message[i]; i++)
        decoder->error.text[i] = message[i];
    return false;
  }
  // Turning is done elsewhere, for all formats.
  image.orientation = image.req_orientation = ORIENTATION_TOPLEFT;
  image.row_offset = (int)first_row;
  image.col_offset = 0;
  uint32_t *raster = (uint32_t *)(void *)buffer;
  bool is_done = TIFFRGBAImageGet(&image, raster, width, rows);
  TIFFRGBAImageEnd(&image);
  for (size_t i = 0; is_done && i < (size_t)width * rows; i++) {
    uint32_t pixel = raster[i];
    buffer[4 * i] = (uint8_t)TIFFGetR(pixel);
    buffer[4 * i + 1] = (uint8_t)TIFFGetG(pixel);
    buffer[4 * i + 2] = (uint8_t)TIFFGetB(pixel);
    buffer[4 * i + 3] = (uint8_t)TIFFGetA(pixel);
  }
  return is_done;
}

const char *fairy_tiff_decoder_error(const fairy_tiff_decoder *decoder) {
  return decoder->error.text;
}

const char *fairy_tiff_decoder_warning(const fairy_tiff_decoder *decoder) {
  return decoder->warning.text;
}
