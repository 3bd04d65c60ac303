// Scaling lists (7.3.4, 7.4.5): how much of each frequency was quantized away.
#ifndef FAIRY_HEVC_SCALING_H
#define FAIRY_HEVC_SCALING_H

#include "FairyHEVCSets.h"

void fairy_hevc_default_scaling(scaling_factors *factors);

// Returns 0 for damage.
int fairy_hevc_read_scaling(bit_reader *bits, scaling_factors *factors);

#endif
