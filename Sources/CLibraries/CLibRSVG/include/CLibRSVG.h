// librsvg (LGPL-2.1-or-later), with Cairo and GObject below it: opened when the first drawing is read, which takes some
// 20 ms. See CLazyLoading.h.
//
// Its headers bring those of GLib, Cairo and more, which would have to be installed to build fairy. So what is called
// of them is said again here, behind functions of our own.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opens the libraries; NULL, or why one cannot be opened.
const char *fairy_rsvg_open(void);

typedef struct fairy_rsvg fairy_rsvg;

/// Reads a drawing, which can refer to nothing outside itself.
///
/// NULL for what is none; then `message` holds the library's words.
fairy_rsvg *fairy_rsvg_create(const uint8_t *bytes, size_t count, char *message,
                              size_t message_size);
void fairy_rsvg_destroy(fairy_rsvg *);

/// In pixels, of which an inch has 96, and 0 where the drawing says so; false where it has no size of its own.
bool fairy_rsvg_size(fairy_rsvg *, double *width, double *height);

/// Draws it into cleared pixels of 32 bits: opacity in the highest 8, premultiplied red, green, blue.
bool fairy_rsvg_draw(fairy_rsvg *, uint8_t *pixels, int width, int height, int stride,
                     char *message, size_t message_size);
