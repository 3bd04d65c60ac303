#include "CDav1d.h"

#include "CLazyLoading.h"

// The structures of the header belong to one version of the interface, and so does this name.
#define SONAME(version) "libdav1d.so." #version
#define EXPANDED_SONAME(version) SONAME(version)

static fairy_lazy_library library = {EXPANDED_SONAME(DAV1D_API_VERSION_MAJOR)};

const char *fairy_dav1d_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, void, dav1d_default_settings, (Dav1dSettings * settings), (settings))
FAIRY_LAZY(library, int, dav1d_open, (Dav1dContext * *out, const Dav1dSettings *settings),
           (out, settings))
FAIRY_LAZY(library, void, dav1d_close, (Dav1dContext * *context), (context))
FAIRY_LAZY(library, int, dav1d_parse_sequence_header,
           (Dav1dSequenceHeader * out, const uint8_t *bytes, const size_t count),
           (out, bytes, count))
FAIRY_LAZY(library, uint8_t *, dav1d_data_create, (Dav1dData * data, size_t count), (data, count))
FAIRY_LAZY(library, void, dav1d_data_unref, (Dav1dData * data), (data))
FAIRY_LAZY(library, int, dav1d_send_data, (Dav1dContext * context, Dav1dData *data),
           (context, data))
FAIRY_LAZY(library, int, dav1d_get_picture, (Dav1dContext * context, Dav1dPicture *out),
           (context, out))
FAIRY_LAZY(library, void, dav1d_picture_unref, (Dav1dPicture * picture), (picture))
