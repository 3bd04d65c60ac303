// The functions of libjxl that are called: their headers, and trampolines in CLibJXL.c.
#pragma once

#include "CLibJXL.h"

#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/thread_parallel_runner.h>
