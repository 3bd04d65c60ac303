// Sequences of AV1 pictures that are coded from each other, over libaom: libheif 1.15 codes single pictures alone.

#include "CLibHEIF.h"
#include <CLazyLoading.h>
#include <aom/aom_encoder.h>
#include <aom/aomcx.h>
#include <stdlib.h>
#include <string.h>

static fairy_lazy_library libaom = {"libaom.so.3"};
FAIRY_LAZY_NEEDED(libaom, aom_codec_av1_cx)
FAIRY_LAZY_NEEDED(libaom, aom_codec_enc_config_default)
FAIRY_LAZY_NEEDED(libaom, aom_codec_enc_init_ver)
FAIRY_LAZY_NEEDED(libaom, aom_codec_control)
FAIRY_LAZY_NEEDED(libaom, aom_codec_encode)
FAIRY_LAZY_NEEDED(libaom, aom_codec_get_cx_data)
FAIRY_LAZY_NEEDED(libaom, aom_codec_destroy)
FAIRY_LAZY_NEEDED(libaom, aom_codec_error_detail)
FAIRY_LAZY_NEEDED(libaom, aom_codec_error)

// Pointers in place of trampolines: libheif calls functions of the same names.
#define AOM(name) ((__typeof__(name) *)fairy_lazy_symbol(&libaom, #name))

struct fairy_av1_sequence {
  aom_codec_ctx_t codec;
  aom_image_t frame;
  aom_codec_iter_t position;
  /// The planes of colour that libaom wants to see of a monochrome picture.
  uint8_t *gray;
  int64_t time;
};

const char *fairy_av1_open(void) { return fairy_lazy_open(&libaom); }

static int describe(fairy_av1_sequence *self, const fairy_av1_coding *coding) {
  aom_image_t *frame = &self->frame;
  frame->fmt = coding->chroma == fairy_av1_444   ? AOM_IMG_FMT_I444
               : coding->chroma == fairy_av1_422 ? AOM_IMG_FMT_I422
                                                 : AOM_IMG_FMT_I420;
  if (coding->bit_depth > 8)
    frame->fmt |= AOM_IMG_FMT_HIGHBITDEPTH;
  frame->monochrome = coding->chroma == fairy_av1_monochrome;
  frame->bit_depth = coding->bit_depth;
  frame->w = frame->d_w = coding->width;
  frame->h = frame->d_h = coding->height;
  frame->x_chroma_shift = coding->chroma != fairy_av1_444;
  frame->y_chroma_shift = coding->chroma != fairy_av1_444 && coding->chroma != fairy_av1_422;
  frame->bps = 8;
  if (!frame->monochrome)
    return 1;
  size_t stride = (((size_t)coding->width + 1) / 2 * (coding->bit_depth > 8 ? 2 : 1) + 15) & ~(size_t)15;
  self->gray = calloc(((size_t)coding->height + 1) / 2, stride);
  frame->planes[1] = frame->planes[2] = self->gray;
  frame->stride[1] = frame->stride[2] = (int)stride;
  return self->gray != NULL;
}

static aom_codec_enc_cfg_t configuration(const fairy_av1_coding *coding, aom_codec_enc_cfg_t config) {
  // AV1 section 6.4.1: profile 0 has 4:2:0 and 4:0:0, profile 1 has 4:4:4, and profile 2 has 4:2:2 and everything
  // of 12 bits.
  config.g_profile = coding->bit_depth == 12 || coding->chroma == fairy_av1_422 ? 2
                     : coding->chroma == fairy_av1_444                          ? 1
                                                                                : 0;
  config.g_w = coding->width;
  config.g_h = coding->height;
  config.g_bit_depth = coding->bit_depth;
  config.g_input_bit_depth = coding->bit_depth;
  config.monochrome = coding->chroma == fairy_av1_monochrome;
  config.g_threads = coding->threads;
  // A picture in is a picture out, in order.
  config.g_lag_in_frames = 0;
  config.kf_mode = AOM_KF_AUTO;
  config.kf_max_dist = 64;
  config.rc_end_usage = AOM_Q;
  config.rc_min_quantizer = 0;
  // No picture is much coarser than the first: who looks at one alone sees it.
  unsigned int level = ((100 - coding->quality) * 63 + 50) / 100;
  config.rc_max_quantizer = coding->lossless ? 0 : level + 4 > 63 ? 63 : level + 4;
  config.g_timebase.num = 1;
  config.g_timebase.den = 30;
  return config;
}

