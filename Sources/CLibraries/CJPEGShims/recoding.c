#include "decoder.h"
#include "encoder.h"

#include <stdlib.h>
#include <string.h>

static JDIMENSION rounded_up(JDIMENSION count, int unit) {
  JDIMENSION step = (JDIMENSION)unit;
  return (count + step - 1) / step * step;
}

// A component once it is turned, in blocks.
struct grid {
  JDIMENSION width, height;
  int horizontal, vertical;
};

// Of a picture of one component no block has others beside it, whatever its factors are.
static int largest(const struct jpeg_decompress_struct *info, bool vertical) {
  if (info->num_components == 1)
    return 1;
  return vertical ? info->max_v_samp_factor : info->max_h_samp_factor;
}

static int factor(const struct jpeg_decompress_struct *info, int index, bool vertical) {
  if (info->num_components == 1)
    return 1;
  const jpeg_component_info *component = &info->comp_info[index];
  return vertical ? component->v_samp_factor : component->h_samp_factor;
}

// How many blocks of a component lie within `length` pixels from a whole MCU on.
static JDIMENSION block_count(const struct jpeg_decompress_struct *info, int index, bool vertical,
                              int length) {
  int unit = largest(info, vertical) * DCTSIZE;
  return (JDIMENSION)(((int64_t)length * factor(info, index, vertical) + unit - 1) / unit);
}

static struct grid grid_of(const fairy_jpeg_decoder *decoder, int index) {
  const struct jpeg_decompress_struct *info = &decoder->info;
  const fairy_jpeg_turn *turn = &decoder->turn;
  struct grid grid = {
      .width = block_count(info, index, turn->swaps_sides,
                           turn->swaps_sides ? turn->height : turn->width),
      .height = block_count(info, index, !turn->swaps_sides,
                            turn->swaps_sides ? turn->width : turn->height),
      .horizontal = factor(info, index, turn->swaps_sides),
      .vertical = factor(info, index, !turn->swaps_sides),
  };
  return grid;
}

// Where each coefficient of a turned block comes from, and whether it changes its sign: those that are odd
// along a reversed axis do.
struct permutation {
  int source[DCTSIZE2];
  bool is_negated[DCTSIZE2];
};

static struct permutation permutation_of(const fairy_jpeg_turn *turn) {
  struct permutation result;
  for (int row = 0; row < DCTSIZE; row++) {
    for (int column = 0; column < DCTSIZE; column++) {
      int from_row = turn->swaps_sides ? column : row;
      int from_column = turn->swaps_sides ? row : column;
      int index = row * DCTSIZE + column;
      result.source[index] = from_row * DCTSIZE + from_column;
      result.is_negated[index] =
          (turn->reverses_columns && from_column % 2 != 0) != (turn->reverses_rows && from_row % 2 != 0);
    }
  }
  return result;
}

static void turn_block(const JCOEF *from, JCOEF *to, const struct permutation *permutation) {
  for (int k = 0; k < DCTSIZE2; k++) {
    JCOEF value = from[permutation->source[k]];
    to[k] = permutation->is_negated[k] ? (JCOEF)-value : value;
  }
}

