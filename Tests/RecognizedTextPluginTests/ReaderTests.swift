import ConverterCore
import RecognizedTextModel
import Testing

@testable import RecognizedTextPlugin

/// Words that are read from hOCR and ALTO.
@Suite struct ReaderTests {
  private func pages<R: Reader<RecognizedText>>(
    _ reader: R, _ text: some Collection<UInt8>, ledger: ConversionContext? = nil
  ) throws -> [RecognizedPage] {
    let context = ledger ?? ConversionContext(registry: Registry())
    let words = try reader.read(
      InputFile(bytes: Array(text), name: "a"), type: reader.types[0], in: ReadingContext(context))
    return try (0..<words.pageCount).map { try words.page($0) }
  }

  /// Two columns, one with two paragraphs.
  private var page: RecognizedPage {
    func line(_ top: Int, _ words: [RecognizedPage.Word]) -> RecognizedPage.Line {
      let box = RecognizedPage.Box(around: words.map(\.box))
      return .init(
        words, box: box,
        baseline: .init(
          x1: Double(box.left), y1: Double(top + 16), x2: Double(box.right), y2: Double(top + 16)))
    }
    func word(_ text: String, _ left: Int, _ top: Int, _ language: String) -> RecognizedPage.Word {
      .init(
        text, box: .init(left: left, top: top, right: left + 90, bottom: top + 20),
        confidence: 0.75, language: language,
        direction: language == "heb" ? .rightToLeft : .leftToRight)
    }
    return RecognizedPage(
      width: 1000, height: 1400, dpi: 120,
      blocks: [
        .init([
          .init([
            line(40, [word("Gr\u{FC}\u{DF}e", 50, 40, "deu"), word("a<&\"b", 150, 40, "deu")])
          ]),
          .init([
            line(80, [word("zwei", 50, 80, "deu")]), line(110, [word("drei", 50, 110, "deu")]),
          ]
          ),
        ]),
        .init([.init([line(40, [word("\u{5E9}\u{5DC}", 600, 40, "heb")])])]),
      ])
  }

  private func written<Form: RecognizedTextForm>(_ form: Form) -> [UInt8] {
    Array(
      (form.beginning(pageCount: 2) + form.text(of: page, index: 0)
        + form.text(of: page, index: 1) + form.end).utf8)
  }

  @Test func hocrIsReadAsItWasWritten() throws {
    #expect(try pages(HOCRReader(), written(HOCRForm())) == [page, page])
  }

  @Test func altoIsReadAsItWasWritten() throws {
    // It does not say how many pixels an inch has.
    var expected = page
    expected.dpi = 1400 / 11.7
    #expect(try pages(ALTOReader(), written(ALTOForm())) == [expected, expected])
  }

  @Test func linesWithoutWordsAreDivided() throws {
    let text = """
      <div class='ocr_page' title='image "a.png"; bbox 0 0 400 300'>
      <span class='ocr_line extra' title='bbox 100 40 199 60'>one <b>two</b>
      34</span><img class="ocr_photo" title="bbox 1 2 3 4"></div>
      """
    let context = ConversionContext(registry: Registry())
    let words = try pages(HOCRReader(), Array(text.utf8), ledger: context)[0].words
    #expect(words.map(\.text) == ["one", "two", "34"])
    #expect(words.map(\.box.left) == [100, 139, 179])
    #expect(words.map(\.box.right) == [129, 169, 199])
    #expect(context.ledger.map(\.what) == ["illustrations"])
  }

  @Test func olderALTOIsRead() throws {
    let text = """
      <?xml version="1.0"?><alto><Description><MeasurementUnit>mm10</MeasurementUnit></Description>
      <Styles><TextStyle ID="s"/></Styles><Layout><Page WIDTH="2100" HEIGHT="2970"><PrintSpace>
      <TextBlock language="de"><TextLine HPOS="100" VPOS="200" WIDTH="300" HEIGHT="40" BASELINE="232">
      <String CONTENT="Zei" HPOS="100" VPOS="200" WIDTH="60" HEIGHT="40" WC="0.5"><ALTERNATIVE>Z</ALTERNATIVE>
      </String><HYP CONTENT="-"/></TextLine></TextBlock></PrintSpace></Page></Layout></alto>
      """
    let context = ConversionContext(registry: Registry())
    let page = try #require(pages(ALTOReader(), Array(text.utf8), ledger: context).first)
    let line = try #require(page.lines.first)
    #expect((page.width, page.height, page.dpi) == (2100, 2970, 254))
    #expect(line.baseline == .init(x1: 100, y1: 232, x2: 400, y2: 232))
    #expect(line.words.map(\.text) == ["Zei-"])
    #expect(line.words.map(\.language) == ["de"])
    #expect(line.words.map(\.confidence) == [0.5])
    #expect(context.ledger.map(\.what).sorted() == ["alternatives", "styles"])
  }

  @Test(arguments: [
    "bbox 9e99 -1e300 nan inf", "bbox 5 5 1 1; baseline 1e300 9", "bbox", "x_wconf -7; bbox 1 2 3",
    "baseline 0.1; scan_res -1 0", ";;;", "bbox 99999999999999999999 0 0 0",
  ])
  func oddNumbersAreNotBelieved(title: String) throws {
    let text = """
      <div class="ocr_page" title="\(title)"><span class="ocr_line" title="\(title)">
      <span class="ocrx_word" title="\(title)">word</span></span></div>
      """
    let page = try #require(pages(HOCRReader(), Array(text.utf8)).first)
    #expect(page.words.map(\.text) == ["word"])
    let far = RecognizedPage.Box.farthest
    #expect((1...far).contains(page.width) && (70...600).contains(page.dpi))
    #expect(page.words.allSatisfy { $0.box.width >= 0 && abs($0.box.left) <= far })
  }

  @Test func whatIsNoneIsRefused() {
    #expect(throws: ConversionError.self) { try pages(HOCRReader(), Array("<p>text</p>".utf8)) }
    #expect(throws: ConversionError.self) { try pages(ALTOReader(), Array("<alto/>".utf8)) }
    #expect(throws: ConversionError.self) { try pages(ALTOReader(), Array("".utf8)) }
  }

  /// A file that ends anywhere is read up to there, or refused.
  @Test func filesThatEndEarly() throws {
    let (hocr, alto) = (written(HOCRForm()), written(ALTOForm()))
    for count in stride(from: 0, to: hocr.count, by: 7) {
      if let pages = try? pages(HOCRReader(), hocr.prefix(count)) { #expect(pages.count <= 2) }
    }
    for count in stride(from: 0, to: alto.count - 12, by: 7) {
      #expect(throws: ConversionError.self) { try pages(ALTOReader(), alto.prefix(count)) }
    }
  }

  @Test func wordsTakeNoMoreMemoryThanAllowed() {
    var limits = Limits.standard
    limits.memory = 10_000
    let context = ConversionContext(registry: Registry(), limits: limits)
    let word = "<span class='ocrx_word' title='bbox 1 2 3 4'>a</span>"
    let text = "<div class='ocr_page'>" + String(repeating: word, count: 100)
    let error = #expect(throws: ConversionError.self) {
      try pages(HOCRReader(), Array(text.utf8), ledger: context)
    }
    #expect(error?.code == .limitExceeded)
  }
}
