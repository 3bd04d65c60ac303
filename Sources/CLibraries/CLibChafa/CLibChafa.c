#include "CLibChafa.h"
#include "CLazyLoading.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
static fairy_lazy_library library = {"libchafa.0.dylib"};
#else
static fairy_lazy_library library = {"libchafa.so.0"};
#endif

const char *fairy_libchafa_open(void) { return fairy_lazy_open(&library); }

// What chafa.h 1.12 and glib.h 2.0 say; the numbers belong to the interface of libchafa.so.0.
typedef struct ChafaCanvasConfig ChafaCanvasConfig;
typedef struct ChafaCanvas ChafaCanvas;
typedef struct ChafaSymbolMap ChafaSymbolMap;
typedef struct ChafaTermDb ChafaTermDb;
typedef struct ChafaTermInfo ChafaTermInfo;
typedef struct {
  char *str;
  size_t len;
  size_t allocated_len;
} GString;

enum { CHAFA_CANVAS_MODE_TRUECOLOR = 0, CHAFA_CANVAS_MODE_INDEXED_240 = 2 };
enum { CHAFA_PIXEL_MODE_SYMBOLS = 0, CHAFA_PIXEL_MODE_SIXELS = 1, CHAFA_PIXEL_MODE_KITTY = 2 };
enum { CHAFA_SYMBOL_TAG_SPACE = 1 << 0, CHAFA_SYMBOL_TAG_BLOCK = 1 << 3 };
enum { CHAFA_OPTIMIZATION_REUSE_ATTRIBUTES = 1 << 0 };
enum { CHAFA_PIXEL_RGB8 = 8 };

#define LAZY(result, name, parameters, arguments)                              \
  FAIRY_LAZY(library, result, name, parameters, arguments)
#define LAZY_VOID(name, parameters, arguments)                                 \
  FAIRY_LAZY_VOID(library, name, parameters, arguments)

LAZY(ChafaCanvasConfig *, chafa_canvas_config_new, (void), ())
LAZY_VOID(chafa_canvas_config_unref, (ChafaCanvasConfig * config), (config))
LAZY_VOID(chafa_canvas_config_set_geometry, (ChafaCanvasConfig * config, int width, int height),
          (config, width, height))
LAZY_VOID(chafa_canvas_config_set_cell_geometry,
          (ChafaCanvasConfig * config, int width, int height), (config, width, height))
LAZY_VOID(chafa_canvas_config_set_canvas_mode, (ChafaCanvasConfig * config, int mode),
          (config, mode))
LAZY_VOID(chafa_canvas_config_set_pixel_mode, (ChafaCanvasConfig * config, int mode),
          (config, mode))
LAZY_VOID(chafa_canvas_config_set_optimizations, (ChafaCanvasConfig * config, int flags),
          (config, flags))
LAZY_VOID(chafa_canvas_config_set_symbol_map,
          (ChafaCanvasConfig * config, const ChafaSymbolMap *map), (config, map))
LAZY(ChafaSymbolMap *, chafa_symbol_map_new, (void), ())
LAZY_VOID(chafa_symbol_map_add_by_tags, (ChafaSymbolMap * map, int tags), (map, tags))
LAZY_VOID(chafa_symbol_map_unref, (ChafaSymbolMap * map), (map))
LAZY(ChafaTermDb *, chafa_term_db_get_default, (void), ())
LAZY(ChafaTermInfo *, chafa_term_db_get_fallback_info, (ChafaTermDb * db), (db))
LAZY_VOID(chafa_term_info_unref, (ChafaTermInfo * info), (info))
LAZY(ChafaCanvas *, chafa_canvas_new, (const ChafaCanvasConfig *config), (config))
LAZY_VOID(chafa_canvas_unref, (ChafaCanvas * canvas), (canvas))
LAZY_VOID(chafa_canvas_draw_all_pixels,
          (ChafaCanvas * canvas, int type, const uint8_t *pixels, int width, int height, int stride),
          (canvas, type, pixels, width, height, stride))
LAZY(GString *, chafa_canvas_print, (ChafaCanvas * canvas, ChafaTermInfo *info), (canvas, info))
LAZY_VOID(chafa_set_n_threads, (int count), (count))
LAZY(char *, g_string_free, (GString * string, int with_segment), (string, with_segment))

static ChafaCanvas *make_canvas(const fairy_chafa_canvas *canvas) {
  static const int modes[] = {CHAFA_PIXEL_MODE_SYMBOLS, CHAFA_PIXEL_MODE_SIXELS,
                              CHAFA_PIXEL_MODE_KITTY};
  ChafaCanvasConfig *config = chafa_canvas_config_new();
  chafa_canvas_config_set_geometry(config, canvas->columns, canvas->rows);
  chafa_canvas_config_set_cell_geometry(config, canvas->cell_width, canvas->cell_height);
  chafa_canvas_config_set_canvas_mode(config, canvas->is_indexed ? CHAFA_CANVAS_MODE_INDEXED_240
                                                                 : CHAFA_CANVAS_MODE_TRUECOLOR);
  chafa_canvas_config_set_pixel_mode(config, modes[canvas->form]);
  // Not every terminal repeats characters when told to.
  chafa_canvas_config_set_optimizations(config, CHAFA_OPTIMIZATION_REUSE_ATTRIBUTES);
  ChafaSymbolMap *map = chafa_symbol_map_new();
  chafa_symbol_map_add_by_tags(map, CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_BLOCK);
  chafa_canvas_config_set_symbol_map(config, map);
  chafa_symbol_map_unref(map);
  ChafaCanvas *result = chafa_canvas_new(config);
  chafa_canvas_config_unref(config);
  return result;
}

char *fairy_chafa_draw(const fairy_chafa_canvas *canvas, const unsigned char *pixels, int width,
                       int height, int stride, size_t *length) {
  // A preview is too small to gain by threads, and GLib's ask for what a sandbox refuses, and say so.
  chafa_set_n_threads(1);
  ChafaCanvas *drawn = make_canvas(canvas);
  chafa_canvas_draw_all_pixels(drawn, CHAFA_PIXEL_RGB8, pixels, width, height, stride);
  // The words that terminals of the chosen kind share.
  ChafaTermInfo *info = chafa_term_db_get_fallback_info(chafa_term_db_get_default());
  GString *text = chafa_canvas_print(drawn, info);
  char *copy = malloc(text->len + 1);
  if (copy) {
    memcpy(copy, text->str, text->len);
    *length = text->len;
  }
  g_string_free(text, 1);
  chafa_term_info_unref(info);
  chafa_canvas_unref(drawn);
  return copy;
}
