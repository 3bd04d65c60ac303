#pragma once

/// Opens libaom and adds an AV1 encoder to the open libheif. Returns NULL, or why it cannot.
const char *fairy_av1_encoder_add(void);