static void turn_component(fairy_jpeg_decoder *decoder, int index,
                           const struct permutation *permutation) {
  struct jpeg_decompress_struct *info = &decoder->info;
  j_common_ptr common = (j_common_ptr)info;
  const fairy_jpeg_turn *turn = &decoder->turn;
  struct grid grid = grid_of(decoder, index);
  JDIMENSION first_column = block_count(info, index, false, turn->x);
  JDIMENSION first_row = block_count(info, index, true, turn->y);
  JDIMENSION columns = turn->swaps_sides ? grid.height : grid.width;
  JDIMENSION rows = turn->swaps_sides ? grid.width : grid.height;
  JDIMENSION all_columns = rounded_up(info->comp_info[index].width_in_blocks,
                                      info->comp_info[index].h_samp_factor);
  JDIMENSION all_rows = rounded_up(info->comp_info[index].height_in_blocks,
                                   info->comp_info[index].v_samp_factor);
  if (first_column + columns > all_columns || first_row + rows > all_rows)
    fairy_jpeg_fail(common, FAIRY_JPEG_UNSUPPORTED, "the part lies outside the picture");
  for (JDIMENSION y = 0; y < rounded_up(grid.height, grid.vertical); y++) {
    if (!decoder->source.checkpoint(decoder->source.context))
      fairy_jpeg_fail(common, FAIRY_JPEG_STOPPED, "");
    // Also rows that only fill up the last MCU: they must have been written once to be read.
    JBLOCKROW target =
        info->mem->access_virt_barray(common, decoder->turned[index], y, 1, TRUE)[0];
    for (JDIMENSION x = 0; y < grid.height && x < grid.width; x++) {
      JDIMENSION column = turn->swaps_sides ? y : x, row = turn->swaps_sides ? x : y;
      column = first_column + (turn->reverses_columns ? columns - 1 - column : column);
      row = first_row + (turn->reverses_rows ? rows - 1 - row : row);
      JBLOCKROW source =
          info->mem->access_virt_barray(common, decoder->coefficients[index], row, 1, FALSE)[0];
      turn_block(source[column], target[x], permutation);
    }
  }
}

static void turn_all(fairy_jpeg_decoder *decoder) {
  struct jpeg_decompress_struct *info = &decoder->info;
  for (int i = 0; i < info->num_components; i++) {
    struct grid grid = grid_of(decoder, i);
    decoder->turned[i] = info->mem->request_virt_barray(
        (j_common_ptr)info, JPOOL_IMAGE, TRUE, rounded_up(grid.width, grid.horizontal),
        rounded_up(grid.height, grid.vertical), (JDIMENSION)grid.vertical);
  }
  info->mem->realize_virt_arrays((j_common_ptr)info);
  struct permutation permutation = permutation_of(&decoder->turn);
  for (int i = 0; i < info->num_components; i++)
    turn_component(decoder, i, &permutation);
  decoder->coefficients = decoder->turned;
}

static int next_byte(j_decompress_ptr info) {
  struct jpeg_source_mgr *source = info->src;
  if (source->bytes_in_buffer == 0)
    source->fill_input_buffer(info);
  source->bytes_in_buffer--;
  return *source->next_input_byte++;
}

// Notes where a segment lies, and skips it: libjpeg would keep all payloads in memory.
static boolean note_segment(j_decompress_ptr info) {
  fairy_jpeg_decoder *decoder = info->client_data;
  j_common_ptr common = (j_common_ptr)info;
  int length = next_byte(info) << 8;
  length |= next_byte(info);
  if (length < 2)
    fairy_jpeg_fail(common, FAIRY_JPEG_DAMAGED, "a segment behind the first scan has no length");
  if (decoder->segment_count == decoder->segment_limit)
    fairy_jpeg_fail(common, FAIRY_JPEG_SEGMENTS, "too many segments");
  if (decoder->segment_count == decoder->segment_room) {
    size_t room = 2 * decoder->segment_room + 16;
    fairy_jpeg_segment *segments = realloc(decoder->segments, room * sizeof *segments);
    if (!segments)
      fairy_jpeg_fail(common, FAIRY_JPEG_MEMORY, "no memory is left for a list of segments");
    decoder->segments = segments;
    decoder->segment_room = room;
  }
  decoder->segments[decoder->segment_count++] = (fairy_jpeg_segment){
      .marker = info->unread_marker,
      .offset = decoder->offset - info->src->bytes_in_buffer,
      .count = (size_t)length - 2,
  };
  info->src->skip_input_data(info, length - 2);
  return TRUE;
}

