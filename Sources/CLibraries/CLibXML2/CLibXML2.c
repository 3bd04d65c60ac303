#include "CLibXML2.h"
#include "CLazyLoading.h"

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
static fairy_lazy_library library = {"libxml2.2.dylib"};
#else
static fairy_lazy_library library = {"libxml2.so.2"};
#endif

#define LAZY(result, name, parameters, arguments)                              \
  FAIRY_LAZY(library, result, name, parameters, arguments)
#define LAZY_VOID(name, parameters, arguments)                                 \
  FAIRY_LAZY_VOID(library, name, parameters, arguments)

LAZY_VOID(xmlInitParser, (void), ())
LAZY_VOID(xmlFreeParserCtxt, (xmlParserCtxtPtr c), (c))
LAZY_VOID(xmlStopParser, (xmlParserCtxtPtr c), (c))
LAZY_VOID(htmlFreeParserCtxt, (htmlParserCtxtPtr c), (c))
LAZY(xmlParserCtxtPtr, xmlCreatePushParserCtxt,
     (xmlSAXHandlerPtr sax, void *data, const char *chunk, int count, const char *name),
     (sax, data, chunk, count, name))
LAZY(int, xmlCtxtUseOptions, (xmlParserCtxtPtr c, int options), (c, options))
LAZY(int, xmlParseChunk, (xmlParserCtxtPtr c, const char *chunk, int count, int end),
     (c, chunk, count, end))
LAZY(htmlParserCtxtPtr, htmlCreatePushParserCtxt,
     (htmlSAXHandlerPtr sax, void *data, const char *chunk, int count, const char *name,
      xmlCharEncoding encoding),
     (sax, data, chunk, count, name, encoding))
LAZY(int, htmlCtxtUseOptions, (htmlParserCtxtPtr c, int options), (c, options))
LAZY(int, htmlParseChunk, (htmlParserCtxtPtr c, const char *chunk, int count, int end),
     (c, chunk, count, end))

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) { xmlInitParser(); }

const char *fairy_libxml2_open(void) {
  const char *reason = fairy_lazy_open(&library);
  if (!reason) pthread_once(&once, initialise);
  return reason;
}

struct fairy_xml_parser {
  fairy_xml_events events;
  xmlParserCtxtPtr context;
  int is_html;
  int has_doctype;
};

static void start_xml(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                      int namespace_count, const xmlChar **namespaces, int count, int defaulted,
                      const xmlChar **attributes) {
  fairy_xml_parser *parser = data;
  parser->events.start(parser->events.owner, name, attributes, count);
}

static void end_xml(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  fairy_xml_parser *parser = data;
  parser->events.end(parser->events.owner, name);
}

static void start_html(void *data, const xmlChar *name, const xmlChar **attributes) {
  fairy_xml_parser *parser = data;
  int count = 0;
  while (attributes && attributes[2 * count]) count++;
  parser->events.start(parser->events.owner, name, attributes, count);
}

static void end_html(void *data, const xmlChar *name) {
  fairy_xml_parser *parser = data;
  parser->events.end(parser->events.owner, name);
}

static void text(void *data, const xmlChar *bytes, int count) {
  fairy_xml_parser *parser = data;
  parser->events.text(parser->events.owner, bytes, count);
}

// Scripts and styles, which are no text.
static void no_text(void *data, const xmlChar *bytes, int count) {}

static void doctype(void *data, const xmlChar *name, const xmlChar *external,
                    const xmlChar *system) {
  fairy_xml_parser *parser = data;
  parser->has_doctype = 1;
  xmlStopParser(parser->context);
}

// Without it messages would go to standard error.
static void silent(void *data, xmlErrorPtr error) {}

static fairy_xml_parser *make(const fairy_xml_events *events) {
  fairy_xml_parser *parser = calloc(1, sizeof *parser);
  if (parser) parser->events = *events;
  return parser;
}

static fairy_xml_parser *checked(fairy_xml_parser *parser) {
  if (parser->context) return parser;
  free(parser);
  return NULL;
}

fairy_xml_parser *fairy_xml_make(const fairy_xml_events *events) {
  fairy_xml_parser *parser = make(events);
  if (!parser) return NULL;
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = start_xml;
  handler.endElementNs = end_xml;
  handler.characters = text;
  handler.ignorableWhitespace = text;
  handler.cdataBlock = text;
  handler.internalSubset = doctype;
  handler.serror = silent;
  parser->context = xmlCreatePushParserCtxt(&handler, parser, NULL, 0, NULL);
  // Without NOENT "&amp;" in an attribute comes as "&#38;". No other entities can be declared: see doctype.
  if (parser->context) xmlCtxtUseOptions(parser->context, XML_PARSE_NONET | XML_PARSE_NOENT);
  return checked(parser);
}

fairy_xml_parser *fairy_html_make(const fairy_xml_events *events) {
  fairy_xml_parser *parser = make(events);
  if (!parser) return NULL;
  parser->is_html = 1;
  htmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElement = start_html;
  handler.endElement = end_html;
  handler.characters = text;
  handler.ignorableWhitespace = text;
  handler.cdataBlock = no_text;
  handler.serror = silent;
  parser->context =
      htmlCreatePushParserCtxt(&handler, parser, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);
  if (parser->context)
    htmlCtxtUseOptions(parser->context, HTML_PARSE_RECOVER | HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
  return checked(parser);
}

fairy_xml_status fairy_xml_feed(fairy_xml_parser *parser, const void *bytes, int count,
                                int is_last) {
  int status = parser->is_html ? htmlParseChunk(parser->context, bytes, count, is_last)
                               : xmlParseChunk(parser->context, bytes, count, is_last);
  if (parser->has_doctype) return fairy_xml_doctype;
  if (status == XML_ERR_NO_MEMORY || parser->context->lastError.code == XML_ERR_NO_MEMORY)
    return fairy_xml_no_memory;
  if (parser->is_html) return fairy_xml_fine;
  // Warnings and odd namespaces leave a document well-formed.
  return parser->context->wellFormed ? fairy_xml_fine : fairy_xml_malformed;
}

void fairy_xml_stop(fairy_xml_parser *parser) { xmlStopParser(parser->context); }

const char *fairy_xml_error(fairy_xml_parser *parser, int *line) {
  *line = parser->context->lastError.line;
  return parser->context->lastError.message;
}

void fairy_xml_free(fairy_xml_parser *parser) {
  if (parser->is_html)
    htmlFreeParserCtxt(parser->context);
  else
    xmlFreeParserCtxt(parser->context);
  free(parser);
}
