// Tables of the specification.
#ifndef FAIRY_HEVC_TABLES_H
#define FAIRY_HEVC_TABLES_H

#include <stdint.h>

// Where the context variables of each syntax element begin (9.3.2).
enum {
  CONTEXT_SAO_MERGE = 0,
  CONTEXT_SAO_TYPE = 1,
  CONTEXT_SPLIT_BLOCK = 2,
  CONTEXT_LOSSLESS = 5,
  CONTEXT_PARTS = 6,
  CONTEXT_PREDICTED_MODE = 7,
  CONTEXT_CHROMA_MODE = 8,
  CONTEXT_SPLIT_TRANSFORM = 9,
  CONTEXT_CODED_LUMA = 12,
  CONTEXT_CODED_CHROMA = 14,
  CONTEXT_QP_DELTA = 18,
  CONTEXT_TRANSFORM_SKIP = 20,
  CONTEXT_LAST_X = 22,
  CONTEXT_LAST_Y = 40,
  CONTEXT_CODED_GROUP = 58,
  CONTEXT_SIGNIFICANT = 62,
  CONTEXT_GREATER_1 = 104,
  CONTEXT_GREATER_2 = 128,
  CONTEXT_COUNT = 134,
};

// The values that context variables of intra slices begin from.
extern const uint8_t fairy_hevc_initial_contexts[CONTEXT_COUNT];

// A context variable, together with all that is looked up for it: from the lowest byte on the ranges of the less
// probable symbol by qRangeIdx (table 9-46), the states after the more and after the less probable symbol (table
// 9-47), valMps. States are numbered 2 * pStateIdx + valMps.
typedef uint64_t context_variable;
extern const context_variable fairy_hevc_states[128];

// 2^39 / range, rounded up, for ranges from 256: bypass bins are quotients by the range.
extern const uint32_t fairy_hevc_reciprocals[256];

// The order of coefficients in a 4×4 group: diagonal, horizontal, vertical (6.5). x | y << 2.
extern const uint8_t fairy_hevc_scan4[3][16];
// And where each place is in that order.
extern const uint8_t fairy_hevc_place4[3][16];
// The order of groups of 4×4 in blocks of 4, 8, 16 and 32: x | y << 4. Other than diagonal for 4 and 8 alone.
extern const uint8_t fairy_hevc_groups[3][4][64];
extern const uint8_t fairy_hevc_group_places[3][4][64];

// Context increments of sig_coeff_flag in the order of a scan (9.3.4.2.5): of 4×4 blocks, then of others by
// what is coded to the right (1) and below (2).
extern const uint8_t fairy_hevc_significance4[3][16];
extern const uint8_t fairy_hevc_significance[3][4][16];

// Coefficients of transMatrix (8.6.4.2) in pairs of words, as the two passes of a transform take them.
//
// The first pass: for each of the first half of its rows, by groups of four rows of coefficients, those of the
// rows 0 and 2, then of 1 and 3.
extern const uint32_t fairy_hevc_columns8[4][2][2], fairy_hevc_columns16[8][4][2], fairy_hevc_columns32[16][8][2];
// The second: by pairs of coefficients for 8×8; by groups of four, 0 and 2, then 1 and 3, for half a row of others.
extern const uint32_t fairy_hevc_rows8[4][8], fairy_hevc_rows16[4][2][8], fairy_hevc_rows32[8][2][16];

// intraPredAngle and invAngle by mode (tables 8-5 and 8-6).
extern const int8_t fairy_hevc_angles[35];
extern const int16_t fairy_hevc_inverse_angles[35];

// QpC by qPi - 30 (table 8-10).
extern const uint8_t fairy_hevc_chroma_qp[14];

// β′ and tC′ (table 8-12).
extern const uint8_t fairy_hevc_beta[52];
extern const uint8_t fairy_hevc_tc[54];

#endif
