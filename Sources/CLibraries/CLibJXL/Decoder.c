#include "Library.h"

#include <stdlib.h>

struct fairy_jxl_decoder {
  JxlDecoder *decoder;
  void *runner;
  /// Whether the library knows that there is no more than it was given.
  bool is_closed;
};

fairy_jxl_decoder *fairy_jxl_decoder_create(const uint8_t *bytes, size_t count, size_t threads) {
  fairy_jxl_decoder *created = calloc(1, sizeof *created);
  if (!created)
    return NULL;
  created->decoder = JxlDecoderCreate(NULL);
  // Without them it is slower, and as good.
  if (threads > 1)
    created->runner = JxlThreadParallelRunnerCreate(NULL, threads);
  if (!created->decoder ||
      (created->runner &&
       JxlDecoderSetParallelRunner(created->decoder, JxlThreadParallelRunner, created->runner) !=
           JXL_DEC_SUCCESS) ||
      JxlDecoderSubscribeEvents(created->decoder, JXL_DEC_FULL_IMAGE) != JXL_DEC_SUCCESS ||
      JxlDecoderSetKeepOrientation(created->decoder, JXL_TRUE) != JXL_DEC_SUCCESS ||
      JxlDecoderSetInput(created->decoder, bytes, count) != JXL_DEC_SUCCESS) {
    fairy_jxl_decoder_destroy(created);
    return NULL;
  }
  return created;
}

void fairy_jxl_decoder_destroy(fairy_jxl_decoder *decoder) {
  if (decoder->decoder)
    JxlDecoderDestroy(decoder->decoder);
  if (decoder->runner)
    JxlThreadParallelRunnerDestroy(decoder->runner);
  free(decoder);
}

void fairy_jxl_decoder_skip(fairy_jxl_decoder *decoder, size_t frames) {
  JxlDecoderSkipFrames(decoder->decoder, frames);
}

fairy_jxl_status fairy_jxl_decoder_next(fairy_jxl_decoder *decoder, uint32_t channels, bool is_deep,
                                        uint8_t *buffer, size_t count) {
  JxlPixelFormat format = {channels, is_deep ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN,
                           64};
  for (;;) {
    size_t needed = 0;
    switch (JxlDecoderProcessInput(decoder->decoder)) {
    case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
      if (JxlDecoderImageOutBufferSize(decoder->decoder, &format, &needed) != JXL_DEC_SUCCESS ||
          needed > count ||
          JxlDecoderSetImageOutBuffer(decoder->decoder, &format, buffer, count) != JXL_DEC_SUCCESS)
        return FAIRY_JXL_DAMAGED;
      break;
    case JXL_DEC_FULL_IMAGE:
      return FAIRY_JXL_DONE;
    case JXL_DEC_NEED_MORE_INPUT:
      if (decoder->is_closed)
        return FAIRY_JXL_TRUNCATED;
      // The last box may have no end but that of the file.
      JxlDecoderCloseInput(decoder->decoder);
      decoder->is_closed = true;
      break;
    default:
      return decoder->is_closed ? FAIRY_JXL_TRUNCATED : FAIRY_JXL_DAMAGED;
    }
  }
}

/// The file, in a buffer that grows.
static uint8_t *collect_jpeg(JxlDecoder *decoder, size_t limit, size_t *jpeg_count) {
  uint8_t *bytes = NULL;
  size_t room = 0, filled = 0;
  for (;;) {
    JxlDecoderStatus status = JxlDecoderProcessInput(decoder);
    if (status == JXL_DEC_FULL_IMAGE) {
      // Only a picture that was asked for as a JPEG is one.
      if (room == 0)
        break;
      *jpeg_count = room - JxlDecoderReleaseJPEGBuffer(decoder);
      return bytes;
    }
    if (status == JXL_DEC_JPEG_NEED_MORE_OUTPUT)
      filled = room - JxlDecoderReleaseJPEGBuffer(decoder);
    else if (status != JXL_DEC_JPEG_RECONSTRUCTION)
      break;
    size_t wider = room ? room * 2 : 1 << 18;
    uint8_t *more = wider <= limit ? realloc(bytes, wider) : NULL;
    if (!more)
      break;
    bytes = more;
    room = wider;
    if (JxlDecoderSetJPEGBuffer(decoder, bytes + filled, room - filled) != JXL_DEC_SUCCESS)
      break;
  }
  free(bytes);
  return NULL;
}

uint8_t *fairy_jxl_read_jpeg(const uint8_t *bytes, size_t count, size_t limit,
                             size_t *jpeg_count) {
  JxlDecoder *decoder = JxlDecoderCreate(NULL);
  if (!decoder)
    return NULL;
  uint8_t *jpeg = NULL;
  if (JxlDecoderSubscribeEvents(decoder, JXL_DEC_JPEG_RECONSTRUCTION | JXL_DEC_FULL_IMAGE) ==
          JXL_DEC_SUCCESS &&
      JxlDecoderSetInput(decoder, bytes, count) == JXL_DEC_SUCCESS) {
    JxlDecoderCloseInput(decoder);
    jpeg = collect_jpeg(decoder, limit, jpeg_count);
  }
  JxlDecoderDestroy(decoder);
  return jpeg;
}
