// libheif (LGPL), which writes HEIC and AVIF files, opened when first used: it and its codecs cost
// 6 ms to load. CLibHEIF.c defines what Swift calls as trampolines (see CLazyLoading.h).
#pragma once

#include <libheif/heif.h>

/// Opens libheif. Call it before all else.
///
/// Returns NULL, or what is missing: the dynamic linker's message.
const char *fairy_libheif_open(void);

/// Opens libaom and gives the open libheif the AV1 encoder of AV1Encoder.c. Call it once, before AV1 is
/// coded.
///
/// Returns NULL, or what is missing: the dynamic linker's message, or libheif's.
const char *fairy_libheif_add_av1_encoder(void);

/// The name of the AV1 encoder that ``fairy_libheif_add_av1_encoder`` adds; its parameters are the integers
/// `speed` (0…9) and `threads` (1…64).
#define FAIRY_AV1_ENCODER "fairy-aom"
