#include "CLibMagic.h"
