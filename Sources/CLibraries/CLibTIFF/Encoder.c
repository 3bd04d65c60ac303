#include "Library.h"

#include <stdlib.h>
#include <string.h>

/// A file in memory, of which the one strip is taken.
typedef struct {
  uint8_t *bytes;
  size_t count;
  size_t room;
  size_t position;
} memory_file;

static tmsize_t read_bytes(thandle_t user, void *buffer, tmsize_t count) {
  memory_file *file = (memory_file *)user;
  if (count <= 0 || file->position >= file->count)
    return 0;
  size_t left = file->count - file->position;
  size_t taken = (size_t)count < left ? (size_t)count : left;
  memcpy(buffer, file->bytes + file->position, taken);
  file->position += taken;
  return (tmsize_t)taken;
}

static tmsize_t write_bytes(thandle_t user, void *buffer, tmsize_t count) {
  memory_file *file = (memory_file *)user;
  if (count < 0 || file->position > SIZE_MAX / 4)
    return -1;
  size_t end = file->position + (size_t)count;
  if (end > file->room) {
    size_t room = file->room * 2 > end ? file->room * 2 : end + 4096;
    uint8_t *bytes = realloc(file->bytes, room);
    if (!bytes)
      return -1;
    file->bytes = bytes;
    file->room = room;
  }
  if (file->position > file->count)
    memset(file->bytes + file->count, 0, file->position - file->count);
  memcpy(file->bytes + file->position, buffer, (size_t)count);
  file->position = end;
  if (end > file->count)
    file->count = end;
  return count;
}

static toff_t seek_to(thandle_t user, toff_t offset, int whence) {
  memory_file *file = (memory_file *)user;
  size_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file->position : file->count;
  file->position = base + (size_t)offset;
  return file->position;
}

static int close_nothing(thandle_t user) {
  (void)user;
  return 0;
}

static toff_t size_of(thandle_t user) { return ((memory_file *)user)->count; }

static int keep_quiet(TIFF *file, void *user, const char *module, const char *format,
                      va_list list) {
  (void)file, (void)user, (void)module, (void)format, (void)list;
  return 1;
}

static bool describe(TIFF *file, const fairy_tiff_strip *strip) {
  bool is_good = fairy_tiff_set(file, TIFFTAG_IMAGEWIDTH, strip->width) &&
                 fairy_tiff_set(file, TIFFTAG_IMAGELENGTH, strip->height) &&
                 fairy_tiff_set(file, TIFFTAG_ROWSPERSTRIP, strip->height) &&
                 fairy_tiff_set(file, TIFFTAG_BITSPERSAMPLE, (int)strip->bits) &&
                 fairy_tiff_set(file, TIFFTAG_SAMPLESPERPIXEL, (int)strip->samples) &&
                 fairy_tiff_set(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
                 fairy_tiff_set(file, TIFFTAG_PHOTOMETRIC, (int)strip->photometric) &&
                 fairy_tiff_set(file, TIFFTAG_COMPRESSION, (int)strip->compression);
  if (is_good && strip->is_float)
    is_good = fairy_tiff_set(file, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
  if (is_good && strip->predictor > PREDICTOR_NONE)
    is_good = fairy_tiff_set(file, TIFFTAG_PREDICTOR, (int)strip->predictor);
  if (is_good && strip->level > 0 && strip->compression == COMPRESSION_ADOBE_DEFLATE)
    is_good = fairy_tiff_set(file, TIFFTAG_ZIPQUALITY, strip->level);
  if (is_good && strip->compression == COMPRESSION_JPEG) {
    // Each strip has its own tables, so that it does not matter who codes it and when.
    is_good = fairy_tiff_set(file, TIFFTAG_JPEGTABLESMODE, 0) &&
              fairy_tiff_set(file, TIFFTAG_JPEGQUALITY, strip->quality);
    if (is_good && strip->photometric == PHOTOMETRIC_YCBCR)
      is_good = fairy_tiff_set(file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  }
  return is_good;
}

uint8_t *fairy_tiff_encode(const fairy_tiff_strip *strip, const uint8_t *rows, size_t count,
                           size_t *coded_count) {
  memory_file memory = {NULL, 0, 0, 0};
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options)
    return NULL;
  TIFFOpenOptionsSetErrorHandlerExtR(options, keep_quiet, NULL);
  TIFFOpenOptionsSetWarningHandlerExtR(options, keep_quiet, NULL);
  TIFF *file = TIFFClientOpenExt("TIFF", strip->is_big_endian ? "wbm" : "wlm", (thandle_t)&memory,
                                 read_bytes, write_bytes, seek_to, close_nothing, size_of, NULL,
                                 NULL, options);
  TIFFOpenOptionsFree(options);
  // The library swaps and differentiates samples where they are.
  uint8_t *copy = file ? malloc(count ? count : 1) : NULL;
  uint64_t offset = 0, length = 0;
  bool is_done = false;
  if (copy) {
    memcpy(copy, rows, count);
    if (describe(file, strip) && TIFFWriteEncodedStrip(file, 0, copy, (tmsize_t)count) >= 0) {
      offset = TIFFGetStrileOffset(file, 0);
      length = TIFFGetStrileByteCount(file, 0);
      is_done = length > 0 && offset <= memory.count && length <= memory.count - offset;
    }
    free(copy);
  }
  if (file)
    TIFFClose(file);
  if (!is_done) {
    free(memory.bytes);
    return NULL;
  }
  memmove(memory.bytes, memory.bytes + offset, length);
  *coded_count = length;
  return memory.bytes;
}
