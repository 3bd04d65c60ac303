#include "errors.h"

#include <jerror.h>
#include <string.h>

static fairy_jpeg_failure failure_of(int code) {
  switch (code) {
  case JERR_OUT_OF_MEMORY:
  case JERR_NO_BACKING_STORE:
    return FAIRY_JPEG_MEMORY;
  case JERR_SOF_UNSUPPORTED:
  case JERR_BAD_PRECISION:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL:
  case JERR_CCIR601_NOTIMPL:
  case JERR_NOT_COMPILED:
  case JERR_ARITH_NOTIMPL:
  case JERR_IMAGE_TOO_BIG:
  case JERR_WIDTH_OVERFLOW:
  case JERR_COMPONENT_COUNT:
  case JERR_NOTIMPL:
    return FAIRY_JPEG_UNSUPPORTED;
  default:
    return FAIRY_JPEG_DAMAGED;
  }
}

_Noreturn void fairy_jpeg_fail(j_common_ptr info, fairy_jpeg_failure failure, const char *words) {
  struct fairy_jpeg_errors *errors = (struct fairy_jpeg_errors *)info->err;
  errors->failure = failure;
  errors->message = words ? words : fairy_jpeg_words(info->err->msg_code);
  longjmp(errors->jump, 1);
}

static void error_exit(j_common_ptr info) {
  fairy_jpeg_fail(info, failure_of(info->err->msg_code), NULL);
}

void fairy_jpeg_warn(j_common_ptr info) {
  struct fairy_jpeg_errors *errors = (struct fairy_jpeg_errors *)info->err;
  if (info->err->num_warnings == 0)
    errors->warning = fairy_jpeg_words(info->err->msg_code);
  info->err->num_warnings++;
}

static void emit_message(j_common_ptr info, int level) {
  if (level < 0)
    fairy_jpeg_warn(info);
}

// Nothing is ever printed.
static void output_message(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *fairy_jpeg_errors_install(struct fairy_jpeg_errors *errors) {
  memset(errors, 0, sizeof *errors);
  errors->message = errors->warning = "";
  jpeg_std_error(&errors->manager);
  errors->manager.error_exit = error_exit;
  errors->manager.emit_message = emit_message;
  errors->manager.output_message = output_message;
  return &errors->manager;
}
