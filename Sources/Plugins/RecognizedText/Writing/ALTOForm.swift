import ConverterCore
import RecognizedTextModel

/// XML of the Library of Congress (ALTO 4.2), in pixels.
struct ALTOForm: RecognizedTextForm {
  let name = "ALTO"
  let type: ContentType.ID = "gov.loc.alto"
  let capabilities = RecognizedText.Capabilities(places: true, confidences: true)

  func beginning(pageCount _: Int) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.loc.gov/standards/alto/ns-v4# http://www.loc.gov/standards/alto/v4/alto-4-2.xsd">
     <Description>
      <MeasurementUnit>pixel</MeasurementUnit>
      <OCRProcessing ID="OCR_0">
       <ocrProcessingStep>
        <processingSoftware>
         <softwareName>fairy</softwareName>
        </processingSoftware>
       </ocrProcessingStep>
      </OCRProcessing>
     </Description>
     <Layout>

    """
  }

  let end = " </Layout>\n</alto>\n"

  func text(of page: RecognizedPage, index: Int) -> String {
    var numbers = (column: 0, block: 0, line: 0, word: 0)
    let name = "\(index + 1)"
    var text =
      "  <Page ID=\"page_\(name)\" PHYSICAL_IMG_NR=\"\(name)\" WIDTH=\"\(page.width)\" "
      + "HEIGHT=\"\(page.height)\">\n"
      + "   <PrintSpace HPOS=\"0\" VPOS=\"0\" WIDTH=\"\(page.width)\" HEIGHT=\"\(page.height)\">\n"
    for block in page.blocks {
      // A text block of ALTO is a paragraph; those of a column stand together.
      numbers.column += 1
      text += "    <ComposedBlock ID=\"column_\(name)_\(numbers.column)\" \(block.box.alto)>\n"
      for paragraph in block.paragraphs {
        numbers.block += 1
        text += "     <TextBlock ID=\"block_\(name)_\(numbers.block)\" \(paragraph.box.alto)>\n"
        for line in paragraph.lines {
          numbers.line += 1
          text += Self.text(of: line, name: name, number: numbers.line, words: &numbers.word)
        }
        text += "     </TextBlock>\n"
      }
      text += "    </ComposedBlock>\n"
    }
    return text + "   </PrintSpace>\n  </Page>\n"
  }

  private static func text(
    of line: RecognizedPage.Line, name: String, number: Int, words: inout Int
  ) -> String {
    let (a, b) = (line.baseline, { (value: Double) in Int(value.rounded()) })
    var text =
      "      <TextLine ID=\"line_\(name)_\(number)\" \(line.box.alto) "
      + "BASELINE=\"\(b(a.x1)),\(b(a.y1)) \(b(a.x2)),\(b(a.y2))\">\n"
    for (index, word) in line.words.enumerated() {
      words += 1
      if index > 0 {
        let gap = word.box.left - line.words[index - 1].box.right
        text += "       <SP WIDTH=\"\(max(0, gap))\"/>\n"
      }
      let sure = word.confidence.map { " WC=\"\(Double(Int(($0 * 100).rounded())) / 100)\"" } ?? ""
      let language = word.language.map { " LANG=\"\($0.markup)\"" } ?? ""
      text +=
        "       <String ID=\"word_\(name)_\(words)\" \(word.box.alto)\(sure)\(language) "
        + "CONTENT=\"\(word.text.markup)\"/>\n"
    }
    return text + "      </TextLine>\n"
  }
}

extension RecognizedPage.Box {
  /// As attributes of ALTO.
  fileprivate var alto: String {
    "HPOS=\"\(left)\" VPOS=\"\(top)\" WIDTH=\"\(width)\" HEIGHT=\"\(height)\""
  }
}
