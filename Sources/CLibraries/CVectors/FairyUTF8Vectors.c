#include "FairyUTF8Vectors.h"
