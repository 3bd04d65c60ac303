#include "FairyJSONVectors.h"
