#include "Library.h"

#include <stdlib.h>
#include <string.h>

/// Bytes that come in pieces.
typedef struct {
  fairy_jxl_bytes *target;
  size_t room;
} collector;

static bool is_type(const JxlBoxType type, const char *name) { return memcmp(type, name, 4) == 0; }

/// Takes what came of a box so far.
static void settle(JxlDecoder *decoder, collector *box) {
  if (!box->target)
    return;
  size_t left = JxlDecoderReleaseBoxBuffer(decoder);
  box->target->count = box->room - left;
}

/// Gives the box more room; false where it has enough.
static bool grow(JxlDecoder *decoder, collector *box, size_t limit) {
  size_t room = box->room ? box->room * 2 : 1 << 16;
  if (room > limit)
    return false;
  uint8_t *bytes = realloc(box->target->bytes, room);
  if (!bytes)
    return false;
  box->target->bytes = bytes;
  box->room = room;
  return JxlDecoderSetBoxBuffer(decoder, bytes + box->target->count,
                                room - box->target->count) == JXL_DEC_SUCCESS;
}

static void read_channels(JxlDecoder *decoder, const JxlBasicInfo *info, fairy_jxl_facts *facts) {
  bool has_alpha = false;
  for (uint32_t i = 0; i < info->num_extra_channels; i++) {
    JxlExtraChannelInfo channel;
    if (JxlDecoderGetExtraChannelInfo(decoder, i, &channel) != JXL_DEC_SUCCESS)
      continue;
    if (channel.type == JXL_CHANNEL_BLACK)
      facts->has_black = true;
    else if (channel.type == JXL_CHANNEL_ALPHA && !has_alpha)
      has_alpha = true;
    else
      facts->other_channels++;
  }
}

static void read_info(JxlDecoder *decoder, fairy_jxl_facts *facts) {
  JxlBasicInfo info;
  if (JxlDecoderGetBasicInfo(decoder, &info) != JXL_DEC_SUCCESS)
    return;
  facts->width = info.xsize;
  facts->height = info.ysize;
  facts->orientation = (uint32_t)info.orientation;
  facts->bits = info.bits_per_sample;
  facts->exponent_bits = info.exponent_bits_per_sample;
  facts->colours = info.num_color_channels;
  facts->alpha_bits = info.alpha_bits;
  facts->is_premultiplied = info.alpha_premultiplied;
  facts->uses_original_profile = info.uses_original_profile;
  facts->has_animation = info.have_animation;
  facts->ticks_numerator = info.animation.tps_numerator;
  facts->ticks_denominator = info.animation.tps_denominator;
  facts->repetitions = info.animation.num_loops;
  read_channels(decoder, &info, facts);
}

/// The code points of an encoding that has some.
static void read_points(const JxlColorEncoding *colours, fairy_jxl_facts *facts) {
  if (colours->white_point != JXL_WHITE_POINT_D65)
    return;
  bool is_gray = colours->color_space == JXL_COLOR_SPACE_GRAY;
  if (!is_gray && colours->color_space != JXL_COLOR_SPACE_RGB)
    return;
  uint32_t primaries = is_gray                                      ? 1
                       : colours->primaries == JXL_PRIMARIES_SRGB ? 1
                       : colours->primaries == JXL_PRIMARIES_2100 ? 9
                       : colours->primaries == JXL_PRIMARIES_P3   ? 12
                                                                    : 0;
  uint32_t transfer = 0;
  switch (colours->transfer_function) {
  case JXL_TRANSFER_FUNCTION_709:
  case JXL_TRANSFER_FUNCTION_LINEAR:
  case JXL_TRANSFER_FUNCTION_SRGB:
  case JXL_TRANSFER_FUNCTION_PQ:
  case JXL_TRANSFER_FUNCTION_HLG:
    transfer = (uint32_t)colours->transfer_function;
    break;
  default:
    break;
  }
  if (primaries && transfer) {
    facts->primaries = primaries;
    facts->transfer = transfer;
  }
}

static bool read_colours(JxlDecoder *decoder, size_t limit, fairy_jxl_survey *survey) {
  const JxlColorProfileTarget target = JXL_COLOR_PROFILE_TARGET_DATA;
  JxlColorEncoding encoding;
  if (JxlDecoderGetColorAsEncodedProfile(decoder, NULL, target, &encoding) == JXL_DEC_SUCCESS)
    read_points(&encoding, &survey->facts);
  size_t count = 0;
  if (survey->facts.primaries ||
      JxlDecoderGetICCProfileSize(decoder, NULL, target, &count) != JXL_DEC_SUCCESS || count == 0)
    return true;
  if (count > limit)
    return false;
  survey->profile.bytes = malloc(count);
  if (survey->profile.bytes && JxlDecoderGetColorAsICCProfile(
                                   decoder, NULL, target, survey->profile.bytes, count) ==
                                   JXL_DEC_SUCCESS)
    survey->profile.count = count;
  return true;
}

