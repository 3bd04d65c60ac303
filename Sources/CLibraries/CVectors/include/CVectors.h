// Loops over bytes with the processor's vector instructions, which Swift's SIMD types cannot say well: compare
// 64 bytes at once and get the answers as the bits of a word. Each has a plain form for other processors, and
// is chosen when the program runs.
#ifndef FAIRY_VECTORS_H
#define FAIRY_VECTORS_H

#include "FairyDelimitedVectors.h"
#include "FairyJSONVectors.h"
#include "FairyMailVectors.h"
#include "FairyRowVectors.h"
#include "FairySampleVectors.h"
#include "FairyUTF8Vectors.h"

#endif
