#include "Library.h"

#include <stdlib.h>
#include <string.h>

struct fairy_jxl_encoder {
  JxlEncoder *encoder;
  JxlEncoderFrameSettings *frame;
  void *runner;
  JxlPixelFormat format;
  bool has_animation;
};

#define CHECK(call)                                                                                \
  if ((call) != JXL_ENC_SUCCESS)                                                                   \
    return false

static bool set_info(JxlEncoder *encoder, const fairy_jxl_settings *settings) {
  JxlBasicInfo info;
  JxlEncoderInitBasicInfo(&info);
  info.xsize = settings->width;
  info.ysize = settings->height;
  info.orientation = (JxlOrientation)settings->orientation;
  info.bits_per_sample = settings->bits;
  info.num_color_channels = settings->colours;
  if (settings->has_alpha) {
    info.num_extra_channels = 1;
    info.alpha_bits = settings->bits;
  }
  info.uses_original_profile = settings->distance == 0 || settings->is_jpeg;
  if (settings->has_animation) {
    info.have_animation = JXL_TRUE;
    info.animation.tps_numerator = 1000;
    info.animation.tps_denominator = 1;
    info.animation.num_loops = settings->repetitions;
  }
  // Level 5 is for 8-bit decoders; what needs more says so.
  if (settings->distance == 0 && settings->bits > 12)
    CHECK(JxlEncoderSetCodestreamLevel(encoder, 10));
  return JxlEncoderSetBasicInfo(encoder, &info) == JXL_ENC_SUCCESS;
}

static bool set_colours(JxlEncoder *encoder, const fairy_jxl_settings *settings) {
  if (settings->profile_count > 0)
    return JxlEncoderSetICCProfile(encoder, settings->profile, settings->profile_count) ==
           JXL_ENC_SUCCESS;
  JxlColorEncoding colours;
  memset(&colours, 0, sizeof colours);
  colours.color_space = settings->colours == 1 ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB;
  colours.white_point = JXL_WHITE_POINT_D65;
  colours.primaries = settings->primaries == 9    ? JXL_PRIMARIES_2100
                      : settings->primaries == 12 ? JXL_PRIMARIES_P3
                                                  : JXL_PRIMARIES_SRGB;
  colours.transfer_function = (JxlTransferFunction)settings->transfer;
  colours.rendering_intent = JXL_RENDERING_INTENT_RELATIVE;
  return JxlEncoderSetColorEncoding(encoder, &colours) == JXL_ENC_SUCCESS;
}

static bool add_metadata(JxlEncoder *encoder, const fairy_jxl_settings *settings) {
  if (settings->exif_count == 0 && settings->xmp_count == 0)
    return true;
  CHECK(JxlEncoderUseBoxes(encoder));
  if (settings->exif_count > 0) {
    uint8_t *content = calloc(1, settings->exif_count + 4);
    if (!content)
      return false;
    memcpy(content + 4, settings->exif, settings->exif_count);
    JxlEncoderStatus status =
        JxlEncoderAddBox(encoder, "Exif", content, settings->exif_count + 4, JXL_FALSE);
    free(content);
    CHECK(status);
  }
  if (settings->xmp_count > 0)
    CHECK(JxlEncoderAddBox(encoder, "xml ", settings->xmp, settings->xmp_count, JXL_FALSE));
  JxlEncoderCloseBoxes(encoder);
  return true;
}

static bool set_frame(JxlEncoderFrameSettings *frame, const fairy_jxl_settings *settings) {
  CHECK(JxlEncoderFrameSettingsSetOption(frame, JXL_ENC_FRAME_SETTING_EFFORT, settings->effort));
  if (settings->is_jpeg)
    return true;
  if (settings->distance == 0) {
    CHECK(JxlEncoderSetFrameLossless(frame, JXL_TRUE));
  } else {
    CHECK(JxlEncoderSetFrameDistance(frame, settings->distance));
  }
  if (settings->is_progressive) {
    if (settings->distance == 0) {
      CHECK(JxlEncoderFrameSettingsSetOption(frame, JXL_ENC_FRAME_SETTING_RESPONSIVE, 1));
    } else {
      CHECK(JxlEncoderFrameSettingsSetOption(frame, JXL_ENC_FRAME_SETTING_PROGRESSIVE_DC, 1));
      CHECK(JxlEncoderFrameSettingsSetOption(frame, JXL_ENC_FRAME_SETTING_PROGRESSIVE_AC, 1));
    }
  }
  return true;
}

