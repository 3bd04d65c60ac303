// Leptonica, which knows how far a page is from straight, opened when first used.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

const char *fairy_leptonica_open(void);

/// By how many degrees a page in black and white is to be turned clockwise so that its lines are level, and how sure
/// that is: from 3 on likely. `samples` are 0 for black, anything else for white. Answers false where there is too
/// little on the page, or no memory.
bool fairy_leptonica_skew(const uint8_t *samples, int width, int height, size_t stride,
                          float *degrees, float *confidence);

/// How much lower than on a flat page the points of a grid are seen, from edge to edge, in pixels, row by row: lines of
/// print that are bent, as Leptonica's model has them. `lines` becomes the number of long lines. Answers false where it
/// finds no model that it takes for valid, or there is no memory.
bool fairy_leptonica_bend(const uint8_t *samples, int width, int height, size_t stride, int columns,
                          int rows, float *shifts, int *lines);
