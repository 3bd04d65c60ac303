import ConverterCore
import RecognizedTextModel
import Testing

@testable import RecognizedTextPlugin

/// Whole files of two words on two pages.
@Suite struct FormTests {
  private let context = ConversionContext(registry: Registry())

  private let page = RecognizedPage(
    width: 600, height: 800, dpi: 100,
    blocks: [
      .init([
        .init([
          .init(
            [
              .init(
                "Gr\u{FC}\u{DF}e", box: .init(left: 50, top: 40, right: 150, bottom: 60),
                confidence: 0.9625, language: "deu"),
              .init("a<b&\"c\"", box: .init(left: 160, top: 42, right: 220, bottom: 61)),
            ], box: .init(left: 50, top: 40, right: 220, bottom: 61),
            baseline: .init(x1: 50, y1: 57, x2: 220, y2: 59))
        ])
      ]),
      .init([
        .init([
          .init(
            [
              .init(
                "\u{5E9}\u{5DC}\u{5D5}\u{5DD}",
                box: .init(left: 400, top: 90, right: 500, bottom: 110), confidence: 0.5,
                language: "heb", direction: .rightToLeft)
            ], box: .init(left: 400, top: 90, right: 500, bottom: 110),
            baseline: .init(x1: 400, y1: 108, x2: 500, y2: 108))
        ])
      ]),
    ])

  private func file<Form: RecognizedTextForm>(_ form: Form, pages: Int = 1) throws -> String {
    let output = try OutputFile(.memory)
    try RecognizedTextWriter(form).write(
      RecognizedText([RecognizedPage](repeating: page, count: pages)), as: form.type, to: output,
      options: RecognizedTextOptions(ConversionOptions()), in: WritingContext(context))
    return String(decoding: output.bytes, as: UTF8.self)
  }

