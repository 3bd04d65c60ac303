// An AV1 encoder for libheif, over libaom.
//
// libheif 1.15.1, which Debian 12 has, asks libaom for the wrong profile when samples have 10 bits:
// 4:2:0 and 4:4:4 end in a failed assertion that kills the process, 4:0:0 in an error
// (https://github.com/strukturag/libheif/issues/788). libheif takes encoders from its callers, so
// this one is added beside its own and used in its place; it also reads the planes where they are,
// without a copy, and cuts large pictures into tiles so that all threads have work.

#include "CLibHEIF.h"
#include <CLazyLoading.h>
#include <aom/aom_encoder.h>
#include <aom/aomcx.h>
#include <libheif/heif_plugin.h>
#include <stdio.h>
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
static struct {
  __typeof__(aom_codec_av1_cx) *av1_cx;
  __typeof__(aom_codec_enc_config_default) *config_default;
  __typeof__(aom_codec_enc_init_ver) *init;
  __typeof__(aom_codec_control) *control;
  __typeof__(aom_codec_encode) *encode;
  __typeof__(aom_codec_get_cx_data) *packet;
  __typeof__(aom_codec_destroy) *destroy;
  __typeof__(aom_codec_error_detail) *error_detail;
  __typeof__(aom_codec_error) *error;
} aom;

typedef struct {
  int quality;
  int lossless;
  int speed;
  int threads;
  /// The coded picture, and whether libheif has taken it.
  uint8_t *bytes;
  int byte_count;
  int is_taken;
  char message[160];
} encoder;

static struct heif_error success(void) {
  struct heif_error none = {heif_error_Ok, heif_suberror_Unspecified, "Success"};
  return none;
}

static struct heif_error unknown_parameter(void) {
  struct heif_error error = {heif_error_Usage_error, heif_suberror_Unsupported_parameter,
                             "the AV1 encoder has no such parameter"};
  return error;
}

static struct heif_error failure(const char *message) {
  struct heif_error error = {heif_error_Encoder_plugin_error, heif_suberror_Unspecified, message};
  return error;
}

static const char *plugin_name(void) { return "libaom, as fairy calls it"; }

static struct heif_error new_encoder(void **made) {
  encoder *self = calloc(1, sizeof(encoder));
  if (!self)
    return failure("there is no memory for the AV1 encoder");
  self->quality = 50;
  self->speed = 6;
  self->threads = 1;
  *made = self;
  return success();
}

static void free_encoder(void *raw) {
  encoder *self = raw;
  free(self->bytes);
  free(self);
}

// Parameters.

static struct heif_error set_quality(void *raw, int value) {
  ((encoder *)raw)->quality = value;
  return success();
}

static struct heif_error get_quality(void *raw, int *value) {
  *value = ((encoder *)raw)->quality;
  return success();
}

static struct heif_error set_lossless(void *raw, int value) {
  ((encoder *)raw)->lossless = value;
  return success();
}

static struct heif_error get_lossless(void *raw, int *value) {
  *value = ((encoder *)raw)->lossless;
  return success();
}

static struct heif_error set_logging(void *raw, int level) { return success(); }

static struct heif_error get_logging(void *raw, int *level) {
  *level = 0;
  return success();
}

static const struct heif_encoder_parameter speed_parameter = {
    .version = 2,
    .name = "speed",
    .type = heif_encoder_parameter_type_integer,
    .integer = {.default_value = 6, .have_minimum_maximum = 1, .minimum = 0, .maximum = 9},
    .has_default = 1};
static const struct heif_encoder_parameter threads_parameter = {
    .version = 2,
    .name = "threads",
    .type = heif_encoder_parameter_type_integer,
    .integer = {.default_value = 1, .have_minimum_maximum = 1, .minimum = 1, .maximum = 64},
    .has_default = 1};
static const struct heif_encoder_parameter *parameters[] = {&speed_parameter, &threads_parameter,
                                                            NULL};

static const struct heif_encoder_parameter **list_parameters(void *raw) { return parameters; }

static int *integer_parameter(encoder *self, const char *name) {
  if (!strcmp(name, "speed"))
    return &self->speed;
  if (!strcmp(name, "threads"))
    return &self->threads;
  return NULL;
}

