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
FAIRY_LAZY(library, OPJ_BOOL, opj_codec_set_threads, (opj_codec_t * codec, int threads),
           (codec, threads))
FAIRY_LAZY_VOID(library, opj_stream_set_write_function,
                (opj_stream_t * stream, opj_stream_write_fn function), (stream, function))
FAIRY_LAZY(library, opj_image_t *, opj_image_create,
           (OPJ_UINT32 count, opj_image_cmptparm_t *parameters, OPJ_COLOR_SPACE space),
           (count, parameters, space))
FAIRY_LAZY(library, opj_codec_t *, opj_create_compress, (OPJ_CODEC_FORMAT format), (format))
FAIRY_LAZY_VOID(library, opj_set_default_encoder_parameters, (opj_cparameters_t * parameters),
                (parameters))
FAIRY_LAZY(library, OPJ_BOOL, opj_setup_encoder,
           (opj_codec_t * codec, opj_cparameters_t *parameters, opj_image_t *image),
           (codec, parameters, image))
FAIRY_LAZY(library, OPJ_BOOL, opj_start_compress,
           (opj_codec_t * codec, opj_image_t *image, opj_stream_t *stream), (codec, image, stream))
FAIRY_LAZY(library, OPJ_BOOL, opj_encode, (opj_codec_t * codec, opj_stream_t *stream),
           (codec, stream))
FAIRY_LAZY(library, OPJ_BOOL, opj_end_compress, (opj_codec_t * codec, opj_stream_t *stream),
           (codec, stream))

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

fairy_openjpeg *fairy_openjpeg_create(const uint8_t *bytes, size_t count, uint32_t threads,
                                      uint32_t *components) {
  fairy_openjpeg *decoder = calloc(1, sizeof *decoder);
  if (!decoder)
    return NULL;
  decoder->bytes = bytes;
  decoder->count = count;
  decoder->codec = opj_create_decompress(OPJ_CODEC_J2K);
  decoder->stream = opj_stream_create(1 << 16, OPJ_TRUE);
  opj_dparameters_t parameters;
  opj_set_default_decoder_parameters(&parameters);
  if (!decoder->codec || !decoder->stream || !opj_setup_decoder(decoder->codec, &parameters)) {
    fairy_openjpeg_destroy(decoder);
    return NULL;
  }
  // Without them it is slower, and as good.
  if (threads > 1)
    (void)opj_codec_set_threads(decoder->codec, (int)threads);
  opj_stream_set_user_data(decoder->stream, decoder, NULL);
  opj_stream_set_user_data_length(decoder->stream, count);
  opj_stream_set_read_function(decoder->stream, read_bytes);
  opj_stream_set_skip_function(decoder->stream, skip_bytes);
  opj_stream_set_seek_function(decoder->stream, seek_bytes);
  if (!opj_read_header(decoder->stream, decoder->codec, &decoder->image) || !decoder->image) {
    fairy_openjpeg_destroy(decoder);
    return NULL;
  }
  *components = decoder->image->numcomps;
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

bool fairy_openjpeg_decode(fairy_openjpeg *decoder, uint32_t reductions) {
  if (reductions > 0 && !opj_set_decoded_resolution_factor(decoder->codec, reductions))
    return false;
  if (!opj_decode(decoder->codec, decoder->stream, decoder->image))
    return false;
  // The mark of the end is missing in many files, which is no loss; all that comes before has been decoded.
  (void)opj_end_decompress(decoder->codec, decoder->stream);
  return true;
}

bool fairy_openjpeg_get(const fairy_openjpeg *decoder, uint32_t index,
                        fairy_openjpeg_component *component) {
  if (index >= decoder->image->numcomps)
    return false;
  const opj_image_comp_t *found = &decoder->image->comps[index];
  component->width = found->w;
  component->height = found->h;
  component->samples = found->data;
  return found->data != NULL;
}

struct fairy_openjpeg_encoder {
  opj_image_t *image;
  uint8_t *bytes;
  size_t count;
  size_t room;
  size_t position;
};

/// Makes room up to `end`, with zeros where nothing has been written.
static bool reach(fairy_openjpeg_encoder *encoder, size_t end) {
  if (end > encoder->room) {
    size_t room = encoder->room * 2 > end ? encoder->room * 2 : end + 65536;
    uint8_t *bytes = realloc(encoder->bytes, room);
    if (!bytes)
      return false;
    encoder->bytes = bytes;
    encoder->room = room;
  }
  if (end > encoder->count) {
    memset(encoder->bytes + encoder->count, 0, end - encoder->count);
    encoder->count = end;
  }
  return true;
}

static OPJ_SIZE_T write_bytes(void *buffer, OPJ_SIZE_T count, void *user) {
  fairy_openjpeg_encoder *encoder = user;
  if (count > SIZE_MAX / 4 || !reach(encoder, encoder->position + count))
    return (OPJ_SIZE_T)-1;
  memcpy(encoder->bytes + encoder->position, buffer, count);
  encoder->position += count;
  return count;
}

static OPJ_OFF_T skip_written(OPJ_OFF_T count, void *user) {
  fairy_openjpeg_encoder *encoder = user;
  if (count < 0 || !reach(encoder, encoder->position + (size_t)count))
    return -1;
  encoder->position += (size_t)count;
  return count;
}

static OPJ_BOOL seek_written(OPJ_OFF_T position, void *user) {
  fairy_openjpeg_encoder *encoder = user;
  if (position < 0 || !reach(encoder, (size_t)position))
    return OPJ_FALSE;
  encoder->position = (size_t)position;
  return OPJ_TRUE;
}

fairy_openjpeg_encoder *fairy_openjpeg_encoder_create(uint32_t width, uint32_t height,
                                                      uint32_t components, uint32_t precision) {
  opj_image_cmptparm_t parameters[4];
  if (components == 0 || components > 4)
    return NULL;
  memset(parameters, 0, sizeof parameters);
  for (uint32_t i = 0; i < components; i++) {
    parameters[i].dx = parameters[i].dy = 1;
    parameters[i].w = width;
    parameters[i].h = height;
    parameters[i].prec = precision;
  }
  fairy_openjpeg_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder)
    return NULL;
  encoder->image = opj_image_create(components, parameters,
                                    components < 3 ? OPJ_CLRSPC_GRAY : OPJ_CLRSPC_SRGB);
  if (!encoder->image) {
    free(encoder);
    return NULL;
  }
  encoder->image->x1 = width;
  encoder->image->y1 = height;
  return encoder;
}