  @Test func plainText() throws {
    #expect(
      try file(PlainTextForm(), pages: 2)
        == "Gr\u{FC}\u{DF}e a<b&\"c\"\n\n\u{5E9}\u{5DC}\u{5D5}\u{5DD}\n\u{C}Gr\u{FC}\u{DF}e a<b&\"c\"\n\n\u{5E9}\u{5DC}\u{5D5}\u{5DD}\n"
    )
  }

  @Test func markdown() throws {
    #expect(
      try file(MarkdownForm())
        == "Gr\u{FC}\u{DF}e a\\<b&\"c\"\n\n\u{5E9}\u{5DC}\u{5D5}\u{5DD}\n")
  }

  @Test func markdownJoinsLinesAndMarksHeadings() throws {
    func line(_ words: String, height: Int) -> RecognizedPage.Line {
      let box = RecognizedPage.Box(left: 0, top: 0, right: 100, bottom: height)
      return .init(
        words.split(separator: " ").map { .init(String($0), box: box) }, box: box,
        baseline: .init(x1: 0, y1: 0, x2: 100, y2: 0))
    }
    let page = RecognizedPage(
      width: 600, height: 800, dpi: 100,
      blocks: [
        .init([
          .init([line("Large Letters", height: 40)]),
          .init([
            line("a long sen-", height: 20), line("tence ends. Well-", height: 20),
            line("Known", height: 20),
          ]),
          .init([line("1. of a list", height: 20)]), .init([line("# no heading", height: 20)]),
        ])
      ])
    #expect(
      MarkdownForm().text(of: page, index: 0)
        == "## Large Letters\n\na long sentence ends. Well- Known\n\n1\\. of a list\n\n\\# no heading\n"
    )
  }

  @Test func tsv() throws {
    #expect(
      try file(TSVForm()).split(separator: "\n").dropFirst().prefix(6) == [
        "1\t1\t0\t0\t0\t0\t0\t0\t600\t800\t-1\t",
        "2\t1\t1\t0\t0\t0\t50\t40\t170\t21\t-1\t",
        "3\t1\t1\t1\t0\t0\t50\t40\t170\t21\t-1\t",
        "4\t1\t1\t1\t1\t0\t50\t40\t170\t21\t-1\t",
        "5\t1\t1\t1\t1\t1\t50\t40\t100\t20\t96.25\tGr\u{FC}\u{DF}e",
        "5\t1\t1\t1\t1\t2\t160\t42\t60\t19\t-1\ta<b&\"c\"",
      ])
  }

  @Test func json() throws {
    let value = try JSONValue(parsing: Array(try file(JSONForm(), pages: 2).utf8))
    let pages = try #require(value["pages"]?.elements)
    #expect(pages.count == 2)
    #expect(pages[0]["language"] == .string("deu"))
    #expect(
      pages[0]["blocks"]?.elements?[0].description
        == #"{"box":[50,40,170,21],"lines":[{"paragraph":1,"box":[50,40,170,21],"baseline":[[50,57],[220,59]],"direction":"ltr","words":[{"text":"Grüße","box":[50,40,100,20],"confidence":0.963,"language":"deu"},{"text":"a<b&\"c\"","box":[160,42,60,19]}]}]}"#
    )
  }

  @Test func cornersOfThePageAreTold() throws {
    var page = RecognizedPage(width: 60, height: 80, dpi: 100)
    page.corners = [10, 20.5, 70, 21, 70, 101, 10, 100]
    let text = HOCRForm().text(of: page, index: 0)
    #expect(text.contains("scan_res 100 100; x_corners 10 20.5 70 21 70 101 10 100\""))
    #expect(page.json["corners"]?.description == "[[10,20.5],[70,21],[70,101],[10,100]]")
    page.corners = []
    #expect(!HOCRForm().text(of: page, index: 0).contains("x_corners"))
    #expect(page.json["corners"] == nil)
  }

  @Test func hocr() throws {
    let text = try file(HOCRForm())
    #expect(
      text.contains(
        #"<div class="ocr_page" id="page_1" title="bbox 0 0 600 800; ppageno 0; scan_res 100 100">"#
      ))
    #expect(
      text.contains(
        #"<span class="ocr_line" id="line_1_1" title="bbox 50 40 220 61; baseline 0.012 -4">"#))
    #expect(
      text.contains(
        #"<span class="ocrx_word" id="word_1_1" lang="deu" title="bbox 50 40 150 60; x_wconf 96">Grüße</span>"#
      ))
    #expect(
      text.contains(
        #"<span class="ocrx_word" id="word_1_2" title="bbox 160 42 220 61">a&lt;b&amp;&quot;c&quot;</span>"#
      ))
    #expect(
      text.contains(#"<p class="ocr_par" id="par_1_2" dir="rtl" title="bbox 400 90 500 110">"#))
    #expect(text.hasSuffix(" </body>\n</html>\n"))
  }

  @Test func alto() throws {
    let text = try file(ALTOForm())
    #expect(text.contains(#"<Page ID="page_1" PHYSICAL_IMG_NR="1" WIDTH="600" HEIGHT="800">"#))
    #expect(
      text.contains(
        #"<TextLine ID="line_1_1" HPOS="50" VPOS="40" WIDTH="170" HEIGHT="21" BASELINE="50,57 220,59">"#
      ))
    #expect(
      text.contains(
        #"<String ID="word_1_1" HPOS="50" VPOS="40" WIDTH="100" HEIGHT="20" WC="0.96" LANG="deu" CONTENT="Grüße"/>"#
      ))
    #expect(text.contains(#"<SP WIDTH="10"/>"#))
    #expect(
      text.contains(#"CONTENT="a&lt;b&amp;&quot;c&quot;"/>"#))
  }

  @Test func charactersThatXMLCannotHoldAreLeftOut() {
    #expect("a\u{0}\u{1}b\u{B}\u{FFFE}c\u{1F600}".markup == "abc\u{1F600}")
  }
}