static void set_controls(aom_codec_ctx_t *codec, const fairy_av1_coding *coding) {
  __typeof__(aom_codec_control) *control = AOM(aom_codec_control);
  control(codec, AOME_SET_CPUUSED, coding->speed);
  control(codec, AOME_SET_CQ_LEVEL, ((100 - coding->quality) * 63 + 50) / 100);
  if (coding->lossless)
    control(codec, AV1E_SET_LOSSLESS, 1u);
  if (coding->threads > 1)
    control(codec, AV1E_SET_ROW_MT, 1u);
  control(codec, AV1E_SET_COLOR_RANGE,
          coding->full_range ? AOM_CR_FULL_RANGE : AOM_CR_STUDIO_RANGE);
  if (coding->chroma != fairy_av1_monochrome) {
    control(codec, AV1E_SET_COLOR_PRIMARIES, coding->primaries);
    control(codec, AV1E_SET_TRANSFER_CHARACTERISTICS, coding->transfer);
    control(codec, AV1E_SET_MATRIX_COEFFICIENTS, coding->matrix);
  }
}

fairy_av1_sequence *fairy_av1_create(const fairy_av1_coding *coding) {
  aom_codec_iface_t *interface = AOM(aom_codec_av1_cx)();
  aom_codec_enc_cfg_t defaults;
  if (AOM(aom_codec_enc_config_default)(interface, &defaults, AOM_USAGE_GOOD_QUALITY) != AOM_CODEC_OK)
    return NULL;
  fairy_av1_sequence *self = calloc(1, sizeof(fairy_av1_sequence));
  if (!self)
    return NULL;
  aom_codec_enc_cfg_t config = configuration(coding, defaults);
  aom_codec_flags_t flags = coding->bit_depth > 8 ? AOM_CODEC_USE_HIGHBITDEPTH : 0;
  if (!describe(self, coding) ||
      AOM(aom_codec_enc_init_ver)(&self->codec, interface, &config, flags, AOM_ENCODER_ABI_VERSION) !=
          AOM_CODEC_OK) {
    free(self->gray);
    free(self);
    return NULL;
  }
  set_controls(&self->codec, coding);
  return self;
}

void fairy_av1_destroy(fairy_av1_sequence *self) {
  AOM(aom_codec_destroy)(&self->codec);
  free(self->gray);
  free(self);
}

bool fairy_av1_add(fairy_av1_sequence *self, const uint8_t *const *planes, const int *strides) {
  for (int plane = 0; planes && plane < (self->frame.monochrome ? 1 : 3); plane++) {
    self->frame.planes[plane] = (uint8_t *)planes[plane];
    self->frame.stride[plane] = strides[plane];
  }
  self->position = NULL;
  return AOM(aom_codec_encode)(&self->codec, planes ? &self->frame : NULL, self->time++, 1, 0) ==
         AOM_CODEC_OK;
}

const uint8_t *fairy_av1_next(fairy_av1_sequence *self, size_t *count, bool *is_key) {
  const aom_codec_cx_pkt_t *packet;
  while ((packet = AOM(aom_codec_get_cx_data)(&self->codec, &self->position))) {
    if (packet->kind != AOM_CODEC_CX_FRAME_PKT)
      continue;
    *count = packet->data.frame.sz;
    *is_key = packet->data.frame.flags & AOM_FRAME_IS_KEY;
    return packet->data.frame.buf;
  }
  return NULL;
}

const char *fairy_av1_message(fairy_av1_sequence *self) {
  const char *detail = AOM(aom_codec_error_detail)(&self->codec);
  return detail ? detail : AOM(aom_codec_error)(&self->codec);
}
