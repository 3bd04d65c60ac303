#include "CLibHEIF.h"

#include <CLazyLoading.h>
#include <libheif/heif_plugin.h>

static fairy_lazy_library libheif = {"libheif.so.1"};

const char *fairy_libheif_open(void) { return fairy_lazy_open(&libheif); }

#define LAZY(result, name, parameters, arguments)                              \
  FAIRY_LAZY(libheif, result, name, parameters, arguments)

typedef struct heif_error heif_error;

// Contexts.
LAZY(struct heif_context *, heif_context_alloc, (void), ())
LAZY(void, heif_context_free, (struct heif_context * context), (context))
LAZY(heif_error, heif_context_write,
     (struct heif_context * context, struct heif_writer *writer, void *user),
     (context, writer, user))

// Encoders.
LAZY(heif_error, heif_register_encoder_plugin, (const struct heif_encoder_plugin *plugin), (plugin))
LAZY(int, heif_get_encoder_descriptors,
     (enum heif_compression_format format, const char *name,
      const struct heif_encoder_descriptor **descriptors, int count),
     (format, name, descriptors, count))
LAZY(heif_error, heif_context_get_encoder,
     (struct heif_context * context, const struct heif_encoder_descriptor *descriptor,
      struct heif_encoder **encoder),
     (context, descriptor, encoder))
LAZY(void, heif_encoder_release, (struct heif_encoder * encoder), (encoder))
LAZY(heif_error, heif_encoder_set_lossy_quality, (struct heif_encoder * encoder, int quality),
     (encoder, quality))
LAZY(heif_error, heif_encoder_set_lossless, (struct heif_encoder * encoder, int enable),
     (encoder, enable))
LAZY(heif_error, heif_encoder_set_parameter_integer,
     (struct heif_encoder * encoder, const char *name, int value), (encoder, name, value))
LAZY(heif_error, heif_encoder_set_parameter_string,
     (struct heif_encoder * encoder, const char *name, const char *value), (encoder, name, value))

// Encoding.
LAZY(struct heif_encoding_options *, heif_encoding_options_alloc, (void), ())
LAZY(void, heif_encoding_options_free, (struct heif_encoding_options * options), (options))
LAZY(heif_error, heif_context_encode_image,
     (struct heif_context * context, const struct heif_image *image, struct heif_encoder *encoder,
      const struct heif_encoding_options *options, struct heif_image_handle **handle),
     (context, image, encoder, options, handle))
LAZY(heif_error, heif_context_add_exif_metadata,
     (struct heif_context * context, const struct heif_image_handle *handle, const void *bytes,
      int count),
     (context, handle, bytes, count))
LAZY(heif_error, heif_context_add_XMP_metadata,
     (struct heif_context * context, const struct heif_image_handle *handle, const void *bytes,
      int count),
     (context, handle, bytes, count))

// Images.
LAZY(heif_error, heif_image_create,
     (int width, int height, enum heif_colorspace space, enum heif_chroma chroma,
      struct heif_image **image),
     (width, height, space, chroma, image))
LAZY(void, heif_image_release, (const struct heif_image *image), (image))
LAZY(heif_error, heif_image_add_plane,
     (struct heif_image * image, enum heif_channel channel, int width, int height, int depth),
     (image, channel, width, height, depth))
LAZY(uint8_t *, heif_image_get_plane,
     (struct heif_image * image, enum heif_channel channel, int *stride), (image, channel, stride))
LAZY(const uint8_t *, heif_image_get_plane_readonly,
     (const struct heif_image *image, enum heif_channel channel, int *stride),
     (image, channel, stride))
LAZY(int, heif_image_get_width, (const struct heif_image *image, enum heif_channel channel),
     (image, channel))
LAZY(int, heif_image_get_height, (const struct heif_image *image, enum heif_channel channel),
     (image, channel))
LAZY(int, heif_image_get_bits_per_pixel_range,
     (const struct heif_image *image, enum heif_channel channel), (image, channel))
LAZY(enum heif_chroma, heif_image_get_chroma_format, (const struct heif_image *image), (image))
LAZY(void, heif_image_set_premultiplied_alpha, (struct heif_image * image, int is_premultiplied),
     (image, is_premultiplied))

// Colours.
LAZY(heif_error, heif_image_set_raw_color_profile,
     (struct heif_image * image, const char *type, const void *bytes, const size_t count),
     (image, type, bytes, count))
LAZY(struct heif_color_profile_nclx *, heif_nclx_color_profile_alloc, (void), ())
LAZY(void, heif_nclx_color_profile_free, (struct heif_color_profile_nclx * nclx), (nclx))
LAZY(heif_error, heif_image_set_nclx_color_profile,
     (struct heif_image * image, const struct heif_color_profile_nclx *nclx), (image, nclx))
LAZY(heif_error, heif_image_get_nclx_color_profile,
     (const struct heif_image *image, struct heif_color_profile_nclx **nclx), (image, nclx))

// Decoding: the reference that the tests compare against.
LAZY(heif_error, heif_context_read_from_memory_without_copy,
     (struct heif_context * context, const void *bytes, size_t count,
      const struct heif_reading_options *options),
     (context, bytes, count, options))
LAZY(heif_error, heif_context_get_primary_image_handle,
     (struct heif_context * context, struct heif_image_handle **handle), (context, handle))
LAZY(void, heif_image_handle_release, (const struct heif_image_handle *handle), (handle))
LAZY(int, heif_image_handle_get_width, (const struct heif_image_handle *handle), (handle))
LAZY(int, heif_image_handle_get_height, (const struct heif_image_handle *handle), (handle))
LAZY(int, heif_image_handle_has_alpha_channel, (const struct heif_image_handle *handle), (handle))
LAZY(int, heif_image_handle_is_premultiplied_alpha, (const struct heif_image_handle *handle),
     (handle))
LAZY(size_t, heif_image_handle_get_raw_color_profile_size,
     (const struct heif_image_handle *handle), (handle))
LAZY(heif_error, heif_image_handle_get_raw_color_profile,
     (const struct heif_image_handle *handle, void *bytes), (handle, bytes))
LAZY(heif_error, heif_image_handle_get_nclx_color_profile,
     (const struct heif_image_handle *handle, struct heif_color_profile_nclx **nclx),
     (handle, nclx))
LAZY(int, heif_image_handle_get_list_of_metadata_block_IDs,
     (const struct heif_image_handle *handle, const char *type, heif_item_id *ids, int count),
     (handle, type, ids, count))
LAZY(size_t, heif_image_handle_get_metadata_size,
     (const struct heif_image_handle *handle, heif_item_id id), (handle, id))
LAZY(heif_error, heif_image_handle_get_metadata,
     (const struct heif_image_handle *handle, heif_item_id id, void *bytes), (handle, id, bytes))
LAZY(heif_error, heif_decode_image,
     (const struct heif_image_handle *handle, struct heif_image **image,
      enum heif_colorspace space, enum heif_chroma chroma,
      const struct heif_decoding_options *options),
     (handle, image, space, chroma, options))