static bool prepare(fairy_jxl_encoder *created, const fairy_jxl_settings *settings) {
  JxlEncoder *encoder = created->encoder;
  if (settings->threads > 1) {
    created->runner = JxlThreadParallelRunnerCreate(NULL, settings->threads);
    if (created->runner)
      CHECK(JxlEncoderSetParallelRunner(encoder, JxlThreadParallelRunner, created->runner));
  }
  CHECK(JxlEncoderUseContainer(
      encoder, settings->is_jpeg || settings->exif_count > 0 || settings->xmp_count > 0));
  if (settings->is_jpeg)
    CHECK(JxlEncoderStoreJPEGMetadata(encoder, JXL_TRUE));
  if (!set_info(encoder, settings))
    return false;
  // A JPEG file brings its own.
  if (!settings->is_jpeg && !set_colours(encoder, settings))
    return false;
  if (!add_metadata(encoder, settings))
    return false;
  created->frame = JxlEncoderFrameSettingsCreate(encoder, NULL);
  return created->frame && set_frame(created->frame, settings);
}

fairy_jxl_encoder *fairy_jxl_encoder_create(const fairy_jxl_settings *settings) {
  fairy_jxl_encoder *created = calloc(1, sizeof *created);
  if (!created)
    return NULL;
  created->has_animation = settings->has_animation;
  created->format =
      (JxlPixelFormat){settings->colours + settings->has_alpha,
                       settings->sample_bits > 8 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
                       JXL_NATIVE_ENDIAN, 64};
  created->encoder = JxlEncoderCreate(NULL);
  if (!created->encoder || !prepare(created, settings)) {
    fairy_jxl_encoder_destroy(created);
    return NULL;
  }
  return created;
}

void fairy_jxl_encoder_destroy(fairy_jxl_encoder *encoder) {
  if (encoder->encoder)
    JxlEncoderDestroy(encoder->encoder);
  if (encoder->runner)
    JxlThreadParallelRunnerDestroy(encoder->runner);
  free(encoder);
}

bool fairy_jxl_encoder_add(fairy_jxl_encoder *encoder, const uint8_t *rows, size_t count,
                           uint32_t milliseconds, bool is_last) {
  if (encoder->has_animation) {
    JxlFrameHeader header;
    JxlEncoderInitFrameHeader(&header);
    header.duration = milliseconds;
    CHECK(JxlEncoderSetFrameHeader(encoder->frame, &header));
  }
  CHECK(JxlEncoderAddImageFrame(encoder->frame, &encoder->format, rows, count));
  if (is_last)
    JxlEncoderCloseFrames(encoder->encoder);
  return true;
}

bool fairy_jxl_encoder_add_jpeg(fairy_jxl_encoder *encoder, const uint8_t *bytes, size_t count) {
  CHECK(JxlEncoderAddJPEGFrame(encoder->frame, bytes, count));
  JxlEncoderCloseFrames(encoder->encoder);
  return true;
}

ptrdiff_t fairy_jxl_encoder_take(fairy_jxl_encoder *encoder, uint8_t *buffer, size_t count) {
  uint8_t *next = buffer;
  size_t room = count;
  JxlEncoderStatus status = JxlEncoderProcessOutput(encoder->encoder, &next, &room);
  if (status != JXL_ENC_SUCCESS && status != JXL_ENC_NEED_MORE_OUTPUT)
    return -1;
  return next - buffer;
}
