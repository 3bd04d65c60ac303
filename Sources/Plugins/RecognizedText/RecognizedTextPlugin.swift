public import ConverterCore

/// Files of words and their places: plain text, Markdown, hOCR, ALTO, TSV and JSON.
public enum RecognizedTextPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.html
        public.hocr | hOCR document | hocr | text/vnd.hocr+html
        > public.xml
        gov.loc.alto | ALTO document | alto | application/x-alto+xml
        """)
    registry.add(
      HTMLMark(
        "public.hocr",
        [
          "<div class=\"ocr_page\"", "<div class='ocr_page'", "<meta name=\"ocr-system\"",
          "<meta name='ocr-system'",
        ]))
    registry.add(XMLRoot("alto", "gov.loc.alto"))
    try registry.add(RecognizedTextViewer())
    try registry.add(HOCRReader())
    try registry.add(ALTOReader())
    try registry.add(RecognizedTextWriter(PlainTextForm()))
    try registry.add(RecognizedTextWriter(MarkdownForm()))
    try registry.add(RecognizedTextWriter(HOCRForm()))
    try registry.add(RecognizedTextWriter(ALTOForm()))
    try registry.add(RecognizedTextWriter(TSVForm()))
    try registry.add(RecognizedTextWriter(JSONForm()))
  }

  public static let fuzzTargets = [
    FuzzTarget("hocr", "public.hocr"), FuzzTarget("alto", "gov.loc.alto"),
  ]
}
