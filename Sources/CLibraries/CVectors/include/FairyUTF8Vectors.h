#ifndef FAIRY_UTF8_VECTORS_H
#define FAIRY_UTF8_VECTORS_H

#include <stddef.h>
#include <stdint.h>

#endif
