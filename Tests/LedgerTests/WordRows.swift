extension FormatRow {
  private typealias F = WordFeature

  /// Formats of words and their places.
  static let words: [FormatRow] = [
    FormatRow(
      .words, ["public.hocr"], lacks: [F.alternatives, F.styles],
      [
        Sample(
          "words", "hocr",
          [F.text, F.places, F.confidences, F.textOutside, F.illustrations, F.metadata],
          text: TinyWords.hocr)
      ]),
    FormatRow(
      .words, ["gov.loc.alto"], lacks: [F.textOutside],
      [
        Sample(
          "words", "xml",
          [F.text, F.places, F.confidences, F.alternatives, F.illustrations, F.styles, F.metadata],
          text: TinyWords.alto)
      ]),
  ]
}

/// A word with all that its formats can tell beside it.
enum TinyWords {
  private typealias F = WordFeature

  /// Where the word stands, in pixels from the left.
  static let left = 1237
  static let percent = 73

  static let hocr = """
    <html><head><title>\(F.metadata.marker)</title></head><body>
    <div class="ocr_page" title="bbox 0 0 2000 3000; scan_res 300 300">
    <p>\(F.textOutside.marker)</p>
    <div class="ocr_photo" id="\(F.illustrations.marker)" title="bbox 5 5 90 90"></div>
    <span class="ocr_line" title="bbox \(left) 321 1500 360; baseline 0 -8">
    <span class="ocrx_word" title="bbox \(left) 321 1500 360; x_wconf \(percent)">\(F.text.marker)</span>
    </span></div></body></html>
    """

  static let alto = """
    <?xml version="1.0" encoding="UTF-8"?>
    <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#">
    <Description><MeasurementUnit>pixel</MeasurementUnit>
    <sourceImageInformation><fileName>\(F.metadata.marker)</fileName></sourceImageInformation></Description>
    <Styles><TextStyle ID="\(F.styles.marker)" FONTSIZE="12"/></Styles>
    <Layout><Page ID="p" WIDTH="2000" HEIGHT="3000"><PrintSpace>
    <Illustration ID="\(F.illustrations.marker)" HPOS="5" VPOS="5" WIDTH="85" HEIGHT="85"/>
    <TextBlock ID="b"><TextLine HPOS="\(left)" VPOS="321" WIDTH="263" HEIGHT="39">
    <String CONTENT="\(F.text.marker)" WC="0.\(percent)" HPOS="\(left)" VPOS="321" WIDTH="263" HEIGHT="39">
    <ALTERNATIVE>\(F.alternatives.marker)</ALTERNATIVE></String>
    </TextLine></TextBlock></PrintSpace></Page></Layout></alto>
    """
}
