// The functions of libtiff that are called, and a message of it.
#pragma once

#include "CLibTIFF.h"

#include <stdarg.h>
#include <tiffio.h>

/// The first words of the library about something.
typedef struct {
  char text[256];
} fairy_tiff_words;

/// Keeps the words unless there are some already.
void fairy_tiff_keep(fairy_tiff_words *, const char *format, va_list arguments);

/// `TIFFSetField` and `TIFFGetField`, which are variadic.
int fairy_tiff_set(TIFF *, uint32_t tag, ...);
int fairy_tiff_get(TIFF *, uint32_t tag, ...);
