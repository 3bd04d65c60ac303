#include "decoder.h"

#include <jerror.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void note_row(fairy_jpeg_decoder *decoder) {
  struct jpeg_decompress_struct *info = &decoder->info;
  decoder->row = (int)info->input_iMCU_row * info->max_v_samp_factor * DCTSIZE;
  decoder->scan = info->input_scan_number;
}

static void init_source(j_decompress_ptr info) { (void)info; }

static boolean fill_input_buffer(j_decompress_ptr info) {
  fairy_jpeg_decoder *decoder = info->client_data;
  size_t wanted = decoder->offset == 0 ? first_read : decoder_buffer_size;
  ptrdiff_t count = decoder->ended_early
                        ? 0
                        : decoder->source.read(decoder->source.context, decoder->offset,
                                               decoder->buffer, wanted);
  if (count < 0)
    fairy_jpeg_fail((j_common_ptr)info, FAIRY_JPEG_STOPPED, "");
  if (count == 0) {
    decoder->ended_early = true;
    // The arithmetic decoder goes on with zeros and says nothing.
    if (info->arith_code && info->input_scan_number > 0) {
      note_row(decoder);
      fairy_jpeg_fail((j_common_ptr)info, FAIRY_JPEG_TRUNCATED, "the arithmetic-coded data ends");
    }
    // libjpeg wants bytes for ever: an end marker leads it to its own diagnosis.
    decoder->buffer[0] = 0xFF;
    decoder->buffer[1] = JPEG_EOI;
    count = 2;
  } else {
    decoder->offset += (size_t)count;
  }
  info->src->next_input_byte = decoder->buffer;
  info->src->bytes_in_buffer = (size_t)count;
  return TRUE;
}

static void skip_input_data(j_decompress_ptr info, long count) {
  fairy_jpeg_decoder *decoder = info->client_data;
  if (count <= 0)
    return;
  if ((size_t)count <= info->src->bytes_in_buffer) {
    info->src->next_input_byte += count;
    info->src->bytes_in_buffer -= (size_t)count;
  } else {
    decoder->offset += (size_t)count - info->src->bytes_in_buffer;
    info->src->bytes_in_buffer = 0;
  }
}

static void term_source(j_decompress_ptr info) { (void)info; }

// Notes that a scan has no data from `row` on, and gives up unless that is little.
//
// A flipped bit makes a scan some blocks too long or too short, and every viewer shows such a photo:
// what is missing at its very end is borne with a warning. A file that stops is not.
static void data_ran_out(j_decompress_ptr info) {
  fairy_jpeg_decoder *decoder = info->client_data;
  int block_rows = (int)info->total_iMCU_rows;
  int block_row = (int)info->input_iMCU_row;
  int lost = block_row < block_rows ? block_rows - block_row : 1;
  if (info->restart_interval > 0 && info->MCUs_per_row > 0) {
    unsigned rows = (info->restart_interval - 1) / info->MCUs_per_row + 1;
    if (rows < (unsigned)lost)
      lost = (int)rows;
  }
  if (decoder->lost_block_rows == 0)
    note_row(decoder);
  decoder->lost_block_rows += lost;
  if (decoder->ended_early || decoder->lost_block_rows > 1)
    fairy_jpeg_fail((j_common_ptr)info, FAIRY_JPEG_TRUNCATED, NULL);
}

static void emit_message(j_common_ptr info, int level) {
  if (level >= 0)
    return;
  if (info->err->msg_code == JWRN_HIT_MARKER)
    data_ran_out((j_decompress_ptr)info);
  fairy_jpeg_warn(info);
}

static void progress_monitor(j_common_ptr info) {
  fairy_jpeg_decoder *decoder = info->client_data;
  if (decoder->info.input_scan_number > decoder->scan_limit)
    fairy_jpeg_fail(info, FAIRY_JPEG_SCANS, "too many scans");
  if (!decoder->source.checkpoint(decoder->source.context))
    fairy_jpeg_fail(info, FAIRY_JPEG_STOPPED, "");
}

fairy_jpeg_decoder *fairy_jpeg_decoder_create(fairy_jpeg_source source, long memory_limit,
                                              int scan_limit) {
  fairy_jpeg_decoder *decoder = malloc(sizeof *decoder);
  if (!decoder)
    return NULL;
  // The buffer comes last, and is filled before it is read.
  memset(decoder, 0, offsetof(fairy_jpeg_decoder, buffer));
  struct jpeg_decompress_struct *info = &decoder->info;
  info->err = fairy_jpeg_errors_install(&decoder->errors);
  decoder->errors.manager.emit_message = emit_message;
  if (setjmp(decoder->errors.jump)) {
    jpeg_destroy_decompress(info);
    free(decoder);
    return NULL;
  }
  jpeg_create_decompress(info);
  info->client_data = decoder;
  info->mem->max_memory_to_use = memory_limit;
  decoder->source = source;
  decoder->scan_limit = scan_limit;
  decoder->manager.init_source = init_source;
  decoder->manager.fill_input_buffer = fill_input_buffer;
  decoder->manager.skip_input_data = skip_input_data;
  decoder->manager.resync_to_restart = jpeg_resync_to_restart;
  decoder->manager.term_source = term_source;
  info->src = &decoder->manager;
  decoder->progress.progress_monitor = progress_monitor;
  info->progress = &decoder->progress;
  return decoder;
}

