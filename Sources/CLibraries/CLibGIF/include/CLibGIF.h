// giflib's decoder (MIT), opened when the first GIF picture is decoded.
//
// Few runs read GIF. See CLazyLoading.h for how the functions of gif_lib.h come to be. Blocks are read in Swift, the
// library expands the lines of one picture at a time.
#pragma once

#include <gif_lib.h>

/// Opens the library; NULL, or why it cannot be opened.
const char *fairy_libgif_open(void);
