#include "CLibWebP.h"

#include "CLazyLoading.h"

static fairy_lazy_library library = {"libwebp.so.7"};
static fairy_lazy_library mux = {"libwebpmux.so.3"};

const char *fairy_libwebp_open(void) { return fairy_lazy_open(&library); }
const char *fairy_libwebpmux_open(void) { return fairy_lazy_open(&mux); }

FAIRY_LAZY_VOID(library, WebPFree, (void *pointer), (pointer))

// Decoding.
FAIRY_LAZY(library, int, WebPInitDecoderConfigInternal, (WebPDecoderConfig * config, int version),
           (config, version))
FAIRY_LAZY(library, VP8StatusCode, WebPDecode,
           (const uint8_t *data, size_t count, WebPDecoderConfig *config), (data, count, config))
FAIRY_LAZY(library, WebPIDecoder *, WebPIDecode,
           (const uint8_t *data, size_t count, WebPDecoderConfig *config), (data, count, config))
FAIRY_LAZY(library, VP8StatusCode, WebPIUpdate,
           (WebPIDecoder * decoder, const uint8_t *data, size_t count), (decoder, data, count))
FAIRY_LAZY(library, const WebPDecBuffer *, WebPIDecodedArea,
           (const WebPIDecoder *decoder, int *left, int *top, int *width, int *height),
           (decoder, left, top, width, height))
FAIRY_LAZY_VOID(library, WebPIDelete, (WebPIDecoder * decoder), (decoder))

// Coding.
FAIRY_LAZY(library, int, WebPConfigInitInternal,
           (WebPConfig * config, WebPPreset preset, float quality, int version),
           (config, preset, quality, version))
FAIRY_LAZY(library, int, WebPConfigLosslessPreset, (WebPConfig * config, int level),
           (config, level))
FAIRY_LAZY(library, int, WebPValidateConfig, (const WebPConfig *config), (config))
FAIRY_LAZY(library, int, WebPPictureInitInternal, (WebPPicture * picture, int version),
           (picture, version))
FAIRY_LAZY(library, int, WebPPictureAlloc, (WebPPicture * picture), (picture))
FAIRY_LAZY_VOID(library, WebPPictureFree, (WebPPicture * picture), (picture))
FAIRY_LAZY(library, int, WebPEncode, (const WebPConfig *config, WebPPicture *picture),
           (config, picture))

// Coding animations.
FAIRY_LAZY(mux, int, WebPAnimEncoderOptionsInitInternal,
           (WebPAnimEncoderOptions * options, int version), (options, version))
FAIRY_LAZY(mux, WebPAnimEncoder *, WebPAnimEncoderNewInternal,
           (int width, int height, const WebPAnimEncoderOptions *options, int version),
           (width, height, options, version))
FAIRY_LAZY(mux, int, WebPAnimEncoderAdd,
           (WebPAnimEncoder * encoder, WebPPicture *frame, int timestamp,
            const WebPConfig *config),
           (encoder, frame, timestamp, config))
FAIRY_LAZY(mux, int, WebPAnimEncoderAssemble, (WebPAnimEncoder * encoder, WebPData *data),
           (encoder, data))
FAIRY_LAZY(mux, const char *, WebPAnimEncoderGetError, (WebPAnimEncoder * encoder), (encoder))
FAIRY_LAZY_VOID(mux, WebPAnimEncoderDelete, (WebPAnimEncoder * encoder), (encoder))