void fairy_jpeg_decoder_destroy(fairy_jpeg_decoder *decoder) {
  jpeg_destroy_decompress(&decoder->info);
  free(decoder->segments);
  free(decoder);
}

fairy_jpeg_report fairy_jpeg_decoder_report(const fairy_jpeg_decoder *decoder) {
  return (fairy_jpeg_report){
      .failure = decoder->errors.failure,
      .message = decoder->errors.message,
      .row = decoder->row,
      .scan = decoder->scan,
      .warning_count = decoder->errors.manager.num_warnings,
      .warning = decoder->errors.warning,
      .ended_early = decoder->ended_early,
  };
}

static fairy_jpeg_colours colours_of(J_COLOR_SPACE space) {
  switch (space) {
  case JCS_GRAYSCALE: return FAIRY_JPEG_GRAY;
  case JCS_RGB: return FAIRY_JPEG_RGB;
  case JCS_YCbCr: return FAIRY_JPEG_YCBCR;
  case JCS_CMYK: return FAIRY_JPEG_CMYK;
  case JCS_YCCK: return FAIRY_JPEG_YCCK;
  default: return FAIRY_JPEG_UNKNOWN;
  }
}

bool fairy_jpeg_decoder_read_header(fairy_jpeg_decoder *decoder, fairy_jpeg_header *header) {
  struct jpeg_decompress_struct *info = &decoder->info;
  if (setjmp(decoder->errors.jump))
    return false;
  jpeg_read_header(info, TRUE);
  *header = (fairy_jpeg_header){
      .width = (int)info->image_width,
      .height = (int)info->image_height,
      .colours = colours_of(info->jpeg_color_space),
      .component_count = info->num_components,
      .is_progressive = info->progressive_mode,
      .is_arithmetic = info->arith_code,
      .has_several_scans = jpeg_has_multiple_scans(info),
      .has_adobe_segment = info->saw_Adobe_marker,
  };
  for (int i = 0; i < info->num_components; i++) {
    const jpeg_component_info *component = &info->comp_info[i];
    uint64_t blocks = (uint64_t)component->width_in_blocks * component->height_in_blocks;
    header->coefficient_bytes += blocks * DCTSIZE2 * sizeof(JCOEF);
    if (i < 4)
      header->sampling[i] =
          (fairy_jpeg_sampling){component->h_samp_factor, component->v_samp_factor};
  }
  int number = info->comp_info[0].quant_tbl_no;
  const JQUANT_TBL *table =
      number >= 0 && number < NUM_QUANT_TBLS ? info->quant_tbl_ptrs[number] : NULL;
  for (int k = 0; table && k < DCTSIZE2; k++)
    header->quantization_sum += table->quantval[k];
  return true;
}

// How many luma samples stand beside one sample of the component; 0 where that is no whole number.
static int ratio(int largest_factor, int smallest_size, int factor, int size) {
  int luma = largest_factor * smallest_size, chroma = factor * size;
  return luma % chroma == 0 ? luma / chroma : 0;
}

bool fairy_jpeg_decoder_scale(fairy_jpeg_decoder *decoder, int eighths, fairy_jpeg_output *output) {
  struct jpeg_decompress_struct *info = &decoder->info;
  if (setjmp(decoder->errors.jump))
    return false;
  info->scale_num = (unsigned)eighths;
  info->scale_denom = 8;
  jpeg_calc_output_dimensions(info);
  *output = (fairy_jpeg_output){
      .width = (int)info->output_width,
      .height = (int)info->output_height,
      .ratio = {1, 1},
      .rows_at_once = info->max_v_samp_factor * info->min_DCT_scaled_size,
  };
  for (int i = 0; i < info->num_components; i++) {
    const jpeg_component_info *component = &info->comp_info[i];
    fairy_jpeg_sampling own = {
        ratio(info->max_h_samp_factor, info->min_DCT_scaled_size, component->h_samp_factor,
              component->DCT_scaled_size),
        ratio(info->max_v_samp_factor, info->min_DCT_scaled_size, component->v_samp_factor,
              component->DCT_scaled_size)};
    // Luma is at full size, and all chroma is sampled alike.
    fairy_jpeg_sampling expected = i == 0 ? (fairy_jpeg_sampling){1, 1} : i == 1 ? own : output->ratio;
    if (own.horizontal != expected.horizontal || own.vertical != expected.vertical) {
      output->ratio = (fairy_jpeg_sampling){0, 0};
      break;
    }
    output->ratio = own;
  }
  return true;
}

