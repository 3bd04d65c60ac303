#include "CLibRaw.h"

#include "CLazyLoading.h"

#include <libraw/libraw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TEXT(number) #number
#define NUMBER(macro) TEXT(macro)
// The layout of the structure is that of the headers, and of the library with their number.
#ifdef __APPLE__
static fairy_lazy_library library = {"libraw_r." NUMBER(LIBRAW_SHLIB_CURRENT) ".dylib"};
#else
static fairy_lazy_library library = {"libraw_r.so." NUMBER(LIBRAW_SHLIB_CURRENT)};
#endif

const char *fairy_raw_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, libraw_data_t *, libraw_init, (unsigned int flags), (flags))
FAIRY_LAZY_VOID(library, libraw_close, (libraw_data_t * raw), (raw))
FAIRY_LAZY(library, int, libraw_open_buffer, (libraw_data_t * raw, void *bytes, size_t count),
           (raw, bytes, count))
FAIRY_LAZY(library, int, libraw_unpack, (libraw_data_t * raw), (raw))
FAIRY_LAZY(library, int, libraw_unpack_thumb, (libraw_data_t * raw), (raw))
FAIRY_LAZY(library, int, libraw_adjust_sizes_info_only, (libraw_data_t * raw), (raw))
FAIRY_LAZY(library, int, libraw_dcraw_process, (libraw_data_t * raw), (raw))
FAIRY_LAZY(library, libraw_processed_image_t *, libraw_dcraw_make_mem_image,
           (libraw_data_t * raw, int *error), (raw, error))
FAIRY_LAZY_VOID(library, libraw_dcraw_clear_mem, (libraw_processed_image_t * image), (image))
FAIRY_LAZY_VOID(library, libraw_set_dataerror_handler,
                (libraw_data_t * raw, data_callback handler, void *user), (raw, handler, user))
FAIRY_LAZY_VOID(library, libraw_set_progress_handler,
                (libraw_data_t * raw, progress_callback handler, void *user), (raw, handler, user))

struct fairy_raw {
  libraw_data_t *raw;
  libraw_processed_image_t *image;
  void *context;
  bool (*checkpoint)(void *context);
  bool is_damaged;
};

fairy_raw *fairy_raw_create(void) {
  fairy_raw *created = calloc(1, sizeof *created);
  if (!created)
    return NULL;
  // Without them it writes to standard error what is wrong.
  created->raw = libraw_init(LIBRAW_OPIONS_NO_MEMERR_CALLBACK | LIBRAW_OPIONS_NO_DATAERR_CALLBACK);
  if (!created->raw) {
    free(created);
    return NULL;
  }
  return created;
}

void fairy_raw_destroy(fairy_raw *reader) {
  if (reader->image)
    libraw_dcraw_clear_mem(reader->image);
  libraw_close(reader->raw);
  free(reader);
}

static fairy_raw_status status_of(int error) {
  switch (error) {
  case LIBRAW_SUCCESS:
    return FAIRY_RAW_DONE;
  case LIBRAW_FILE_UNSUPPORTED:
  case LIBRAW_NOT_IMPLEMENTED:
  case LIBRAW_REQUEST_FOR_NONEXISTENT_IMAGE:
    return FAIRY_RAW_UNSUPPORTED;
  case LIBRAW_UNSUFFICIENT_MEMORY:
  case LIBRAW_TOO_BIG:
  case LIBRAW_MEMPOOL_OVERFLOW:
    return FAIRY_RAW_MEMORY;
  case LIBRAW_CANCELLED_BY_CALLBACK:
    return FAIRY_RAW_STOPPED;
  default:
    return FAIRY_RAW_DAMAGED;
  }
}

static void copy(char *to, size_t room, const char *from, size_t most) {
  size_t count = 0;
  while (count < most && count + 1 < room && from[count])
    count++;
  memcpy(to, from, count);
  to[count] = 0;
}

static double degrees(const float parts[3], bool is_negative) {
  double value = parts[0] + parts[1] / 60.0 + parts[2] / 3600.0;
  return is_negative ? -value : value;
}

static void copy_place(const libraw_gps_info_t *gps, fairy_raw_facts *facts) {
  if (!gps->gpsparsed || !strchr("NS", gps->latref) || !strchr("EW", gps->longref) ||
      !gps->latref || !gps->longref)
    return;
  facts->has_place = true;
  facts->latitude = degrees(gps->latitude, gps->latref == 'S');
  facts->longitude = degrees(gps->longitude, gps->longref == 'W');
  facts->has_altitude = gps->altitude != 0;
  facts->altitude = gps->altref == 1 ? -gps->altitude : gps->altitude;
}

