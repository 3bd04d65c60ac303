#ifndef FAIRY_JSON_VECTORS_H
#define FAIRY_JSON_VECTORS_H

#include <stddef.h>
#include <stdint.h>

#endif
