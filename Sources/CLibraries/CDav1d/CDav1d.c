#include "CDav1d.h"
