#include "CLibDE265.h"

#include "CLazyLoading.h"

static fairy_lazy_library library = {"libde265.so.0"};

const char *fairy_libde265_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, de265_decoder_context *, de265_new_decoder, (void), ())
FAIRY_LAZY(library, de265_error, de265_free_decoder, (de265_decoder_context * decoder), (decoder))
FAIRY_LAZY(library, de265_error, de265_start_worker_threads,
           (de265_decoder_context * decoder, int number), (decoder, number))
FAIRY_LAZY(library, de265_error, de265_push_NAL,
           (de265_decoder_context * decoder, const void *data, int length, de265_PTS pts,
            void *user_data),
           (decoder, data, length, pts, user_data))
FAIRY_LAZY_VOID(library, de265_push_end_of_frame, (de265_decoder_context * decoder), (decoder))
FAIRY_LAZY(library, de265_error, de265_flush_data, (de265_decoder_context * decoder), (decoder))
FAIRY_LAZY(library, de265_error, de265_decode, (de265_decoder_context * decoder, int *more),
           (decoder, more))
FAIRY_LAZY(library, const struct de265_image *, de265_get_next_picture,
           (de265_decoder_context * decoder), (decoder))
FAIRY_LAZY(library, de265_error, de265_get_warning, (de265_decoder_context * decoder), (decoder))
FAIRY_LAZY(library, int, de265_get_image_width, (const struct de265_image *image, int channel),
           (image, channel))
FAIRY_LAZY(library, int, de265_get_image_height, (const struct de265_image *image, int channel),
           (image, channel))
FAIRY_LAZY(library, enum de265_chroma, de265_get_chroma_format, (const struct de265_image *image),
           (image))
FAIRY_LAZY(library, int, de265_get_bits_per_pixel, (const struct de265_image *image, int channel),
           (image, channel))
FAIRY_LAZY(library, const uint8_t *, de265_get_image_plane,
           (const struct de265_image *image, int channel, int *stride), (image, channel, stride))