static struct heif_error set_integer(void *raw, const char *name, int value) {
  int *place = integer_parameter(raw, name);
  if (!place)
    return unknown_parameter();
  *place = value;
  return success();
}

static struct heif_error get_integer(void *raw, const char *name, int *value) {
  int *place = integer_parameter(raw, name);
  if (!place)
    return unknown_parameter();
  *value = *place;
  return success();
}

static struct heif_error set_string(void *raw, const char *name, const char *value) {
  return unknown_parameter();
}

static struct heif_error get_string(void *raw, const char *name, char *value, int size) {
  return unknown_parameter();
}

// Whatever planes there are can be coded as they are.
static void query_colorspace(enum heif_colorspace *space, enum heif_chroma *chroma) {}

static void query_colorspace2(void *raw, enum heif_colorspace *space, enum heif_chroma *chroma) {}

// Encoding.

/// The number of tile columns or rows, as a power of two: no tile gets narrower than 512 samples,
/// below which their borders cost more bytes than the threads gain.
static unsigned int tiles_log2(unsigned int length, unsigned int limit) {
  unsigned int log2 = 0;
  while (log2 < limit && (length >> (log2 + 1)) >= 512)
    log2++;
  return log2;
}

/// Fills `frame` with the planes of `image`; `gray` gets the two planes that libaom wants to see,
/// and leaves alone, in a monochrome picture.
static int describe_planes(const struct heif_image *image, aom_image_t *frame, uint8_t **gray) {
  enum heif_chroma chroma = heif_image_get_chroma_format(image);
  int depth = heif_image_get_bits_per_pixel_range(image, heif_channel_Y);
  unsigned int width = heif_image_get_width(image, heif_channel_Y);
  unsigned int height = heif_image_get_height(image, heif_channel_Y);
  memset(frame, 0, sizeof(*frame));
  frame->fmt = chroma == heif_chroma_444   ? AOM_IMG_FMT_I444
               : chroma == heif_chroma_422 ? AOM_IMG_FMT_I422
                                           : AOM_IMG_FMT_I420;
  if (depth > 8)
    frame->fmt |= AOM_IMG_FMT_HIGHBITDEPTH;
  frame->monochrome = chroma == heif_chroma_monochrome;
  frame->bit_depth = depth;
  frame->w = frame->d_w = width;
  frame->h = frame->d_h = height;
  frame->x_chroma_shift = chroma != heif_chroma_444;
  frame->y_chroma_shift = chroma != heif_chroma_444 && chroma != heif_chroma_422;
  frame->bps = 8;
  int strides[3] = {0, 0, 0};
  for (int plane = 0; plane < (frame->monochrome ? 1 : 3); plane++)
    frame->planes[plane] =
        (uint8_t *)heif_image_get_plane_readonly(image, (enum heif_channel)plane, &strides[plane]);
  if (frame->monochrome) {
    strides[1] = strides[2] = (((width + 1) / 2) * (depth > 8 ? 2 : 1) + 15) & ~15;
    *gray = calloc((height + 1) / 2, strides[1]);
    if (!*gray)
      return 0;
    frame->planes[1] = frame->planes[2] = *gray;
  }
  for (int plane = 0; plane < 3; plane++)
    frame->stride[plane] = strides[plane];
  return 1;
}

static aom_codec_enc_cfg_t configuration(const encoder *self, const aom_image_t *frame,
                                         aom_codec_enc_cfg_t config) {
  // AV1 section 6.4.1: profile 0 has 4:2:0 and 4:0:0, profile 1 has 4:4:4, and profile 2 has 4:2:2
  // and everything of 12 bits.
  config.g_profile = frame->bit_depth == 12                            ? 2
                     : frame->x_chroma_shift && !frame->y_chroma_shift ? 2
                     : !frame->x_chroma_shift                          ? 1
                                                                       : 0;
  config.g_w = frame->d_w;
  config.g_h = frame->d_h;
  config.g_bit_depth = frame->bit_depth;
  config.g_input_bit_depth = frame->bit_depth;
  config.monochrome = frame->monochrome;
  config.g_threads = self->threads;
  // One frame, so that libaom writes the short headers of a still picture and keeps no others.
  config.g_limit = 1;
  config.g_lag_in_frames = 0;
  config.kf_mode = AOM_KF_DISABLED;
  config.kf_max_dist = 0;
  config.rc_end_usage = AOM_Q;
  config.rc_min_quantizer = 0;
  config.rc_max_quantizer = self->lossless ? 0 : 63;
  return config;
}

