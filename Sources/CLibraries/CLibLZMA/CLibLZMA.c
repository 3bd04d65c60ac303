#include "CLibLZMA.h"
#include "CLazyLoading.h"

#include <stdlib.h>

#ifdef __APPLE__
static fairy_lazy_library library = {"liblzma.5.dylib"};
#else
static fairy_lazy_library library = {"liblzma.so.5"};
#endif

const char *fairy_liblzma_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, lzma_ret, lzma_stream_decoder,
           (lzma_stream * stream, uint64_t memlimit, uint32_t flags), (stream, memlimit, flags))
FAIRY_LAZY(library, lzma_ret, lzma_raw_decoder, (lzma_stream * stream, const lzma_filter *filters),
           (stream, filters))
FAIRY_LAZY(library, lzma_ret, lzma_properties_decode,
           (lzma_filter * filter, const lzma_allocator *allocator, const uint8_t *properties,
            size_t count),
           (filter, allocator, properties, count))
FAIRY_LAZY(library, uint64_t, lzma_raw_decoder_memusage, (const lzma_filter *filters), (filters))
FAIRY_LAZY(library, lzma_ret, lzma_code, (lzma_stream * stream, lzma_action action), (stream, action))
FAIRY_LAZY_VOID(library, lzma_end, (lzma_stream * stream), (stream))

lzma_ret fairy_liblzma_decode_raw(
    lzma_stream *stream, const uint8_t *properties, uint64_t dictionary, uint64_t memory) {
  lzma_filter filters[2] = {{.id = LZMA_FILTER_LZMA1}, {.id = LZMA_VLI_UNKNOWN}};
  lzma_ret outcome = lzma_properties_decode(&filters[0], NULL, properties, 5);
  if (outcome != LZMA_OK)
    return outcome;
  lzma_options_lzma *options = filters[0].options;
  if (options->dict_size > dictionary)
    options->dict_size = (uint32_t)dictionary;
  if (options->dict_size < LZMA_DICT_SIZE_MIN)
    options->dict_size = LZMA_DICT_SIZE_MIN;
  uint64_t needed = lzma_raw_decoder_memusage(filters);
  if (needed == UINT64_MAX)
    outcome = LZMA_OPTIONS_ERROR;
  else
    outcome = needed > memory ? LZMA_MEMLIMIT_ERROR : lzma_raw_decoder(stream, filters);
  free(filters[0].options);
  return outcome;
}
