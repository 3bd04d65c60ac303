// The encoder, for the files that share it.
#pragma once

#include "errors.h"

enum { encoder_buffer_size = 1 << 16 };

struct fairy_jpeg_encoder {
  struct jpeg_compress_struct info;
  struct fairy_jpeg_errors errors;
  struct jpeg_destination_mgr manager;
  struct jpeg_progress_mgr progress;
  fairy_jpeg_destination destination;
  uint8_t buffer[encoder_buffer_size];
};
