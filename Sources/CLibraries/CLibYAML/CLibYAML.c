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

// These return nothing, which the macro's `return` cannot express in strict C.
FAIRY_HIDDEN(yaml_parser_delete)
void yaml_parser_delete(yaml_parser_t *parser) {
  ((void (*)(yaml_parser_t *))fairy_lazy_symbol(&library, "yaml_parser_delete"))(parser);
}

FAIRY_HIDDEN(yaml_parser_set_input)
void yaml_parser_set_input(yaml_parser_t *parser, yaml_read_handler_t *handler, void *data) {
  ((void (*)(yaml_parser_t *, yaml_read_handler_t *, void *))fairy_lazy_symbol(
      &library, "yaml_parser_set_input"))(parser, handler, data);
}

FAIRY_HIDDEN(yaml_event_delete)
void yaml_event_delete(yaml_event_t *event) {
  // Called for every event: the symbol is looked up once.
  static _Atomic(void *) address;
  void *found = atomic_load_explicit(&address, memory_order_acquire);
  if (!found) {
    found = fairy_lazy_symbol(&library, "yaml_event_delete");
    atomic_store_explicit(&address, found, memory_order_release);
  }
  ((void (*)(yaml_event_t *))found)(event);
}
