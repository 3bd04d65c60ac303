// libde265 (LGPL-3.0-or-later), opened when the first HEVC picture is decoded: it is linked against
// the C++ runtime, which no run without such a picture should pay for.
#pragma once

#include <libde265/de265.h>

/// Opens the library; NULL, or why it cannot be opened.
const char *fairy_libde265_open(void);