void fairy_openjpeg_encoder_destroy(fairy_openjpeg_encoder *encoder) {
  opj_image_destroy(encoder->image);
  free(encoder->bytes);
  free(encoder);
}

int32_t *fairy_openjpeg_encoder_samples(fairy_openjpeg_encoder *encoder, uint32_t index) {
  return index < encoder->image->numcomps ? encoder->image->comps[index].data : NULL;
}

const uint8_t *fairy_openjpeg_encode(fairy_openjpeg_encoder *encoder,
                                     const fairy_openjpeg_coding *coding, size_t *count) {
  opj_cparameters_t parameters;
  opj_set_default_encoder_parameters(&parameters);
  parameters.numresolution = (int)coding->levels + 1;
  parameters.tcp_numlayers = 1;
  parameters.tcp_mct = coding->is_rgb ? 1 : 0;
  // Without it the library puts its own name and version there.
  char comment[] = "";
  parameters.cp_comment = comment;
  if (coding->psnr > 0) {
    parameters.irreversible = 1;
    parameters.cp_fixed_quality = 1;
    parameters.tcp_distoratio[0] = coding->psnr;
  } else {
    parameters.cp_disto_alloc = 1;
    parameters.tcp_rates[0] = 0;
  }
  opj_codec_t *codec = opj_create_compress(OPJ_CODEC_J2K);
  opj_stream_t *stream = opj_stream_create(1 << 16, OPJ_FALSE);
  bool is_done = false;
  if (codec && stream && opj_setup_encoder(codec, &parameters, encoder->image)) {
    if (coding->threads > 1)
      (void)opj_codec_set_threads(codec, (int)coding->threads);
    opj_stream_set_user_data(stream, encoder, NULL);
    opj_stream_set_write_function(stream, write_bytes);
    opj_stream_set_skip_function(stream, skip_written);
    opj_stream_set_seek_function(stream, seek_written);
    is_done = opj_start_compress(codec, encoder->image, stream) && opj_encode(codec, stream) &&
              opj_end_compress(codec, stream);
  }
  if (stream)
    opj_stream_destroy(stream);
  if (codec)
    opj_destroy_codec(codec);
  *count = encoder->count;
  return is_done ? encoder->bytes : NULL;
}
