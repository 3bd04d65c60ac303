#include "CLibOpenJPEG.h"

#include "CLazyLoading.h"

#include <openjpeg-2.5/openjpeg.h>
#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
static fairy_lazy_library library = {"libopenjp2.7.dylib"};
#else
static fairy_lazy_library library = {"libopenjp2.so.7"};
#endif

const char *fairy_openjpeg_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, opj_stream_t *, opj_stream_create, (OPJ_SIZE_T size, OPJ_BOOL is_input),
           (size, is_input))
FAIRY_LAZY_VOID(library, opj_stream_destroy, (opj_stream_t * stream), (stream))
FAIRY_LAZY_VOID(library, opj_stream_set_read_function,
                (opj_stream_t * stream, opj_stream_read_fn function), (stream, function))
FAIRY_LAZY_VOID(library, opj_stream_set_skip_function,
                (opj_stream_t * stream, opj_stream_skip_fn function), (stream, function))
FAIRY_LAZY_VOID(library, opj_stream_set_seek_function,
                (opj_stream_t * stream, opj_stream_seek_fn function), (stream, function))
FAIRY_LAZY_VOID(library, opj_stream_set_user_data,
                (opj_stream_t * stream, void *data, opj_stream_free_user_data_fn function),
                (stream, data, function))
FAIRY_LAZY_VOID(library, opj_stream_set_user_data_length, (opj_stream_t * stream, OPJ_UINT64 count),
                (stream, count))
FAIRY_LAZY(library, opj_codec_t *, opj_create_decompress, (OPJ_CODEC_FORMAT format), (format))
FAIRY_LAZY_VOID(library, opj_destroy_codec, (opj_codec_t * codec), (codec))
FAIRY_LAZY_VOID(library, opj_set_default_decoder_parameters, (opj_dparameters_t * parameters),
                (parameters))
FAIRY_LAZY(library, OPJ_BOOL, opj_setup_decoder,
           (opj_codec_t * codec, opj_dparameters_t *parameters), (codec, parameters))
FAIRY_LAZY(library, OPJ_BOOL, opj_read_header,
           (opj_stream_t * stream, opj_codec_t *codec, opj_image_t **image), (stream, codec, image))
FAIRY_LAZY(library, OPJ_BOOL, opj_set_decoded_resolution_factor,
           (opj_codec_t * codec, OPJ_UINT32 factor), (codec, factor))
FAIRY_LAZY(library, OPJ_BOOL, opj_decode,
           (opj_codec_t * codec, opj_stream_t *stream, opj_image_t *image), (codec, stream, image))
FAIRY_LAZY(library, OPJ_BOOL, opj_end_decompress, (opj_codec_t * codec, opj_stream_t *stream),
           (codec, stream))
FAIRY_LAZY_VOID(library, opj_image_destroy, (opj_image_t * image), (image))
FAIRY_LAZY(library, opj_codestream_info_v2_t *, opj_get_cstr_info, (opj_codec_t * codec), (codec))
FAIRY_LAZY_VOID(library, opj_destroy_cstr_info, (opj_codestream_info_v2_t * *info), (info))

struct fairy_openjpeg {
  const uint8_t *bytes;
  size_t count;
  size_t position;
  opj_stream_t *stream;
  opj_codec_t *codec;
  opj_image_t *image;
};

static OPJ_SIZE_T read_bytes(void *buffer, OPJ_SIZE_T count, void *user) {
  fairy_openjpeg *decoder = user;
  size_t left = decoder->count - decoder->position;
  if (left == 0)
    return (OPJ_SIZE_T)-1;
  if (count > left)
    count = left;
  memcpy(buffer, decoder->bytes + decoder->position, count);
  decoder->position += count;
  return count;
}

static OPJ_OFF_T skip_bytes(OPJ_OFF_T count, void *user) {
  fairy_openjpeg *decoder = user;
  size_t left = decoder->count - decoder->position;
  if (count < 0 || left == 0)
    return -1;
  if ((uint64_t)count > left)
    count = (OPJ_OFF_T)left;
  decoder->position += (size_t)count;
  return count;
}

static OPJ_BOOL seek_bytes(OPJ_OFF_T position, void *user) {
  fairy_openjpeg *decoder = user;
  if (position < 0 || (uint64_t)position > decoder->count)
    return OPJ_FALSE;
  decoder->position = (size_t)position;
  return OPJ_TRUE;
}