static void set_controls(const encoder *self, aom_codec_ctx_t *codec, const aom_image_t *frame,
                         const struct heif_image *image, enum heif_image_input_class class) {
  aom.control(codec, AOME_SET_CPUUSED, self->speed);
  aom.control(codec, AOME_SET_CQ_LEVEL, ((100 - self->quality) * 63 + 50) / 100);
  aom.control(codec, AOME_SET_TUNING, AOM_TUNE_SSIM);
  // Nobody looks at libaom's own reconstruction.
  aom.control(codec, AV1E_SET_SKIP_POSTPROC_FILTERING, 1u);
  if (self->lossless)
    aom.control(codec, AV1E_SET_LOSSLESS, 1u);
  if (self->threads > 1) {
    aom.control(codec, AV1E_SET_ROW_MT, 1u);
    aom.control(codec, AV1E_SET_TILE_COLUMNS, tiles_log2(frame->d_w, 2));
    aom.control(codec, AV1E_SET_TILE_ROWS, tiles_log2(frame->d_h, 1));
  }
  aom.control(codec, AV1E_SET_CHROMA_SAMPLE_POSITION,
              frame->y_chroma_shift ? AOM_CSP_UNKNOWN : AOM_CSP_COLOCATED);
  struct heif_color_profile_nclx *nclx = NULL;
  if (heif_image_get_nclx_color_profile(image, &nclx).code != heif_error_Ok)
    nclx = NULL;
  aom.control(codec, AV1E_SET_COLOR_RANGE,
              !nclx || nclx->full_range_flag ? AOM_CR_FULL_RANGE : AOM_CR_STUDIO_RANGE);
  // Alpha has no colours.
  if (nclx && class != heif_image_input_class_alpha) {
    aom.control(codec, AV1E_SET_COLOR_PRIMARIES, (int)nclx->color_primaries);
    aom.control(codec, AV1E_SET_TRANSFER_CHARACTERISTICS, (int)nclx->transfer_characteristics);
    aom.control(codec, AV1E_SET_MATRIX_COEFFICIENTS, (int)nclx->matrix_coefficients);
  }
  if (nclx)
    heif_nclx_color_profile_free(nclx);
}

static int append_packets(encoder *self, aom_codec_ctx_t *codec) {
  aom_codec_iter_t position = NULL;
  const aom_codec_cx_pkt_t *packet;
  while ((packet = aom.packet(codec, &position))) {
    if (packet->kind != AOM_CODEC_CX_FRAME_PKT)
      continue;
    size_t count = packet->data.frame.sz;
    if (count > (size_t)(INT32_MAX - self->byte_count))
      return 0;
    uint8_t *longer = realloc(self->bytes, self->byte_count + count);
    if (!longer)
      return 0;
    memcpy(longer + self->byte_count, packet->data.frame.buf, count);
    self->bytes = longer;
    self->byte_count += (int)count;
  }
  return 1;
}

static struct heif_error codec_failure(encoder *self, aom_codec_ctx_t *codec) {
  const char *detail = aom.error_detail(codec);
  snprintf(self->message, sizeof(self->message), "libaom: %s%s%s", aom.error(codec),
           detail ? ", " : "", detail ? detail : "");
  return failure(self->message);
}