fairy_raw_status fairy_raw_read_facts(fairy_raw *reader, const uint8_t *bytes, size_t count,
                                      fairy_raw_facts *facts) {
  libraw_data_t *raw = reader->raw;
  memset(facts, 0, sizeof *facts);
  int error = libraw_open_buffer(raw, (void *)(uintptr_t)bytes, count);
  if (error == LIBRAW_SUCCESS)
    error = libraw_adjust_sizes_info_only(raw);
  if (error != LIBRAW_SUCCESS)
    return status_of(error);
  facts->width = raw->sizes.iwidth;
  facts->height = raw->sizes.iheight;
  facts->sensor_pixels = (uint64_t)raw->sizes.raw_width * raw->sizes.raw_height;
  facts->bits = raw->color.raw_bps;
  facts->colours = raw->idata.colors == 1 ? 1 : 3;
  facts->images = raw->idata.raw_count;
  facts->is_mosaic = raw->idata.filters != 0;
  facts->orientation = raw->sizes.flip == 3   ? 3
                       : raw->sizes.flip == 5 ? 8
                       : raw->sizes.flip == 6 ? 6
                                              : 1;
  copy_place(&raw->other.parsed_gps, facts);
  facts->thumbnail_width = raw->thumbnail.twidth;
  facts->thumbnail_height = raw->thumbnail.theight;
  copy(facts->make, sizeof facts->make, raw->idata.make, sizeof raw->idata.make);
  copy(facts->model, sizeof facts->model, raw->idata.model, sizeof raw->idata.model);
  copy(facts->lens, sizeof facts->lens, raw->lens.Lens, sizeof raw->lens.Lens);
  copy(facts->artist, sizeof facts->artist, raw->other.artist, sizeof raw->other.artist);
  facts->sensitivity = raw->other.iso_speed;
  facts->exposure = raw->other.shutter;
  facts->aperture = raw->other.aperture;
  facts->focal_length = raw->other.focal_len;
  // LibRaw takes the camera's clock for this machine's.
  struct tm parts;
  if (raw->other.timestamp > 0 && localtime_r(&raw->other.timestamp, &parts))
    strftime(facts->date, sizeof facts->date, "%Y:%m:%d %H:%M:%S", &parts);
  return FAIRY_RAW_DONE;
}

const uint8_t *fairy_raw_xmp(fairy_raw *reader, size_t *count) {
  *count = reader->raw->idata.xmplen;
  return *count > 0 ? (const uint8_t *)reader->raw->idata.xmpdata : NULL;
}

fairy_raw_status fairy_raw_read_preview(fairy_raw *reader, const uint8_t *bytes, size_t count,
                                        const uint8_t **jpeg, size_t *jpeg_count) {
  libraw_data_t *raw = reader->raw;
  *jpeg = NULL;
  int error = libraw_open_buffer(raw, (void *)(uintptr_t)bytes, count);
  if (error == LIBRAW_SUCCESS)
    error = libraw_unpack_thumb(raw);
  if (error == LIBRAW_NO_THUMBNAIL || error == LIBRAW_UNSUPPORTED_THUMBNAIL)
    return FAIRY_RAW_DONE;
  const libraw_thumbnail_t *thumbnail = &raw->thumbnail;
  if (error == LIBRAW_SUCCESS && thumbnail->tformat == LIBRAW_THUMBNAIL_JPEG && thumbnail->thumb) {
    *jpeg = (const uint8_t *)thumbnail->thumb;
    *jpeg_count = thumbnail->tlength;
  }
  return status_of(error);
}

/// What ends early is filled up, and only told.
static void note_damage(void *user, const char *file, const int offset) {
  (void)file, (void)offset;
  ((fairy_raw *)user)->is_damaged = true;
}

static int report(void *user, enum LibRaw_progress stage, int iteration, int expected) {
  (void)stage, (void)iteration, (void)expected;
  fairy_raw *reader = user;
  return reader->checkpoint(reader->context) ? 0 : 1;
}

fairy_raw_status fairy_raw_develop(fairy_raw *reader, const uint8_t *bytes, size_t count,
                                   bool is_half, uint32_t memory_megabytes, void *context,
                                   bool (*checkpoint)(void *context)) {
  libraw_data_t *raw = reader->raw;
  reader->context = context;
  reader->checkpoint = checkpoint;
  libraw_set_progress_handler(raw, report, reader);
  libraw_set_dataerror_handler(raw, note_damage, reader);
  libraw_output_params_t *params = &raw->params;
  params->use_camera_wb = 1;
  params->output_bps = 16;
  params->output_color = 1;
  // The tone curve of sRGB, and no brightening that depends on what is in the picture.
  params->gamm[0] = 1 / 2.4;
  params->gamm[1] = 12.92;
  params->no_auto_bright = 1;
  params->half_size = is_half;
  params->max_raw_memory_mb = memory_megabytes;
  int error = libraw_open_buffer(raw, (void *)(uintptr_t)bytes, count);
  if (error == LIBRAW_SUCCESS)
    error = libraw_unpack(raw);
  if (error == LIBRAW_SUCCESS)
    error = libraw_dcraw_process(raw);
  if (error == LIBRAW_SUCCESS)
    reader->image = libraw_dcraw_make_mem_image(raw, &error);
  return error == LIBRAW_SUCCESS && reader->is_damaged ? FAIRY_RAW_DAMAGED : status_of(error);
}

const uint16_t *fairy_raw_samples(fairy_raw *reader, uint32_t *width, uint32_t *height,
                                  uint32_t *colours) {
  const libraw_processed_image_t *image = reader->image;
  if (!image || image->type != LIBRAW_IMAGE_BITMAP || image->bits != 16)
    return NULL;
  *width = image->width;
  *height = image->height;
  *colours = image->colors;
  return (const uint16_t *)(const void *)image->data;
}