static void describe(const opj_image_t *image, opj_codec_t *codec, fairy_openjpeg_header *header) {
  memset(header, 0, sizeof *header);
  header->width = image->x1 - image->x0;
  header->height = image->y1 - image->y0;
  header->components = image->numcomps;
  header->is_plain = image->x1 > image->x0 && image->y1 > image->y0 && image->numcomps > 0;
  for (uint32_t i = 0; i < image->numcomps; i++) {
    const opj_image_comp_t *component = &image->comps[i];
    if (component->prec > header->precision)
      header->precision = component->prec;
    if (component->sgnd || component->dx != 1 || component->dy != 1)
      header->is_plain = false;
  }
  header->has_profile = image->icc_profile_buf != NULL;
  switch (image->color_space) {
  case OPJ_CLRSPC_SRGB: header->colour_space = 16; break;
  case OPJ_CLRSPC_GRAY: header->colour_space = 17; break;
  case OPJ_CLRSPC_SYCC: header->colour_space = 18; break;
  case OPJ_CLRSPC_CMYK: header->colour_space = 12; break;
  default: break;
  }
  opj_codestream_info_v2_t *info = opj_get_cstr_info(codec);
  if (!info)
    return;
  uint32_t fewest = 33;
  for (uint32_t i = 0; info->m_default_tile_info.tccp_info && i < info->nbcomps; i++) {
    uint32_t resolutions = info->m_default_tile_info.tccp_info[i].numresolutions;
    if (resolutions < fewest)
      fewest = resolutions;
  }
  header->reductions = fewest == 33 || fewest == 0 ? 0 : fewest - 1;
  opj_destroy_cstr_info(&info);
}

fairy_openjpeg *fairy_openjpeg_create(const uint8_t *bytes, size_t count,
                                      fairy_openjpeg_header *header) {
  fairy_openjpeg *decoder = calloc(1, sizeof *decoder);
  if (!decoder)
    return NULL;
  decoder->bytes = bytes;
  decoder->count = count;
  // A bare codestream begins with SOC.
  bool is_bare = count >= 2 && bytes[0] == 0xFF && bytes[1] == 0x4F;
  decoder->codec = opj_create_decompress(is_bare ? OPJ_CODEC_J2K : OPJ_CODEC_JP2);
  decoder->stream = opj_stream_create(1 << 16, OPJ_TRUE);
  opj_dparameters_t parameters;
  opj_set_default_decoder_parameters(&parameters);
  if (!decoder->codec || !decoder->stream || !opj_setup_decoder(decoder->codec, &parameters)) {
    fairy_openjpeg_destroy(decoder);
    return NULL;
  }
  opj_stream_set_user_data(decoder->stream, decoder, NULL);
  opj_stream_set_user_data_length(decoder->stream, count);
  opj_stream_set_read_function(decoder->stream, read_bytes);
  opj_stream_set_skip_function(decoder->stream, skip_bytes);
  opj_stream_set_seek_function(decoder->stream, seek_bytes);
  if (!opj_read_header(decoder->stream, decoder->codec, &decoder->image) || !decoder->image) {
    fairy_openjpeg_destroy(decoder);
    return NULL;
  }
  describe(decoder->image, decoder->codec, header);
  return decoder;
}

void fairy_openjpeg_destroy(fairy_openjpeg *decoder) {
  if (decoder->image)
    opj_image_destroy(decoder->image);
  if (decoder->stream)
    opj_stream_destroy(decoder->stream);
  if (decoder->codec)
    opj_destroy_codec(decoder->codec);
  free(decoder);
}

bool fairy_openjpeg_decode(fairy_openjpeg *decoder, uint32_t reductions, uint32_t *width,
                           uint32_t *height) {
  if (reductions > 0 && !opj_set_decoded_resolution_factor(decoder->codec, reductions))
    return false;
  if (!opj_decode(decoder->codec, decoder->stream, decoder->image) ||
      !opj_end_decompress(decoder->codec, decoder->stream) || decoder->image->numcomps == 0)
    return false;
  *width = decoder->image->comps[0].w;
  *height = decoder->image->comps[0].h;
  return true;
}

bool fairy_openjpeg_copy(fairy_openjpeg *decoder, uint32_t channels, uint8_t *samples) {
  const opj_image_t *image = decoder->image;
  size_t count = (size_t)image->comps[0].w * image->comps[0].h;
  // A palette is applied by the library, and makes more of them than the header says.
  if (image->numcomps != channels)
    return false;
  for (size_t i = 0; i < channels; i++) {
    const opj_image_comp_t *component = &image->comps[i];
    if (!component->data || component->w != image->comps[0].w ||
        component->h != image->comps[0].h || component->prec < 1 || component->prec > 16)
      return false;
    int64_t highest = ((int64_t)1 << component->prec) - 1;
    for (size_t k = 0; k < count; k++) {
      int64_t value = component->data[k];
      value = value < 0 ? 0 : value > highest ? highest : value;
      samples[k * channels + i] =
          component->prec == 8 ? (uint8_t)value : (uint8_t)((value * 255 + highest / 2) / highest);
    }
  }
  return true;
}
