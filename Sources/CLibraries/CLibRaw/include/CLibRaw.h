// LibRaw (LGPL-2.1-only or CDDL-1.0), opened when the first raw file of a camera is read.
//
// What it is told and what it tells are fields of one large structure, part of which Swift cannot import. They are read
// and set here, behind plain functions.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opens the library; NULL, or why it cannot be opened.
const char *fairy_raw_open(void);

typedef struct {
  /// As shown, upright.
  uint32_t width;
  uint32_t height;
  /// How many rows and columns the sensor has, those that are not shown included.
  uint64_t sensor_pixels;
  uint32_t bits;
  /// 1 or 3.
  uint32_t colours;
  uint32_t images;
  /// Whether each cell of the sensor sees one colour alone.
  bool is_mosaic;
  /// How the sensor's picture is turned, as Exif numbers it.
  uint32_t orientation;
  uint32_t thumbnail_width;
  uint32_t thumbnail_height;
  char make[64];
  char model[64];
  char lens[128];
  char artist[64];
  float sensitivity;
  /// In seconds.
  float exposure;
  float aperture;
  /// In millimetres.
  float focal_length;
  /// When it was taken by the camera's clock, as Exif writes it; empty where that is not known.
  char date[20];
  bool has_place;
  /// In degrees, north and east.
  double latitude;
  double longitude;
  bool has_altitude;
  /// In metres above the sea.
  double altitude;
} fairy_raw_facts;

typedef enum {
  FAIRY_RAW_DONE,
  FAIRY_RAW_DAMAGED,
  FAIRY_RAW_UNSUPPORTED,
  FAIRY_RAW_MEMORY,
  FAIRY_RAW_STOPPED,
} fairy_raw_status;

typedef struct fairy_raw fairy_raw;

/// NULL without memory. The bytes must stay.
fairy_raw *fairy_raw_create(void);
void fairy_raw_destroy(fairy_raw *);

/// What the file says; it can only be decoded by another reader.
fairy_raw_status fairy_raw_read_facts(fairy_raw *, const uint8_t *bytes, size_t count,
                                      fairy_raw_facts *);
/// The XMP packet of the file, which lives as long as the reader; NULL where there is none.
const uint8_t *fairy_raw_xmp(fairy_raw *, size_t *count);

/// The JPEG that the camera put into the file, which lives as long as the reader; NULL where it is none or something
/// else. The file can only be decoded by another reader.
fairy_raw_status fairy_raw_read_preview(fairy_raw *, const uint8_t *bytes, size_t count,
                                        const uint8_t **jpeg, size_t *jpeg_count);

/// Makes a picture in sRGB with the camera's white balance, 16 bits a sample.
///
/// `checkpoint` is asked now and then and may answer false to stop.
fairy_raw_status fairy_raw_develop(fairy_raw *, const uint8_t *bytes, size_t count, bool is_half,
                                   uint32_t memory_megabytes, void *context,
                                   bool (*checkpoint)(void *context));
/// The samples that were made, which live as long as the reader; NULL where there is no memory.
const uint16_t *fairy_raw_samples(fairy_raw *, uint32_t *width, uint32_t *height,
                                  uint32_t *colours);
