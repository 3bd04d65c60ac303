#include "encoder.h"

#include <stdlib.h>

static void flush(j_compress_ptr info, size_t count) {
  fairy_jpeg_encoder *encoder = info->client_data;
  if (count > 0 &&
      !encoder->destination.write(encoder->destination.context, encoder->buffer, count))
    fairy_jpeg_fail((j_common_ptr)info, FAIRY_JPEG_STOPPED, "");
  encoder->manager.next_output_byte = encoder->buffer;
  encoder->manager.free_in_buffer = encoder_buffer_size;
}

static void init_destination(j_compress_ptr info) { flush(info, 0); }

static boolean empty_output_buffer(j_compress_ptr info) {
  // libjpeg has not moved the pointers: the whole buffer is full.
  flush(info, encoder_buffer_size);
  return TRUE;
}

static void term_destination(j_compress_ptr info) {
  fairy_jpeg_encoder *encoder = info->client_data;
  flush(info, encoder_buffer_size - encoder->manager.free_in_buffer);
}

static void progress_monitor(j_common_ptr info) {
  fairy_jpeg_encoder *encoder = info->client_data;
  if (!encoder->destination.checkpoint(encoder->destination.context))
    fairy_jpeg_fail(info, FAIRY_JPEG_STOPPED, "");
}

fairy_jpeg_encoder *fairy_jpeg_encoder_create(fairy_jpeg_destination destination,
                                              long memory_limit) {
  fairy_jpeg_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder)
    return NULL;
  struct jpeg_compress_struct *info = &encoder->info;
  info->err = fairy_jpeg_errors_install(&encoder->errors);
  if (setjmp(encoder->errors.jump)) {
    jpeg_destroy_compress(info);
    free(encoder);
    return NULL;
  }
  jpeg_create_compress(info);
  info->client_data = encoder;
  info->mem->max_memory_to_use = memory_limit;
  encoder->destination = destination;
  encoder->manager.init_destination = init_destination;
  encoder->manager.empty_output_buffer = empty_output_buffer;
  encoder->manager.term_destination = term_destination;
  info->dest = &encoder->manager;
  encoder->progress.progress_monitor = progress_monitor;
  info->progress = &encoder->progress;
  return encoder;
}

void fairy_jpeg_encoder_destroy(fairy_jpeg_encoder *encoder) {
  jpeg_destroy_compress(&encoder->info);
  free(encoder);
}

fairy_jpeg_report fairy_jpeg_encoder_report(const fairy_jpeg_encoder *encoder) {
  return (fairy_jpeg_report){
      .failure = encoder->errors.failure,
      .message = encoder->errors.message,
      .warning = encoder->errors.warning,
  };
}

static void set_colours(j_compress_ptr info, fairy_jpeg_input input) {
  switch (input) {
  case FAIRY_JPEG_FROM_GRAY:
    info->input_components = 1;
    info->in_color_space = JCS_GRAYSCALE;
    jpeg_set_defaults(info);
    break;
  case FAIRY_JPEG_FROM_RGB:
    info->input_components = 3;
    info->in_color_space = JCS_RGB;
    jpeg_set_defaults(info);
    break;
  case FAIRY_JPEG_FROM_CMYK:
    info->input_components = 4;
    info->in_color_space = JCS_CMYK;
    jpeg_set_defaults(info);
    jpeg_set_colorspace(info, JCS_YCCK);
    break;
  case FAIRY_JPEG_FROM_PLANES:
    info->input_components = 3;
    info->in_color_space = JCS_YCbCr;
    jpeg_set_defaults(info);
    info->raw_data_in = TRUE;
    break;
  }
}

bool fairy_jpeg_encoder_start(fairy_jpeg_encoder *encoder, fairy_jpeg_parameters parameters) {
  struct jpeg_compress_struct *info = &encoder->info;
  if (setjmp(encoder->errors.jump))
    return false;
  info->image_width = (JDIMENSION)parameters.width;
  info->image_height = (JDIMENSION)parameters.height;
  set_colours(info, parameters.input);
  jpeg_set_quality(info, parameters.quality, TRUE);
  info->dct_method = JDCT_ISLOW;
  info->optimize_coding = parameters.optimised;
  for (int i = 0; i < info->num_components; i++) {
    // Luma, and black of YCCK, are at full size; with one component the factors mean nothing.
    bool is_full = (i == 0 || i == 3) && info->num_components > 1;
    info->comp_info[i].h_samp_factor = is_full ? parameters.ratio.horizontal : 1;
    info->comp_info[i].v_samp_factor = is_full ? parameters.ratio.vertical : 1;
  }
  info->density_unit = (UINT8)parameters.density_unit;
  info->X_density = (UINT16)parameters.density_x;
  info->Y_density = (UINT16)parameters.density_y;
  if (parameters.progressive)
    jpeg_simple_progression(info);
  jpeg_start_compress(info, TRUE);
  return true;
}

bool fairy_jpeg_encoder_write_segment(fairy_jpeg_encoder *encoder, int marker, const uint8_t *bytes,
                                      int count) {
  if (setjmp(encoder->errors.jump))
    return false;
  jpeg_write_marker(&encoder->info, marker, bytes, (unsigned)count);
  return true;
}

bool fairy_jpeg_encoder_write_rows(fairy_jpeg_encoder *encoder, const uint8_t *base,
                                   ptrdiff_t stride, int count) {
  if (setjmp(encoder->errors.jump))
    return false;
  for (int y = 0; y < count; y++) {
    // libjpeg only reads the row, its type cannot say so.
    JSAMPROW row = (JSAMPROW)(base + y * stride);
    jpeg_write_scanlines(&encoder->info, &row, 1);
  }
  return true;
}

bool fairy_jpeg_encoder_write_planes(fairy_jpeg_encoder *encoder, const fairy_jpeg_plane *planes,
                                     int count) {
  struct jpeg_compress_struct *info = &encoder->info;
  if (setjmp(encoder->errors.jump))
    return false;
  int rows_at_once = info->max_v_samp_factor * DCTSIZE;
  for (int done = 0, group = 0; done < count; done += rows_at_once, group++) {
    JSAMPROW rows[3][2 * DCTSIZE];
    JSAMPARRAY pointers[3] = {rows[0], rows[1], rows[2]};
    for (int i = 0; i < info->num_components && i < 3; i++) {
      int height = info->comp_info[i].v_samp_factor * DCTSIZE;
      for (int y = 0; y < height; y++) {
        int row = group * height + y;
        if (row >= planes[i].height)
          row = planes[i].height - 1;
        rows[i][y] = planes[i].base + row * planes[i].stride;
      }
    }
    jpeg_write_raw_data(info, pointers, (JDIMENSION)rows_at_once);
  }
  return true;
}

bool fairy_jpeg_encoder_finish(fairy_jpeg_encoder *encoder) {
  if (setjmp(encoder->errors.jump))
    return false;
  jpeg_finish_compress(&encoder->info);
  return true;
}
