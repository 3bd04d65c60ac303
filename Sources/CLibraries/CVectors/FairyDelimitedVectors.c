#include "FairyDelimitedVectors.h"
