// The error handler that decoder and encoder share.
#pragma once

#include "CJPEGShims.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

struct fairy_jpeg_errors {
  struct jpeg_error_mgr manager;
  jmp_buf jump;
  fairy_jpeg_failure failure;
  const char *message;
  const char *warning;
};

struct jpeg_error_mgr *fairy_jpeg_errors_install(struct fairy_jpeg_errors *);

/// What the message of libjpeg with a number means, for people.
const char *fairy_jpeg_words(int code);

/// Records the failure and jumps. `words` live as long as the program; NULL for those of libjpeg's message.
_Noreturn void fairy_jpeg_fail(j_common_ptr, fairy_jpeg_failure, const char *words);

/// Counts a warning and keeps the words of the first.
void fairy_jpeg_warn(j_common_ptr);
