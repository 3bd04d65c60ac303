// Chafa (LGPL-3.0-or-later), which turns pictures into what terminals show; opened when the first picture is to
// be seen: with GLib it takes some 5 ms. See CLazyLoading.h.
//
// One function of our own stands before it. Its headers bring GLib's, which would have to be installed to build
// fairy, and lie in a folder that is named after the processor.
#pragma once

#include <stddef.h>

typedef enum {
  /// Characters that divide their cell into two colours.
  fairy_chafa_blocks,
  /// Bands of six rows, as DEC's terminals take them.
  fairy_chafa_sixels,
  /// The pixels themselves, as kitty takes them.
  fairy_chafa_kitty,
} fairy_chafa_form;

typedef struct {
  fairy_chafa_form form;
  /// Whether the terminal knows 240 colours beside its own 16, rather than all; for blocks.
  int is_indexed;
  /// Cells that the picture takes.
  int columns;
  int rows;
  /// Pixels of a cell.
  int cell_width;
  int cell_height;
} fairy_chafa_canvas;

/// Opens the library; NULL, or the dynamic linker's message.
const char *fairy_libchafa_open(void);

/// Draws a picture of three bytes a pixel (red, green, blue), stretched to the canvas; `stride` bytes lie between
/// the beginnings of two rows.
///
/// Returns what a terminal is to be sent, to be given to `free`; lines, without a line feed behind the last.
/// NULL where there is no memory for that copy; where there is none for what Chafa draws with, GLib aborts.
char *fairy_chafa_draw(const fairy_chafa_canvas *canvas, const unsigned char *pixels, int width,
                       int height, int stride, size_t *length);