static fairy_jxl_status add_frame(JxlDecoder *decoder, size_t limit, fairy_jxl_survey *survey) {
  JxlFrameHeader header;
  if (survey->frames >= limit)
    return FAIRY_JXL_LIMIT;
  if (JxlDecoderGetFrameHeader(decoder, &header) != JXL_DEC_SUCCESS)
    return FAIRY_JXL_DAMAGED;
  // Room is doubled at powers of two.
  if ((survey->frames & (survey->frames - 1)) == 0) {
    size_t room = survey->frames ? survey->frames * 2 : 1;
    uint32_t *durations = realloc(survey->durations, room * sizeof *durations);
    if (!durations)
      return FAIRY_JXL_NO_MEMORY;
    survey->durations = durations;
  }
  survey->durations[survey->frames++] = header.duration;
  return FAIRY_JXL_DONE;
}

/// Chooses what is kept of the box that begins.
static bool begin_box(JxlDecoder *decoder, collector *box, size_t limit,
                      fairy_jxl_survey *survey) {
  JxlBoxType type;
  settle(decoder, box);
  box->target = NULL;
  box->room = 0;
  if (JxlDecoderGetBoxType(decoder, type, JXL_TRUE) != JXL_DEC_SUCCESS)
    return true;
  if (is_type(type, "jbrd"))
    survey->facts.has_jpeg = true;
  if (is_type(type, "Exif") && !survey->exif.bytes)
    box->target = &survey->exif;
  else if (is_type(type, "xml ") && !survey->xmp.bytes)
    box->target = &survey->xmp;
  return !box->target || grow(decoder, box, limit);
}

static fairy_jxl_status walk(JxlDecoder *decoder, size_t frame_limit, size_t metadata_limit,
                             fairy_jxl_survey *survey) {
  collector box = {NULL, 0};
  bool is_closed = false;
  for (;;) {
    JxlDecoderStatus status = JxlDecoderProcessInput(decoder);
    fairy_jxl_status result = FAIRY_JXL_DONE;
    switch (status) {
    case JXL_DEC_BASIC_INFO:
      read_info(decoder, &survey->facts);
      break;
    case JXL_DEC_COLOR_ENCODING:
      if (!read_colours(decoder, metadata_limit, survey))
        return FAIRY_JXL_LIMIT;
      break;
    case JXL_DEC_FRAME:
      result = add_frame(decoder, frame_limit, survey);
      break;
    case JXL_DEC_BOX:
      if (!begin_box(decoder, &box, metadata_limit, survey))
        return FAIRY_JXL_LIMIT;
      break;
    case JXL_DEC_BOX_NEED_MORE_OUTPUT:
      settle(decoder, &box);
      if (!box.target || !grow(decoder, &box, metadata_limit))
        return FAIRY_JXL_LIMIT;
      break;
    case JXL_DEC_SUCCESS:
      settle(decoder, &box);
      return FAIRY_JXL_DONE;
    case JXL_DEC_NEED_MORE_INPUT:
      if (is_closed)
        return FAIRY_JXL_TRUNCATED;
      // That there is no more is said only now: told before, the library calls what is cut off damaged.
      JxlDecoderCloseInput(decoder);
      is_closed = true;
      break;
    default:
      return is_closed ? FAIRY_JXL_TRUNCATED : FAIRY_JXL_DAMAGED;
    }
    if (result != FAIRY_JXL_DONE)
      return result;
  }
}

fairy_jxl_status fairy_jxl_read_survey(const uint8_t *bytes, size_t count, size_t frame_limit,
                                       size_t metadata_limit, fairy_jxl_survey *survey) {
  memset(survey, 0, sizeof *survey);
  JxlDecoder *decoder = JxlDecoderCreate(NULL);
  if (!decoder)
    return FAIRY_JXL_NO_MEMORY;
  fairy_jxl_status status = FAIRY_JXL_DAMAGED;
  if (JxlDecoderSubscribeEvents(decoder, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING |
                                             JXL_DEC_FRAME | JXL_DEC_BOX) == JXL_DEC_SUCCESS &&
      JxlDecoderSetKeepOrientation(decoder, JXL_TRUE) == JXL_DEC_SUCCESS &&
      JxlDecoderSetDecompressBoxes(decoder, JXL_TRUE) == JXL_DEC_SUCCESS &&
      JxlDecoderSetInput(decoder, bytes, count) == JXL_DEC_SUCCESS) {
    status = walk(decoder, frame_limit, metadata_limit, survey);
  }
  JxlDecoderDestroy(decoder);
  return status;
}

void fairy_jxl_free_survey(fairy_jxl_survey *survey) {
  free(survey->profile.bytes);
  free(survey->exif.bytes);
  free(survey->xmp.bytes);
  free(survey->durations);
  memset(survey, 0, sizeof *survey);
}
