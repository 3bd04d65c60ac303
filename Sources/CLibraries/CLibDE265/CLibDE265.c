#include "CLibDE265.h"
