// The parsers of libxml2 for XML and HTML, opened when first used.
//
// libxml2 brings ICU with it (30 MB), so it is opened for workbooks and pages alone; see CLazyLoading.h. Of its
// large interface two push parsers are wanted, which report elements and text as they come to them and build
// no tree. They are here behind functions of our own: what libxml2 shows of itself differs from version to
// version, and its headers stand in a folder of their own, where Swift would have to be told to look.
//
// Nothing is loaded from elsewhere, and no entity is known but those of the language: a document type
// declaration in XML ends the parsing, as the formats that are read with this forbid it.
#pragma once

typedef struct fairy_xml_parser fairy_xml_parser;

/// What a parser reports. Names and attributes end with a NUL, in UTF-8.
typedef struct {
  void *owner;
  /// Of XML each attribute is five pointers: name, prefix, URI, value and the end of the value. Of HTML it is
  /// two: name and value, which may be NULL.
  void (*start)(void *owner, const unsigned char *name, const unsigned char *const *attributes,
                int count);
  void (*end)(void *owner, const unsigned char *name);
  void (*text)(void *owner, const unsigned char *bytes, int count);
} fairy_xml_events;

/// How parsing went.
typedef enum {
  fairy_xml_fine,
  fairy_xml_malformed,
  fairy_xml_doctype,
  fairy_xml_no_memory,
} fairy_xml_status;

/// Opens the library; NULL, or the dynamic linker's message.
const char *fairy_libxml2_open(void);

/// A parser of XML, in any encoding that says its name. NULL where there is no memory for it.
fairy_xml_parser *fairy_xml_make(const fairy_xml_events *events);
/// A parser of HTML in UTF-8.
fairy_xml_parser *fairy_html_make(const fairy_xml_events *events);
/// Parses what follows. Errors in HTML are mended as they come.
fairy_xml_status fairy_xml_feed(fairy_xml_parser *parser, const void *bytes, int count, int is_last);
/// Lets nothing more be reported; may be called by what is reported to.
void fairy_xml_stop(fairy_xml_parser *parser);
/// What was wrong, with a line feed at its end, and in which line; valid until the next call.
const char *fairy_xml_error(fairy_xml_parser *parser, int *line);
void fairy_xml_free(fairy_xml_parser *parser);
