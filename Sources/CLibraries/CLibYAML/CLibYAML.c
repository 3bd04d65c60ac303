#include "CLibYAML.h"
#include "CLazyLoading.h"

#ifdef __APPLE__
static fairy_lazy_library library = {"libyaml-0.2.dylib"};
#else
static fairy_lazy_library library = {"libyaml-0.so.2"};
#endif

const char *fairy_libyaml_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, int, yaml_parser_initialize, (yaml_parser_t * parser), (parser))
FAIRY_LAZY(library, int, yaml_parser_parse, (yaml_parser_t * parser, yaml_event_t *event),
           (parser, event))
FAIRY_LAZY_VOID(library, yaml_parser_delete, (yaml_parser_t * parser), (parser))
FAIRY_LAZY_VOID(library, yaml_parser_set_input,
                (yaml_parser_t * parser, yaml_read_handler_t *handler, void *data),
                (parser, handler, data))
FAIRY_LAZY_VOID(library, yaml_event_delete, (yaml_event_t * event), (event))
