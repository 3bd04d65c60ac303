#include "CHEIFReference.h"

#include <libheif/heif.h>
#include <stdlib.h>
#include <string.h>

bool heif_reference_read(const uint8_t *bytes, size_t count, heif_reference *result) {
  memset(result, 0, sizeof *result);
  struct heif_context *context = heif_context_alloc();
  struct heif_image_handle *handle = NULL;
  struct heif_image *image = NULL;
  if (heif_context_read_from_memory_without_copy(context, bytes, count, NULL).code == 0 &&
      heif_context_get_primary_image_handle(context, &handle).code == 0 &&
      heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, NULL)
              .code == 0) {
    const uint8_t *plane =
        heif_image_get_plane_readonly(image, heif_channel_interleaved, &result->stride);
    result->width = heif_image_get_width(image, heif_channel_interleaved);
    result->height = heif_image_get_height(image, heif_channel_interleaved);
    size_t size = (size_t)result->stride * (size_t)result->height;
    result->pixels = plane ? malloc(size) : NULL;
    if (result->pixels) memcpy(result->pixels, plane, size);
  }
  heif_image_release(image);
  heif_image_handle_release(handle);
  heif_context_free(context);
  return result->pixels != NULL;
}
