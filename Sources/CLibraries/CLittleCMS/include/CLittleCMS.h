// Little CMS 2, opened when the first colours are converted: most conversions never need it.
#pragma once

#include <lcms2.h>

/// Opens the library. Returns NULL, or the dynamic linker's message.
const char *fairy_lcms_open(void);

/// The library's description of a pixel: its macros are not visible to Swift.
///
/// `space` is one of PT_GRAY, PT_RGB, PT_CMYK; `channels` are without alpha; `bytes` a sample's.
static inline cmsUInt32Number fairy_lcms_format(int space, int channels,
                                                int hasAlpha, int bytes) {
  return (cmsUInt32Number)(COLORSPACE_SH(space) | EXTRA_SH(hasAlpha ? 1 : 0) |
                           CHANNELS_SH(channels) | BYTES_SH(bytes));
}
