// dav1d (BSD-2-Clause), opened when the first AV1 picture is decoded: most pictures are not.
#pragma once

#include <dav1d/dav1d.h>

/// Opens the library; NULL, or why it cannot be opened.
const char *fairy_dav1d_open(void);
