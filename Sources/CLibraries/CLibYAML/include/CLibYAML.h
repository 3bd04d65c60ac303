// LibYAML's parser, opened when first used.
//
// Few runs read YAML. See CLazyLoading.h for how the functions of yaml.h come to be.
#pragma once

#include <yaml.h>

/// Opens the library; NULL, or the dynamic linker's message.
const char *fairy_libyaml_open(void);
