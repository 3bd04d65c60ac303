// Decodes a picture: included once for each kind of processor.

#include "FairyHEVCDeblock.h"
#include "FairyHEVCOffset.h"
#include "FairyHEVCSegment.h"

static fairy_hevc_status decode_picture(picture_decoder *decoder, const fairy_hevc_plane planes[3]) {
  uint32_t coded = 0, count = decoder->columns * decoder->rows;
  for (size_t i = 0; i < decoder->segment_count; i++) {
    fairy_hevc_status status = decode_segment(decoder, i, &coded);
    if (status != FAIRY_HEVC_OK) return status;
  }
  if (coded != count) return FAIRY_HEVC_DAMAGED;
  for (uint32_t row = 0; row < decoder->rows; row++)
    for (uint32_t column = 0; column < decoder->columns; column++)
      deblock_tree_block(decoder, column, row, EDGE_LEFT);
  for (uint32_t row = 0; row < decoder->rows; row++)
    for (uint32_t column = 0; column < decoder->columns; column++)
      deblock_tree_block(decoder, column, row, EDGE_ABOVE);
  for (uint32_t raster = 0; raster < count; raster++)
    for (unsigned component = 0; component < (decoder->sequence->is_gray ? 1 : 3); component++)
      store_tree_block(decoder, raster, component, &planes[component]);
  return FAIRY_HEVC_OK;
}
