import ConverterCore
import RecognizedTextModel

/// HTML whose elements say where words stand (hOCR 1.2).
struct HOCRForm: RecognizedTextForm {
  let name = "hOCR"
  let type: ContentType.ID = "public.hocr"
  let capabilities = RecognizedText.Capabilities(places: true, confidences: true)

  func beginning(pageCount: Int) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
    <html xmlns="http://www.w3.org/1999/xhtml">
     <head>
      <title></title>
      <meta http-equiv="Content-Type" content="text/html; charset=utf-8"/>
      <meta name="ocr-system" content="fairy"/>
      <meta name="ocr-number-of-pages" content="\(pageCount)"/>
      <meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word ocrp_wconf ocrp_lang ocrp_dir"/>
     </head>
     <body>

    """
  }

  let end = " </body>\n</html>\n"

  func text(of page: RecognizedPage, index: Int) -> String {
    var numbers = (block: 0, paragraph: 0, line: 0, word: 0)
    let name = "\(index + 1)"
    let dpi = Int(page.dpi.rounded())
    var text =
      "  <div class=\"ocr_page\" id=\"page_\(name)\" title=\"bbox 0 0 \(page.width) \(page.height); "
      + "ppageno \(index); scan_res \(dpi) \(dpi)\(Self.corners(of: page))\">\n"
    for block in page.blocks {
      numbers.block += 1
      text +=
        "   <div class=\"ocr_carea\" id=\"block_\(name)_\(numbers.block)\" title=\"\(block.box.hOCR)\">\n"
      for paragraph in block.paragraphs {
        numbers.paragraph += 1
        let direction = paragraph.lines.first?.direction ?? .leftToRight
        text +=
          "    <p class=\"ocr_par\" id=\"par_\(name)_\(numbers.paragraph)\""
          + (direction == .rightToLeft ? " dir=\"rtl\"" : "")
          + " title=\"\(paragraph.box.hOCR)\">\n"
        for line in paragraph.lines {
          numbers.line += 1
          text += Self.text(of: line, name: name, number: numbers.line, words: &numbers.word)
        }
        text += "    </p>\n"
      }
      text += "   </div>\n"
    }
    return text + "  </div>\n"
  }

  /// Where the page is in the picture that it was found in: a property of our own, as hOCR has none.
  private static func corners(of page: RecognizedPage) -> String {
    guard !page.corners.isEmpty else { return "" }
    return "; x_corners " + page.corners.map { decimal($0) }.joined(separator: " ")
  }

  private static func text(
    of line: RecognizedPage.Line, name: String, number: Int, words: inout Int
  ) -> String {
    // The baseline is told as its slope and its height above the lower left corner of the box.
    let offset = line.baseline.y1 - Double(line.box.bottom)
    let baseline = "baseline \(decimal(line.baseline.slope)) \(Int(offset.rounded()))"
    var text =
      "     <span class=\"ocr_line\" id=\"line_\(name)_\(number)\" title=\"\(line.box.hOCR); \(baseline)\">\n"
    for word in line.words {
      words += 1
      let sure = word.confidence.map { "; x_wconf \(Int(($0 * 100).rounded()))" } ?? ""
      text +=
        "      <span class=\"ocrx_word\" id=\"word_\(name)_\(words)\""
        + (word.language.map { " lang=\"\($0.markup)\"" } ?? "")
        + (word.direction == .rightToLeft ? " dir=\"rtl\"" : "")
        + " title=\"\(word.box.hOCR)\(sure)\">\(word.text.markup)</span>\n"
    }
    return text + "     </span>\n"
  }

  /// With three decimals at most.
  private static func decimal(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    return thousandths % 1000 == 0
      ? "\(thousandths / 1000)" : "\(Double(thousandths) / 1000)"
  }
}

extension RecognizedPage.Box {
  /// As a property of hOCR.
  fileprivate var hOCR: String { "bbox \(left) \(top) \(right) \(bottom)" }
}

extension String {
  /// As text or a value of an attribute in XML. Characters that XML 1.0 cannot hold are left out.
  var markup: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"...:
        result.unicodeScalars.append(scalar)
      default: break
      }
    }
    return result
  }
}
