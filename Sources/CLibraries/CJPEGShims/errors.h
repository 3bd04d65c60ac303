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
  char message[JMSG_LENGTH_MAX];
  char warning[JMSG_LENGTH_MAX];
};

struct jpeg_error_mgr *fairy_jpeg_errors_install(struct fairy_jpeg_errors *);

/// Records the failure and jumps; `words` may be NULL for libjpeg's own.
_Noreturn void fairy_jpeg_fail(j_common_ptr, fairy_jpeg_failure, const char *words);

/// Counts a warning and keeps the words of the first.
void fairy_jpeg_warn(j_common_ptr);
