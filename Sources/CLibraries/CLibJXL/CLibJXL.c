#include "Library.h"

#include "CLazyLoading.h"

#ifdef __APPLE__
static fairy_lazy_library library = {"libjxl.0.7.dylib"};
static fairy_lazy_library threads = {"libjxl_threads.0.7.dylib"};
#else
static fairy_lazy_library library = {"libjxl.so.0.7"};
static fairy_lazy_library threads = {"libjxl_threads.so.0.7"};
#endif

const char *fairy_jxl_open(void) {
  const char *reason = fairy_lazy_open(&library);
  return reason ? reason : fairy_lazy_open(&threads);
}

FAIRY_LAZY(threads, void *, JxlThreadParallelRunnerCreate,
           (const JxlMemoryManager *memory, size_t count), (memory, count))
FAIRY_LAZY_VOID(threads, JxlThreadParallelRunnerDestroy, (void *runner), (runner))
FAIRY_LAZY(threads, JxlParallelRetCode, JxlThreadParallelRunner,
           (void *runner, void *user, JxlParallelRunInit init, JxlParallelRunFunction function,
            uint32_t start, uint32_t end),
           (runner, user, init, function, start, end))

FAIRY_LAZY(library, JxlDecoder *, JxlDecoderCreate, (const JxlMemoryManager *memory), (memory))
FAIRY_LAZY_VOID(library, JxlDecoderDestroy, (JxlDecoder * decoder), (decoder))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderSetParallelRunner,
           (JxlDecoder * decoder, JxlParallelRunner runner, void *user), (decoder, runner, user))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderSubscribeEvents,
           (JxlDecoder * decoder, int events), (decoder, events))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderSetKeepOrientation,
           (JxlDecoder * decoder, JXL_BOOL keeps), (decoder, keeps))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderSetDecompressBoxes,
           (JxlDecoder * decoder, JXL_BOOL decompresses), (decoder, decompresses))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderSetInput,
           (JxlDecoder * decoder, const uint8_t *bytes, size_t count), (decoder, bytes, count))
FAIRY_LAZY_VOID(library, JxlDecoderCloseInput, (JxlDecoder * decoder), (decoder))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderProcessInput, (JxlDecoder * decoder), (decoder))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderGetBasicInfo,
           (const JxlDecoder *decoder, JxlBasicInfo *info), (decoder, info))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderGetExtraChannelInfo,
           (const JxlDecoder *decoder, size_t index, JxlExtraChannelInfo *info),
           (decoder, index, info))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderGetColorAsEncodedProfile,
           (const JxlDecoder *decoder, const JxlPixelFormat *format, JxlColorProfileTarget target,
            JxlColorEncoding *encoding),
           (decoder, format, target, encoding))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderGetICCProfileSize,
           (const JxlDecoder *decoder, const JxlPixelFormat *format, JxlColorProfileTarget target,
            size_t *count),
           (decoder, format, target, count))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderGetColorAsICCProfile,
           (const JxlDecoder *decoder, const JxlPixelFormat *format, JxlColorProfileTarget target,
            uint8_t *profile, size_t count),
           (decoder, format, target, profile, count))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderGetFrameHeader,
           (const JxlDecoder *decoder, JxlFrameHeader *header), (decoder, header))
FAIRY_LAZY_VOID(library, JxlDecoderSkipFrames, (JxlDecoder * decoder, size_t count),
                (decoder, count))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderImageOutBufferSize,
           (const JxlDecoder *decoder, const JxlPixelFormat *format, size_t *count),
           (decoder, format, count))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderSetImageOutBuffer,
           (JxlDecoder * decoder, const JxlPixelFormat *format, void *buffer, size_t count),
           (decoder, format, buffer, count))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderGetBoxType,
           (JxlDecoder * decoder, JxlBoxType type, JXL_BOOL decompressed),
           (decoder, type, decompressed))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderSetBoxBuffer,
           (JxlDecoder * decoder, uint8_t *bytes, size_t count), (decoder, bytes, count))
FAIRY_LAZY(library, size_t, JxlDecoderReleaseBoxBuffer, (JxlDecoder * decoder), (decoder))
FAIRY_LAZY(library, JxlDecoderStatus, JxlDecoderSetJPEGBuffer,
           (JxlDecoder * decoder, uint8_t *bytes, size_t count), (decoder, bytes, count))
FAIRY_LAZY(library, size_t, JxlDecoderReleaseJPEGBuffer, (JxlDecoder * decoder), (decoder))

FAIRY_LAZY(library, JxlEncoder *, JxlEncoderCreate, (const JxlMemoryManager *memory), (memory))
FAIRY_LAZY_VOID(library, JxlEncoderDestroy, (JxlEncoder * encoder), (encoder))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderSetParallelRunner,
           (JxlEncoder * encoder, JxlParallelRunner runner, void *user), (encoder, runner, user))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderUseContainer, (JxlEncoder * encoder, JXL_BOOL uses),
           (encoder, uses))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderUseBoxes, (JxlEncoder * encoder), (encoder))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderAddBox,
           (JxlEncoder * encoder, const JxlBoxType type, const uint8_t *bytes, size_t count,
            JXL_BOOL compresses),
           (encoder, type, bytes, count, compresses))
FAIRY_LAZY_VOID(library, JxlEncoderCloseBoxes, (JxlEncoder * encoder), (encoder))
FAIRY_LAZY_VOID(library, JxlEncoderCloseFrames, (JxlEncoder * encoder), (encoder))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderStoreJPEGMetadata,
           (JxlEncoder * encoder, JXL_BOOL stores), (encoder, stores))
FAIRY_LAZY_VOID(library, JxlEncoderInitBasicInfo, (JxlBasicInfo * info), (info))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderSetBasicInfo,
           (JxlEncoder * encoder, const JxlBasicInfo *info), (encoder, info))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderSetCodestreamLevel,
           (JxlEncoder * encoder, int level), (encoder, level))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderSetColorEncoding,
           (JxlEncoder * encoder, const JxlColorEncoding *encoding), (encoder, encoding))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderSetICCProfile,
           (JxlEncoder * encoder, const uint8_t *profile, size_t count),
           (encoder, profile, count))
FAIRY_LAZY(library, JxlEncoderFrameSettings *, JxlEncoderFrameSettingsCreate,
           (JxlEncoder * encoder, const JxlEncoderFrameSettings *like), (encoder, like))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderFrameSettingsSetOption,
           (JxlEncoderFrameSettings * settings, JxlEncoderFrameSettingId option, int64_t value),
           (settings, option, value))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderSetFrameLossless,
           (JxlEncoderFrameSettings * settings, JXL_BOOL lossless), (settings, lossless))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderSetFrameDistance,
           (JxlEncoderFrameSettings * settings, float distance), (settings, distance))
FAIRY_LAZY_VOID(library, JxlEncoderInitFrameHeader, (JxlFrameHeader * header), (header))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderSetFrameHeader,
           (JxlEncoderFrameSettings * settings, const JxlFrameHeader *header), (settings, header))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderAddImageFrame,
           (const JxlEncoderFrameSettings *settings, const JxlPixelFormat *format,
            const void *buffer, size_t count),
           (settings, format, buffer, count))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderAddJPEGFrame,
           (const JxlEncoderFrameSettings *settings, const uint8_t *bytes, size_t count),
           (settings, bytes, count))
FAIRY_LAZY(library, JxlEncoderStatus, JxlEncoderProcessOutput,
           (JxlEncoder * encoder, uint8_t **next, size_t *room), (encoder, next, room))
