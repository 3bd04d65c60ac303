// Weighted sums of samples, which is what bringing a picture to another size is made of.
//
// Numbers are added in the same order by all sets of instructions, and none fuses a product with its sum: results
// are the same to the bit on every processor.
#ifndef FAIRY_SAMPLE_VECTORS_H
#define FAIRY_SAMPLE_VECTORS_H

#include <stddef.h>
#include <stdint.h>

#include "FairyDelimitedVectors.h"

typedef enum { FAIRY_SAMPLES_8, FAIRY_SAMPLES_16, FAIRY_SAMPLES_FLOAT } fairy_sample_kind;

// The most rows that fairy_add_rows takes at a time.
#define FAIRY_ROWS_AT_ONCE 4

// Adds rows to sums: sums[k][x] += weights[4 * k] * rows[0][x] + weights[4 * k + 1] * rows[1][x] + …
//
// row_count: 1 … FAIRY_ROWS_AT_ONCE. The first `begun_count` sums are added to, the others begin with these rows,
// whatever they hold. Rows and sums have `width` samples; the rows need no alignment beyond that of
// their samples, and no sum may overlap anything else.
void fairy_add_rows(fairy_sample_kind kind, const void *const *rows, size_t row_count, size_t width,
                    float *const *sums, const float *weights, size_t sum_count, size_t begun_count,
                    fairy_instructions instructions);

// Weighs the samples around each result: results[x] = Σ weights[pitch * x + i] * samples[firsts[x] + i] for i < pitch.
//
// pitch: a multiple of 8. `samples` can be read up to firsts[x] + pitch.
void fairy_weigh_samples(const float *samples, const int32_t *firsts, const float *weights,
                         size_t pitch, size_t count, float *results,
                         fairy_instructions instructions);

#endif
