#include "CLibRSVG.h"

#include "CLazyLoading.h"

#include <stdio.h>

#ifdef __APPLE__
static fairy_lazy_library library = {"librsvg-2.2.dylib"};
static fairy_lazy_library cairo = {"libcairo.2.dylib"};
static fairy_lazy_library objects = {"libgobject-2.0.0.dylib"};
static fairy_lazy_library glib = {"libglib-2.0.0.dylib"};
#else
static fairy_lazy_library library = {"librsvg-2.so.2"};
static fairy_lazy_library cairo = {"libcairo.so.2"};
static fairy_lazy_library objects = {"libgobject-2.0.so.0"};
static fairy_lazy_library glib = {"libglib-2.0.so.0"};
#endif

const char *fairy_rsvg_open(void) {
  const char *reason = fairy_lazy_open(&library);
  if (!reason)
    reason = fairy_lazy_open(&cairo);
  if (!reason)
    reason = fairy_lazy_open(&objects);
  return reason ? reason : fairy_lazy_open(&glib);
}

// What rsvg.h 2.54, cairo.h 1.16 and glib.h 2.74 say; it belongs to the interfaces of these libraries.
typedef struct RsvgHandle RsvgHandle;
typedef struct cairo_surface_t cairo_surface_t;
typedef struct cairo_t cairo_t;
typedef struct {
  uint32_t domain;
  int code;
  char *message;
} GError;
typedef struct {
  double x, y, width, height;
} RsvgRectangle;
typedef struct {
  double length;
  int unit;
} RsvgLength;

enum { CAIRO_FORMAT_ARGB32 = 0, CAIRO_STATUS_SUCCESS = 0 };

FAIRY_LAZY(library, RsvgHandle *, rsvg_handle_new_from_data,
           (const uint8_t *bytes, size_t count, GError **error), (bytes, count, error))
FAIRY_LAZY_VOID(library, rsvg_handle_set_dpi, (RsvgHandle * handle, double dpi), (handle, dpi))
FAIRY_LAZY(library, int, rsvg_handle_get_intrinsic_size_in_pixels,
           (RsvgHandle * handle, double *width, double *height), (handle, width, height))
FAIRY_LAZY_VOID(library, rsvg_handle_get_intrinsic_dimensions,
                (RsvgHandle * handle, int *has_width, RsvgLength *width, int *has_height,
                 RsvgLength *height, int *has_box, RsvgRectangle *box),
                (handle, has_width, width, has_height, height, has_box, box))
FAIRY_LAZY(library, int, rsvg_handle_render_document,
           (RsvgHandle * handle, cairo_t *context, const RsvgRectangle *viewport, GError **error),
           (handle, context, viewport, error))
FAIRY_LAZY(cairo, cairo_surface_t *, cairo_image_surface_create_for_data,
           (unsigned char *pixels, int format, int width, int height, int stride),
           (pixels, format, width, height, stride))
FAIRY_LAZY_VOID(cairo, cairo_surface_destroy, (cairo_surface_t * surface), (surface))
FAIRY_LAZY_VOID(cairo, cairo_surface_flush, (cairo_surface_t * surface), (surface))
FAIRY_LAZY(cairo, int, cairo_surface_status, (cairo_surface_t * surface), (surface))
FAIRY_LAZY(cairo, cairo_t *, cairo_create, (cairo_surface_t * surface), (surface))
FAIRY_LAZY_VOID(cairo, cairo_destroy, (cairo_t * context), (context))
FAIRY_LAZY(cairo, int, cairo_status, (cairo_t * context), (context))
FAIRY_LAZY_VOID(objects, g_object_unref, (void *object), (object))
FAIRY_LAZY_VOID(glib, g_error_free, (GError * error), (error))

static void take(GError *error, char *message, size_t message_size) {
  snprintf(message, message_size, "%s", error && error->message ? error->message : "");
  if (error)
    g_error_free(error);
}

fairy_rsvg *fairy_rsvg_create(const uint8_t *bytes, size_t count, char *message,
                              size_t message_size) {
  GError *error = NULL;
  RsvgHandle *handle = rsvg_handle_new_from_data(bytes, count, &error);
  if (!handle) {
    take(error, message, message_size);
    return NULL;
  }
  rsvg_handle_set_dpi(handle, 96);
  return (fairy_rsvg *)handle;
}

void fairy_rsvg_destroy(fairy_rsvg *drawing) { g_object_unref(drawing); }

bool fairy_rsvg_size(fairy_rsvg *drawing, double *width, double *height) {
  RsvgHandle *handle = (RsvgHandle *)drawing;
  if (rsvg_handle_get_intrinsic_size_in_pixels(handle, width, height))
    return true;
  // What is not said is 100 % of the box, or of the size that CSS has for what has none.
  int has_box = 0;
  RsvgLength w = {1, 0}, h = {1, 0};
  RsvgRectangle box = {0, 0, 0, 0};
  rsvg_handle_get_intrinsic_dimensions(handle, NULL, &w, NULL, &h, &has_box, &box);
  *width = w.length == 0 ? 0 : has_box ? box.width : 300;
  *height = h.length == 0 ? 0 : has_box ? box.height : 150;
  return has_box || w.length == 0 || h.length == 0;
}

bool fairy_rsvg_draw(fairy_rsvg *drawing, uint8_t *pixels, int width, int height, int stride,
                     char *message, size_t message_size) {
  message[0] = 0;
  cairo_surface_t *surface =
      cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, width, height, stride);
  bool is_done = false;
  if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) {
    cairo_t *context = cairo_create(surface);
    RsvgRectangle viewport = {0, 0, width, height};
    GError *error = NULL;
    is_done = rsvg_handle_render_document((RsvgHandle *)drawing, context, &viewport, &error) &&
              cairo_status(context) == CAIRO_STATUS_SUCCESS;
    if (!is_done)
      take(error, message, message_size);
    cairo_destroy(context);
    cairo_surface_flush(surface);
  }
  cairo_surface_destroy(surface);
  return is_done;
}
