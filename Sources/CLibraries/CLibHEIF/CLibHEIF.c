#include "CLibHEIF.h"
