#include <stdlib.h>
#include <string.h>

#include "FairyHEVCGuards.h"
#include "FairyHEVCPicture.h"

// Vectors are stored and loaded this far behind and before what they are about.
enum { PLANE_MARGIN = 64, BYTES_AFTER = 8 };

struct fairy_hevc_decoder {
  sequence_set sequences[16];
  picture_set pictures[64];
  // What has been found wrong with the units.
  fairy_hevc_status status;
  slice_segment *segments;
  size_t segment_count, segment_capacity;
  // The slices' coded blocks, each followed by zeros.
  uint8_t *bytes;
  size_t size, capacity;
  // Everything that a picture needs, in one piece, and its size.
  uint8_t *memory;
  size_t memory_size;
  picture_function *decode;
  picture_decoder picture;
};

fairy_hevc_decoder *fairy_hevc_new(fairy_hevc_instructions instructions) {
  fairy_hevc_decoder *decoder = NULL;
  if (posix_memalign((void **)&decoder, 64, sizeof *decoder) != 0) return NULL;
  memset(decoder, 0, sizeof *decoder);
  decoder->decode = fairy_hevc_decode_picture_plain;
#if defined(__x86_64__)
  if (instructions == FAIRY_HEVC_BEST && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt"))
    decoder->decode = fairy_hevc_decode_picture_avx2;
#endif
  return decoder;
}

void fairy_hevc_free(fairy_hevc_decoder *decoder) {
  if (decoder == NULL) return;
  free(decoder->segments);
  free(decoder->bytes);
  free(decoder->memory);
  free(decoder);
}

void fairy_hevc_reset(fairy_hevc_decoder *decoder) {
  memset(decoder->sequences, 0, sizeof decoder->sequences);
  memset(decoder->pictures, 0, sizeof decoder->pictures);
  decoder->status = FAIRY_HEVC_OK;
  decoder->segment_count = 0;
  decoder->size = 0;
}

// Makes room for `count` bytes more.
static int reserve_bytes(fairy_hevc_decoder *decoder, size_t count) {
  if (count > SIZE_MAX / 4 || decoder->size > SIZE_MAX / 4) return 0;
  size_t needed = decoder->size + count;
  if (needed <= decoder->capacity) return 1;
  size_t capacity = needed + needed / 2;
  uint8_t *bytes = realloc(decoder->bytes, capacity);
  if (bytes == NULL) return 0;
  decoder->bytes = bytes;
  decoder->capacity = capacity;
  return 1;
}

static int reserve_segment(fairy_hevc_decoder *decoder) {
  if (decoder->segment_count < decoder->segment_capacity) return 1;
  size_t capacity = decoder->segment_capacity * 2 + 16;
  slice_segment *segments = realloc(decoder->segments, capacity * sizeof *segments);
  if (segments == NULL) return 0;
  decoder->segments = segments;
  decoder->segment_capacity = capacity;
  return 1;
}

// Copies what is behind a NAL header without the bytes that prevent start codes (7.4.2), and zeros behind it.
// Returns its size, or SIZE_MAX when there is no memory.
static size_t unescape(fairy_hevc_decoder *decoder, const uint8_t *unit, size_t size) {
  if (!reserve_bytes(decoder, size + BYTES_AFTER + GUARD_SIZE)) return SIZE_MAX;
  UNGUARD(decoder->bytes, decoder->capacity);
  uint8_t *out = decoder->bytes + decoder->size;
  const uint8_t *at = unit + 2, *end = unit + size;
  size_t count = 0;
  while (at < end) {
    const uint8_t *three = at;
    // The next 0 0 3.
    while ((three = memchr(three, 3, (size_t)(end - three))) != NULL &&
           (three - at < 2 || three[-1] != 0 || three[-2] != 0))
      three++;
    const uint8_t *stop = three ? three : end;
    memcpy(out + count, at, (size_t)(stop - at));
    count += (size_t)(stop - at);
    at = three ? three + 1 : end;
  }
  memset(out + count, 0, BYTES_AFTER);
  GUARD(out + count + BYTES_AFTER, decoder->capacity - decoder->size - count - BYTES_AFTER);
  return count;
}

static fairy_hevc_status take_slice(fairy_hevc_decoder *decoder, unsigned type, bit_reader bits) {
  // Others refer to pictures that are not here.
  if (type < 16 || type > 21) return FAIRY_HEVC_UNSUPPORTED;
  if (!reserve_segment(decoder)) return FAIRY_HEVC_NO_MEMORY;
  slice_segment *segment = &decoder->segments[decoder->segment_count];
  const slice_segment *before = decoder->segment_count > 0 ? segment - 1 : NULL;
  fairy_hevc_status status =
      fairy_hevc_read_slice(&bits, type, decoder->pictures, decoder->sequences, before, segment);
  if (status != FAIRY_HEVC_OK) return status;
  segment->data = decoder->size + bits.at / 8;
  segment->size = (bits.size - bits.at) / 8;
  decoder->segment_count++;
  decoder->size += bits.size / 8 + BYTES_AFTER + GUARD_SIZE;
  return FAIRY_HEVC_OK;
}

static fairy_hevc_status take_unit(fairy_hevc_decoder *decoder, const uint8_t *unit, size_t size) {
  if (size < 3) return FAIRY_HEVC_DAMAGED;
  unsigned type = unit[0] >> 1 & 63, layer = (unit[0] & 1u) << 5 | unit[1] >> 3;
  enum { SEQUENCE_SET = 33, PICTURE_SET = 34, LAST_SLICE = 31 };
  // Other layers hold other views of the picture. Other types describe it.
  if (layer != 0 || (type > LAST_SLICE && type != SEQUENCE_SET && type != PICTURE_SET)) return FAIRY_HEVC_OK;
  // Sets that change between slices are for others.
  if (type > LAST_SLICE && decoder->segment_count > 0) return FAIRY_HEVC_UNSUPPORTED;
  size_t count = unescape(decoder, unit, size);
  if (count == SIZE_MAX) return FAIRY_HEVC_NO_MEMORY;
  bit_reader bits = {.bytes = decoder->bytes + decoder->size, .size = count * 8};
  if (type == SEQUENCE_SET) return fairy_hevc_read_sequence_set(bits, decoder->sequences);
  if (type == PICTURE_SET) return fairy_hevc_read_picture_set(bits, decoder->pictures);
  return take_slice(decoder, type, bits);
}

fairy_hevc_status fairy_hevc_take(fairy_hevc_decoder *decoder, const uint8_t *unit, size_t size) {
  if (decoder->status == FAIRY_HEVC_OK) decoder->status = take_unit(decoder, unit, size);
  return decoder->status;
}

// Parts of the memory of a picture.
typedef struct {
#ifdef FAIRY_HEVC_HAS_GUARDS
  size_t ends[16], count;
#endif
  size_t planes[3], strides[3], blocks, raster_of_coded, coded_of_raster, areas, units[4], unit_stride, unit_count;
  size_t total;
} layout;

static size_t take_part(layout *parts, size_t size) {
  size_t at = parts->total;
  parts->total += (size + 63) & ~(size_t)63;
#ifdef FAIRY_HEVC_HAS_GUARDS
  parts->ends[parts->count++] = at + size;
  parts->total += GUARD_SIZE;
#endif
  return at;
}

// Makes gaps of what is between the parts of a picture's memory, and between the slices.
static void guard(fairy_hevc_decoder *decoder, const layout *parts) {
#ifdef FAIRY_HEVC_HAS_GUARDS
  for (size_t i = 0; i < parts->count; i++) GUARD(decoder->memory + parts->ends[i], GUARD_SIZE);
  for (size_t i = 0; i < decoder->segment_count; i++) {
    const slice_segment *segment = &decoder->segments[i];
    GUARD(decoder->bytes + segment->data + segment->size + BYTES_AFTER, GUARD_SIZE);
  }
#else
  (void)decoder, (void)parts;
#endif
}

// No product overflows: sides are up to 2^16.
static layout layout_of(const sequence_set *set) {
  layout parts = {0};
  size_t ctb = (size_t)1 << set->log2_ctb;
  size_t columns = (set->width + ctb - 1) / ctb, rows = (set->height + ctb - 1) / ctb;
  for (unsigned i = 0; i < (set->is_gray ? 1 : 3); i++) {
    size_t width = columns * ctb >> (i > 0), height = rows * ctb >> (i > 0);
    parts.strides[i] = width + 2 * PLANE_MARGIN;
    parts.planes[i] = take_part(&parts, parts.strides[i] * (height + 2)) + parts.strides[i] + PLANE_MARGIN;
  }
  parts.blocks = take_part(&parts, columns * rows * sizeof(tree_block));
  parts.raster_of_coded = take_part(&parts, columns * rows * sizeof(uint32_t));
  parts.coded_of_raster = take_part(&parts, columns * rows * sizeof(uint32_t));
  parts.unit_stride = columns * ctb / 4 + UNIT_MARGIN + UNIT_MARGIN_AFTER;
  parts.unit_count = parts.unit_stride * (rows * ctb / 4 + UNIT_MARGIN + UNIT_MARGIN_AFTER);
  parts.areas = take_part(&parts, parts.unit_count * sizeof(uint16_t));
  for (int i = 0; i < 4; i++) parts.units[i] = take_part(&parts, parts.unit_count);
  return parts;
}

static const sequence_set *active_sequence(const fairy_hevc_decoder *decoder) {
  return &decoder->sequences[decoder->pictures[decoder->segments[0].picture_set].sequence];
}

fairy_hevc_status fairy_hevc_describe(const fairy_hevc_decoder *decoder, fairy_hevc_picture *picture) {
  if (decoder->status != FAIRY_HEVC_OK) return decoder->status;
  if (decoder->segment_count == 0) return FAIRY_HEVC_DAMAGED;
  const sequence_set *set = active_sequence(decoder);
  *picture = (fairy_hevc_picture){
      .coded_width = set->width, .coded_height = set->height, .width = set->window_width,
      .height = set->window_height, .is_gray = set->is_gray, .memory = layout_of(set).total};
  return FAIRY_HEVC_OK;
}

// Where tiles begin (6.5.1), with the end as the last. Returns how many there are, or 0 for damage.
static unsigned tile_bounds(uint32_t bounds[], unsigned count, uint32_t size, int is_uniform,
                            const uint16_t *sizes) {
  if (count > size) return 0;
  bounds[0] = 0;
  for (unsigned i = 0; i < count; i++) {
    if (is_uniform) bounds[i + 1] = (uint32_t)((uint64_t)(i + 1) * size / count);
    else bounds[i + 1] = i + 1 == count ? size : bounds[i] + sizes[i];
    if (bounds[i + 1] <= bounds[i] || bounds[i + 1] > size) return 0;
  }
  return count;
}

// The order of tree blocks, tile by tile.
static fairy_hevc_status arrange_tiles(picture_decoder *picture) {
  const picture_set *set = picture->set;
  uint32_t columns[MOST_TILE_COLUMNS + 1], rows[MOST_TILE_ROWS + 1], coded = 0;
  unsigned across = tile_bounds(columns, set->tile_columns, picture->columns, set->tiles_are_uniform, set->column_widths);
  unsigned down = tile_bounds(rows, set->tile_rows, picture->rows, set->tiles_are_uniform, set->row_heights);
  if (across == 0 || down == 0) return FAIRY_HEVC_DAMAGED;
  for (unsigned tile = 0; tile < across * down; tile++)
    for (uint32_t y = rows[tile / across]; y < rows[tile / across + 1]; y++)
      for (uint32_t x = columns[tile % across]; x < columns[tile % across + 1]; x++) {
        uint32_t raster = y * picture->columns + x;
        picture->raster_of_coded[coded] = raster;
        picture->coded_of_raster[raster] = coded++;
        picture->tree_blocks[raster].tile = (uint16_t)tile;
      }
  return FAIRY_HEVC_OK;
}

// Gets memory and clears what has to begin clear. Samples are written before they are used, or do not matter.
static fairy_hevc_status prepare(fairy_hevc_decoder *decoder) {
  const sequence_set *set = active_sequence(decoder);
  layout parts = layout_of(set);
  if (parts.total > decoder->memory_size) {
    free(decoder->memory);
    decoder->memory = NULL;
    decoder->memory_size = 0;
    void *memory = NULL;
    if (posix_memalign(&memory, 64, parts.total) != 0) return FAIRY_HEVC_NO_MEMORY;
    // Filters look at samples outside of the picture, though what comes of it is dropped.
    memset(memory, 0, parts.total);
    decoder->memory = memory;
    decoder->memory_size = parts.total;
  }
  uint8_t *memory = decoder->memory;
  UNGUARD(memory, decoder->memory_size);
  guard(decoder, &parts);
  picture_decoder *picture = &decoder->picture;
  memset(picture, 0, sizeof *picture);
  picture->sequence = set;
  picture->set = &decoder->pictures[decoder->segments[0].picture_set];
  if (set->has_scaling_lists)
    picture->scaling = picture->set->has_scaling_lists ? &picture->set->scaling : &set->scaling;
  picture->segments = decoder->segments;
  picture->segment_count = decoder->segment_count;
  picture->bytes = decoder->bytes;
  picture->width = set->width;
  picture->height = set->height;
  picture->log2_ctb = set->log2_ctb;
  uint32_t ctb = 1u << set->log2_ctb;
  picture->columns = (set->width + ctb - 1) / ctb;
  picture->rows = (set->height + ctb - 1) / ctb;
  for (unsigned i = 0; i < (set->is_gray ? 1 : 3); i++)
    picture->planes[i] = (plane_buffer){memory + parts.planes[i], (ptrdiff_t)parts.strides[i]};
  picture->tree_blocks = (tree_block *)(void *)(memory + parts.blocks);
  memset(picture->tree_blocks, 0, (size_t)picture->columns * picture->rows * sizeof(tree_block));
  picture->raster_of_coded = (uint32_t *)(void *)(memory + parts.raster_of_coded);
  picture->coded_of_raster = (uint32_t *)(void *)(memory + parts.coded_of_raster);
  picture->unit_stride = (ptrdiff_t)parts.unit_stride;
  size_t first = parts.unit_stride * UNIT_MARGIN + UNIT_MARGIN;
  picture->areas = (uint16_t *)(void *)(memory + parts.areas) + first;
  memset(memory + parts.areas, 0, parts.unit_count * sizeof(uint16_t));
  picture->edges = memory + parts.units[0] + first;
  memset(memory + parts.units[0], 0, parts.unit_count);
  picture->depths = memory + parts.units[1] + first;
  picture->modes = memory + parts.units[2] + first;
  picture->qps = (int8_t *)memory + parts.units[3] + first;
  return arrange_tiles(picture);
}

fairy_hevc_status fairy_hevc_decode(fairy_hevc_decoder *decoder, const fairy_hevc_plane planes[3]) {
  if (decoder->status != FAIRY_HEVC_OK) return decoder->status;
  if (decoder->segment_count == 0) return FAIRY_HEVC_DAMAGED;
  fairy_hevc_status status = prepare(decoder);
  return status == FAIRY_HEVC_OK ? decoder->decode(&decoder->picture, planes) : status;
}
