#include "CLibTesseract.h"

#include "CLazyLoading.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <tesseract/capi.h>

#ifdef __APPLE__
static fairy_lazy_library library = {"libtesseract.5.dylib", .opens_alone = true};
#else
static fairy_lazy_library library = {"libtesseract.so.5", .opens_alone = true};
#endif

static void limit_threads(void) { setenv("OMP_THREAD_LIMIT", "1", 1); }

const char *fairy_tesseract_open(void) {
  // OpenMP reads it when it is opened.
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, limit_threads);
  return fairy_lazy_open(&library);
}

FAIRY_LAZY(library, const char *, TessVersion, (void), ())
FAIRY_LAZY_VOID(library, TessDeleteText, (const char *text), (text))
FAIRY_LAZY(library, TessBaseAPI *, TessBaseAPICreate, (void), ())
FAIRY_LAZY_VOID(library, TessBaseAPIDelete, (TessBaseAPI * handle), (handle))
FAIRY_LAZY_VOID(library, TessBaseAPIEnd, (TessBaseAPI * handle), (handle))
FAIRY_LAZY_VOID(library, TessBaseAPIClear, (TessBaseAPI * handle), (handle))
FAIRY_LAZY(library, int, TessBaseAPIInit2,
           (TessBaseAPI * handle, const char *folder, const char *language, TessOcrEngineMode mode),
           (handle, folder, language, mode))
FAIRY_LAZY(library, BOOL, TessBaseAPISetVariable,
           (TessBaseAPI * handle, const char *name, const char *value), (handle, name, value))
FAIRY_LAZY_VOID(library, TessBaseAPISetPageSegMode, (TessBaseAPI * handle, TessPageSegMode mode),
                (handle, mode))
FAIRY_LAZY_VOID(library, TessBaseAPISetImage,
                (TessBaseAPI * handle, const unsigned char *samples, int width, int height,
                 int bytes_per_pixel, int stride),
                (handle, samples, width, height, bytes_per_pixel, stride))
FAIRY_LAZY_VOID(library, TessBaseAPISetSourceResolution, (TessBaseAPI * handle, int dpi),
                (handle, dpi))
FAIRY_LAZY(library, int, TessBaseAPIRecognize, (TessBaseAPI * handle, ETEXT_DESC *monitor),
           (handle, monitor))
FAIRY_LAZY(library, BOOL, TessBaseAPIDetectOrientationScript,
           (TessBaseAPI * handle, int *degrees, float *confidence, const char **script,
            float *script_confidence),
           (handle, degrees, confidence, script, script_confidence))
FAIRY_LAZY(library, TessResultIterator *, TessBaseAPIGetIterator, (TessBaseAPI * handle), (handle))
FAIRY_LAZY_VOID(library, TessResultIteratorDelete, (TessResultIterator * handle), (handle))
FAIRY_LAZY(library, const TessPageIterator *, TessResultIteratorGetPageIteratorConst,
           (const TessResultIterator *handle), (handle))
FAIRY_LAZY(library, BOOL, TessResultIteratorNext,
           (TessResultIterator * handle, TessPageIteratorLevel level), (handle, level))
FAIRY_LAZY(library, char *, TessResultIteratorGetUTF8Text,
           (const TessResultIterator *handle, TessPageIteratorLevel level), (handle, level))
FAIRY_LAZY(library, float, TessResultIteratorConfidence,
           (const TessResultIterator *handle, TessPageIteratorLevel level), (handle, level))
FAIRY_LAZY(library, const char *, TessResultIteratorWordRecognitionLanguage,
           (const TessResultIterator *handle), (handle))
FAIRY_LAZY(library, BOOL, TessPageIteratorIsAtBeginningOf,
           (const TessPageIterator *handle, TessPageIteratorLevel level), (handle, level))
FAIRY_LAZY(library, BOOL, TessPageIteratorBoundingBox,
           (const TessPageIterator *handle, TessPageIteratorLevel level, int *left, int *top,
            int *right, int *bottom),
           (handle, level, left, top, right, bottom))
FAIRY_LAZY(library, BOOL, TessPageIteratorBaseline,
           (const TessPageIterator *handle, TessPageIteratorLevel level, int *x1, int *y1, int *x2,
            int *y2),
           (handle, level, x1, y1, x2, y2))
FAIRY_LAZY_VOID(library, TessPageIteratorOrientation,
                (TessPageIterator * handle, TessOrientation *orientation,
                 TessWritingDirection *direction, TessTextlineOrder *order, float *deskew),
                (handle, orientation, direction, order, deskew))
FAIRY_LAZY(library, ETEXT_DESC *, TessMonitorCreate, (void), ())
FAIRY_LAZY_VOID(library, TessMonitorDelete, (ETEXT_DESC * monitor), (monitor))
FAIRY_LAZY_VOID(library, TessMonitorSetCancelFunc, (ETEXT_DESC * monitor, TessCancelFunc cancel),
                (monitor, cancel))
FAIRY_LAZY_VOID(library, TessMonitorSetCancelThis, (ETEXT_DESC * monitor, void *context),
                (monitor, context))
FAIRY_LAZY(library, int, TessMonitorGetProgress, (ETEXT_DESC * monitor), (monitor))

struct fairy_tesseract {
  TessBaseAPI *api;
};

const char *fairy_tesseract_version(void) { return TessVersion(); }