bool fairy_jpeg_decoder_read_coefficients(fairy_jpeg_decoder *decoder,
                                          const fairy_jpeg_turn *turn, size_t segment_limit) {
  struct jpeg_decompress_struct *info = &decoder->info;
  if (setjmp(decoder->errors.jump))
    return false;
  // The header is read: these are only what comes after it.
  decoder->segment_limit = segment_limit;
  jpeg_set_marker_processor(info, JPEG_COM, note_segment);
  for (int i = 0; i < 16; i++)
    jpeg_set_marker_processor(info, JPEG_APP0 + i, note_segment);
  decoder->coefficients = jpeg_read_coefficients(info);
  if (decoder->ended_early) {
    decoder->row = (int)info->image_height;
    decoder->scan = info->input_scan_number;
    fairy_jpeg_fail((j_common_ptr)info, FAIRY_JPEG_TRUNCATED, "the end marker is missing");
  }
  if (jpeg_has_multiple_scans(info) && fairy_jpeg_is_incomplete(info))
    fairy_jpeg_fail((j_common_ptr)info, FAIRY_JPEG_UNSUPPORTED, "scans are missing");
  if (turn) {
    decoder->turn = *turn;
    turn_all(decoder);
  } else {
    decoder->turn = (fairy_jpeg_turn){
        .width = (int)info->image_width,
        .height = (int)info->image_height,
    };
  }
  return true;
}

size_t fairy_jpeg_decoder_stream_size(const fairy_jpeg_decoder *decoder) {
  return decoder->offset - decoder->info.src->bytes_in_buffer;
}

const fairy_jpeg_segment *fairy_jpeg_decoder_later_segments(const fairy_jpeg_decoder *decoder,
                                                            size_t *count) {
  *count = decoder->segment_count;
  return decoder->segments;
}

static void transpose(JQUANT_TBL *table) {
  JQUANT_TBL copy = *table;
  for (int k = 0; k < DCTSIZE2; k++)
    table->quantval[k] = copy.quantval[k % DCTSIZE * DCTSIZE + k / DCTSIZE];
}

// Tells the encoder of the turned picture what it was told of the stored one.
static void adjust(j_compress_ptr info, const fairy_jpeg_decoder *decoder) {
  const fairy_jpeg_turn *turn = &decoder->turn;
  info->image_width = (JDIMENSION)(turn->swaps_sides ? turn->height : turn->width);
  info->image_height = (JDIMENSION)(turn->swaps_sides ? turn->width : turn->height);
  for (int i = 0; i < info->num_components; i++) {
    struct grid grid = grid_of(decoder, i);
    info->comp_info[i].h_samp_factor = grid.horizontal;
    info->comp_info[i].v_samp_factor = grid.vertical;
  }
  for (int i = 0; turn->swaps_sides && i < NUM_QUANT_TBLS; i++)
    if (info->quant_tbl_ptrs[i])
      transpose(info->quant_tbl_ptrs[i]);
}

bool fairy_jpeg_encoder_start_coefficients(fairy_jpeg_encoder *encoder,
                                           fairy_jpeg_decoder *decoder,
                                           fairy_jpeg_recoding recoding) {
  struct jpeg_compress_struct *info = &encoder->info;
  if (setjmp(encoder->errors.jump))
    return false;
  jpeg_copy_critical_parameters(&decoder->info, info);
  if (decoder->coefficients == decoder->turned)
    adjust(info, decoder);
  info->optimize_coding = TRUE;
  if (recoding.writes_header) {
    info->density_unit = (UINT8)recoding.density_unit;
    info->X_density = (UINT16)recoding.density_x;
    info->Y_density = (UINT16)recoding.density_y;
  } else {
    info->write_JFIF_header = FALSE;
    info->write_Adobe_marker = FALSE;
  }
  if (recoding.progressive)
    jpeg_simple_progression(info);
  jpeg_write_coefficients(info, decoder->coefficients);
  return true;
}