bool fairy_jpeg_is_incomplete(const struct jpeg_decompress_struct *info) {
  for (int i = 0; i < info->num_components; i++) {
    if (!info->comp_info[i].quant_table)
      return true;
    for (int k = 0; info->coef_bits && k < DCTSIZE2; k++)
      if (info->coef_bits[i][k] != 0)
        return true;
  }
  return false;
}

bool fairy_jpeg_decoder_start(fairy_jpeg_decoder *decoder, fairy_jpeg_layout layout) {
  struct jpeg_decompress_struct *info = &decoder->info;
  if (setjmp(decoder->errors.jump))
    return false;
  if (layout == FAIRY_JPEG_PLANES) {
    info->raw_data_out = TRUE;
    info->out_color_space = info->jpeg_color_space;
  } else if (layout == FAIRY_JPEG_LUMA) {
    info->out_color_space = JCS_GRAYSCALE;
  }
  jpeg_start_decompress(info);
  // A file may end between two scans, which libjpeg takes for a coarse but whole picture.
  if (jpeg_has_multiple_scans(info) && decoder->ended_early && fairy_jpeg_is_incomplete(info)) {
    decoder->scan = info->input_scan_number;
    fairy_jpeg_fail((j_common_ptr)info, FAIRY_JPEG_TRUNCATED, "scans are missing");
  }
  return true;
}

bool fairy_jpeg_decoder_read_rows(fairy_jpeg_decoder *decoder, uint8_t *base, ptrdiff_t stride,
                                  int count) {
  struct jpeg_decompress_struct *info = &decoder->info;
  if (setjmp(decoder->errors.jump))
    return false;
  JDIMENSION first = info->output_scanline;
  while (info->output_scanline - first < (JDIMENSION)count) {
    JSAMPROW rows[rows_of_plane];
    JDIMENSION done = info->output_scanline - first, wanted = (JDIMENSION)count - done;
    if (wanted > rows_of_plane)
      wanted = rows_of_plane;
    for (JDIMENSION i = 0; i < wanted; i++)
      rows[i] = base + (ptrdiff_t)(done + i) * stride;
    if (jpeg_read_scanlines(info, rows, wanted) == 0)
      fairy_jpeg_fail((j_common_ptr)info, FAIRY_JPEG_DAMAGED, "no row could be decoded");
  }
  return true;
}

bool fairy_jpeg_decoder_read_planes(fairy_jpeg_decoder *decoder, const fairy_jpeg_plane *planes,
                                    int groups) {
  struct jpeg_decompress_struct *info = &decoder->info;
  if (setjmp(decoder->errors.jump))
    return false;
  JDIMENSION rows_at_once =
      (JDIMENSION)(info->max_v_samp_factor * info->min_DCT_scaled_size);
  for (int group = 0; group < groups; group++) {
    JSAMPROW rows[3][rows_of_plane];
    JSAMPARRAY pointers[3] = {rows[0], rows[1], rows[2]};
    for (int i = 0; i < info->num_components && i < 3; i++) {
      const jpeg_component_info *component = &info->comp_info[i];
      int height = component->v_samp_factor * component->DCT_scaled_size;
      ptrdiff_t width = (ptrdiff_t)component->width_in_blocks * component->DCT_scaled_size;
      if (width > planes[i].stride || (ptrdiff_t)height * (group + 1) > planes[i].height)
        fairy_jpeg_fail((j_common_ptr)info, FAIRY_JPEG_UNSUPPORTED, "no room for whole blocks");
      for (int y = 0; y < height; y++)
        rows[i][y] = planes[i].base + ((ptrdiff_t)height * group + y) * planes[i].stride;
    }
    if (jpeg_read_raw_data(info, pointers, rows_at_once) == 0)
      fairy_jpeg_fail((j_common_ptr)info, FAIRY_JPEG_DAMAGED, "no row could be decoded");
  }
  return true;
}

void fairy_jpeg_decoder_finish(fairy_jpeg_decoder *decoder) {
  if (setjmp(decoder->errors.jump)) {
    // Every row is known: what follows them cannot take them back.
    if (decoder->errors.failure != FAIRY_JPEG_STOPPED) {
      decoder->errors.failure = FAIRY_JPEG_OK;
      if (decoder->errors.manager.num_warnings++ == 0)
        decoder->errors.warning = decoder->errors.message;
    }
    return;
  }
  jpeg_finish_decompress(&decoder->info);
}