fairy_tesseract *fairy_tesseract_create(const char *folder, const char *languages) {
  fairy_tesseract *created = calloc(1, sizeof *created);
  if (!created)
    return NULL;
  created->api = TessBaseAPICreate();
  // Else it prints to standard error what it thinks of a page.
  if (created->api)
    TessBaseAPISetVariable(created->api, "debug_file", "/dev/null");
  if (!created->api || TessBaseAPIInit2(created->api, folder, languages, OEM_DEFAULT) != 0) {
    fairy_tesseract_destroy(created);
    return NULL;
  }
  return created;
}

void fairy_tesseract_destroy(fairy_tesseract *engine) {
  if (engine->api) {
    TessBaseAPIEnd(engine->api);
    TessBaseAPIDelete(engine->api);
  }
  free(engine);
}

typedef struct {
  const fairy_tesseract_listener *listener;
  ETEXT_DESC *monitor;
  bool is_stopped;
} run;

static bool is_cancelled(void *context, int words) {
  (void)words;
  run *running = context;
  if (!running->is_stopped)
    running->is_stopped = !running->listener->checkpoint(
        running->listener->context, TessMonitorGetProgress(running->monitor));
  return running->is_stopped;
}

// What is asked of each line once: an answer takes a walk along all of the line.
static void begin_line(const TessPageIterator *place, fairy_tesseract_word *word) {
  word->begins_block = TessPageIteratorIsAtBeginningOf(place, RIL_BLOCK);
  word->begins_paragraph = TessPageIteratorIsAtBeginningOf(place, RIL_PARA);
  TessPageIteratorBoundingBox(place, RIL_TEXTLINE, &word->line_left, &word->line_top,
                              &word->line_right, &word->line_bottom);
  if (!TessPageIteratorBaseline(place, RIL_TEXTLINE, &word->baseline_x1, &word->baseline_y1,
                                &word->baseline_x2, &word->baseline_y2)) {
    word->baseline_x1 = word->line_left;
    word->baseline_x2 = word->line_right;
    word->baseline_y1 = word->baseline_y2 = word->line_bottom;
  }
}

static void tell(const TessResultIterator *iterator, const fairy_tesseract_listener *listener) {
  const TessPageIterator *place = TessResultIteratorGetPageIteratorConst(iterator);
  fairy_tesseract_word word = {0};
  // A picture has none.
  if (!TessPageIteratorBoundingBox(place, RIL_WORD, &word.left, &word.top, &word.right,
                                   &word.bottom))
    return;
  char *text = TessResultIteratorGetUTF8Text(iterator, RIL_WORD);
  TessOrientation orientation;
  TessWritingDirection direction;
  TessTextlineOrder order;
  float deskew;
  // It takes an iterator that it does not change.
  TessPageIteratorOrientation((TessPageIterator *)(uintptr_t)place, &orientation, &direction,
                              &order, &deskew);
  word.text = text ? text : "";
  word.confidence = TessResultIteratorConfidence(iterator, RIL_WORD);
  word.language = TessResultIteratorWordRecognitionLanguage(iterator);
  word.is_right_to_left = direction == WRITING_DIRECTION_RIGHT_TO_LEFT;
  word.begins_line = TessPageIteratorIsAtBeginningOf(place, RIL_TEXTLINE);
  if (word.begins_line)
    begin_line(place, &word);
  listener->word(listener->context, &word);
  if (text)
    TessDeleteText(text);
}

bool fairy_tesseract_recognize(fairy_tesseract *engine, const uint8_t *samples, int width,
                               int height, size_t stride, int dpi, fairy_tesseract_layout layout,
                               const fairy_tesseract_listener *listener) {
  TessBaseAPI *api = engine->api;
  TessBaseAPISetPageSegMode(api, layout == FAIRY_TESSERACT_BLOCK ? PSM_SINGLE_BLOCK : PSM_AUTO);
  TessBaseAPISetImage(api, samples, width, height, 1, (int)stride);
  TessBaseAPISetSourceResolution(api, dpi);
  run running = {listener, TessMonitorCreate(), false};
  if (!running.monitor)
    return false;
  TessMonitorSetCancelFunc(running.monitor, is_cancelled);
  TessMonitorSetCancelThis(running.monitor, &running);
  bool done = TessBaseAPIRecognize(api, running.monitor) == 0 && !running.is_stopped;
  TessMonitorDelete(running.monitor);
  TessResultIterator *iterator = done ? TessBaseAPIGetIterator(api) : NULL;
  // A page without words has no iterator.
  if (iterator) {
    do {
      tell(iterator, listener);
    } while (TessResultIteratorNext(iterator, RIL_WORD));
    TessResultIteratorDelete(iterator);
  }
  TessBaseAPIClear(api);
  return done;
}

bool fairy_tesseract_orientation(fairy_tesseract *engine, const uint8_t *samples, int width,
                                 int height, size_t stride, int dpi,
                                 fairy_tesseract_letters *letters) {
  TessBaseAPI *api = engine->api;
  TessBaseAPISetPageSegMode(api, PSM_OSD_ONLY);
  TessBaseAPISetImage(api, samples, width, height, 1, (int)stride);
  TessBaseAPISetSourceResolution(api, dpi);
  int turned = 0;
  const char *script = NULL;
  *letters = (fairy_tesseract_letters){0};
  bool done = TessBaseAPIDetectOrientationScript(api, &turned, &letters->confidence, &script,
                                                 &letters->script_confidence);
  if (done && script)
    snprintf(letters->script, sizeof letters->script, "%s", script);
  TessBaseAPIClear(api);
  // It says by how much the page was turned clockwise.
  letters->degrees = (360 - turned) % 360;
  return done;
}
