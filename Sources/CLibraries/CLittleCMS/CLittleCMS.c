#include "CLittleCMS.h"