static struct heif_error encode_frame(encoder *self, const aom_image_t *frame,
                                      const struct heif_image *image,
                                      enum heif_image_input_class class) {
  aom_codec_iface_t *interface = aom.av1_cx();
  aom_codec_enc_cfg_t defaults;
  if (aom.config_default(interface, &defaults, AOM_USAGE_ALL_INTRA) != AOM_CODEC_OK)
    return failure("this libaom does not know how to code still pictures");
  aom_codec_enc_cfg_t config = configuration(self, frame, defaults);
  aom_codec_ctx_t codec;
  memset(&codec, 0, sizeof(codec));
  aom_codec_flags_t flags = frame->bit_depth > 8 ? AOM_CODEC_USE_HIGHBITDEPTH : 0;
  if (aom.init(&codec, interface, &config, flags, AOM_ENCODER_ABI_VERSION) != AOM_CODEC_OK)
    return codec_failure(self, &codec);
  set_controls(self, &codec, frame, image, class);
  struct heif_error error = success();
  // The picture, then the end of pictures.
  const aom_image_t *inputs[2] = {frame, NULL};
  for (int step = 0; step < 2 && error.code == heif_error_Ok; step++) {
    if (aom.encode(&codec, inputs[step], 0, 1, 0) != AOM_CODEC_OK)
      error = codec_failure(self, &codec);
    else if (!append_packets(self, &codec))
      error = failure("there is no memory for the coded picture");
  }
  aom.destroy(&codec);
  return error;
}

static struct heif_error encode_image(void *raw, const struct heif_image *image,
                                      enum heif_image_input_class class) {
  encoder *self = raw;
  // One encoder codes colours, then alpha.
  free(self->bytes);
  self->bytes = NULL;
  self->byte_count = 0;
  self->is_taken = 0;
  aom_image_t frame;
  uint8_t *gray = NULL;
  if (!describe_planes(image, &frame, &gray))
    return failure("there is no memory for the AV1 encoder");
  struct heif_error error = encode_frame(self, &frame, image, class);
  free(gray);
  return error;
}

static struct heif_error get_compressed_data(void *raw, uint8_t **bytes, int *count,
                                             enum heif_encoded_data_type *type) {
  encoder *self = raw;
  *bytes = self->is_taken ? NULL : self->bytes;
  *count = self->is_taken ? 0 : self->byte_count;
  self->is_taken = 1;
  return success();
}

static const struct heif_encoder_plugin plugin = {
    .plugin_api_version = 2,
    .compression_format = heif_compression_AV1,
    .id_name = FAIRY_AV1_ENCODER,
    // libheif keeps one encoder of each priority; its own have 100, 60, 40 and 20.
    .priority = 61,
    .supports_lossy_compression = 1,
    .supports_lossless_compression = 1,
    .get_plugin_name = plugin_name,
    .new_encoder = new_encoder,
    .free_encoder = free_encoder,
    .set_parameter_quality = set_quality,
    .get_parameter_quality = get_quality,
    .set_parameter_lossless = set_lossless,
    .get_parameter_lossless = get_lossless,
    .set_parameter_logging_level = set_logging,
    .get_parameter_logging_level = get_logging,
    .list_parameters = list_parameters,
    .set_parameter_integer = set_integer,
    .get_parameter_integer = get_integer,
    .set_parameter_boolean = set_integer,
    .get_parameter_boolean = get_integer,
    .set_parameter_string = set_string,
    .get_parameter_string = get_string,
    .query_input_colorspace = query_colorspace,
    .encode_image = encode_image,
    .get_compressed_data = get_compressed_data,
    .query_input_colorspace2 = query_colorspace2,
};

const char *fairy_libheif_add_av1_encoder(void) {
  const char *problem = fairy_lazy_open(&libaom);
  if (problem)
    return problem;
  aom.av1_cx = fairy_lazy_symbol(&libaom, "aom_codec_av1_cx");
  aom.config_default = fairy_lazy_symbol(&libaom, "aom_codec_enc_config_default");
  aom.init = fairy_lazy_symbol(&libaom, "aom_codec_enc_init_ver");
  aom.control = fairy_lazy_symbol(&libaom, "aom_codec_control");
  aom.encode = fairy_lazy_symbol(&libaom, "aom_codec_encode");
  aom.packet = fairy_lazy_symbol(&libaom, "aom_codec_get_cx_data");
  aom.destroy = fairy_lazy_symbol(&libaom, "aom_codec_destroy");
  aom.error_detail = fairy_lazy_symbol(&libaom, "aom_codec_error_detail");
  aom.error = fairy_lazy_symbol(&libaom, "aom_codec_error");
  struct heif_error error = heif_register_encoder_plugin(&plugin);
  return error.code == heif_error_Ok ? NULL : error.message;
}
