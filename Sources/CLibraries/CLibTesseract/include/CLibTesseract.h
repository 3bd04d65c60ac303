// Tesseract, which recognises words in pictures, opened when first used.
//
// One engine does one page at a time, in one thread: OpenMP's threads make it several times slower where there are few
// cores (2 on 2: 14 to 35 s for a page that takes one 3 s). Pictures come as samples in memory; what fetches files and
// URLs by their names (ProcessPages) is not called.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fairy_tesseract fairy_tesseract;

const char *fairy_tesseract_open(void);

/// The version of the library, such as "5.3.0".
const char *fairy_tesseract_version(void);

/// Loads the data of languages, "eng+deu", from a folder. NULL where there is no memory, or a language is missing or
/// damaged.
fairy_tesseract *fairy_tesseract_create(const char *folder, const char *languages);
void fairy_tesseract_destroy(fairy_tesseract *);

typedef enum {
  /// Finds columns and blocks.
  FAIRY_TESSERACT_PAGE = 3,
  /// Takes the page for one column of text of one size.
  FAIRY_TESSERACT_BLOCK = 6,
} fairy_tesseract_layout;

/// A word, and where it stands. Lengths are pixels.
typedef struct {
  /// UTF-8, valid during the call alone; may be empty.
  const char *text;
  int left, top, right, bottom;
  /// Of the first word of a line: the line, and its baseline from its beginning to its end; else 0.
  int line_left, line_top, line_right, line_bottom;
  int baseline_x1, baseline_y1, baseline_x2, baseline_y2;
  /// 0 to 100.
  float confidence;
  /// The language's name, such as "eng"; NULL where it is not known.
  const char *language;
  bool is_right_to_left;
  bool begins_block, begins_paragraph, begins_line;
} fairy_tesseract_word;

typedef struct {
  void *context;
  /// Is asked now and then and may answer false to stop.
  bool (*checkpoint)(void *context, int percent);
  void (*word)(void *context, const fairy_tesseract_word *);
} fairy_tesseract_listener;

/// Recognises the words of a page in gray samples, 0 black. Answers false where it was stopped or failed.
bool fairy_tesseract_recognize(fairy_tesseract *, const uint8_t *samples, int width, int height,
                               size_t stride, int dpi, fairy_tesseract_layout,
                               const fairy_tesseract_listener *);

/// How a page stands, and of what its letters are.
typedef struct {
  /// By how many degrees it is to be turned clockwise to stand upright: 0, 90, 180 or 270.
  int degrees;
  /// How sure that is: 0 or more, from 1 or so on likely.
  float confidence;
  /// The script, such as "Latin"; empty where it is not known.
  char script[32];
  /// How sure the script is: 0 or more.
  float script_confidence;
} fairy_tesseract_letters;

/// Looks at the letters of a page without reading them. The engine must have been made for "osd". Answers false where no
/// text was found.
bool fairy_tesseract_orientation(fairy_tesseract *, const uint8_t *samples, int width, int height,
                                 size_t stride, int dpi, fairy_tesseract_letters *letters);
