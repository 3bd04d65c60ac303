#ifndef FAIRY_Delimited_VECTORS_H
#define FAIRY_Delimited_VECTORS_H

#include <stddef.h>
#include <stdint.h>

#endif
