import PDFObjects

/// What an operator of a content stream means to who looks for pictures and resources (ISO 32000-1, annex A).
enum ContentOperator: UInt8 {
  /// No operator of PDF: a mistake, or bytes that are no content.
  case unknown
  /// One that neither draws a picture nor names a resource nor moves anything.
  case other
  case saveState, restoreState, concatenateMatrix, drawObject, setGraphicsState
  case beginText, setFont, setTextMatrix, setHorizontalScaling, showText
  case setColourSpace, setColour, paintShading
  case markWithProperties
  case beginCompatibility, endCompatibility
  case beginInlineImage, inlineImageData, endInlineImage

  private static let meanings: KeyValuePairs<ContentOperator, String> = [
    .saveState: "q", .restoreState: "Q", .concatenateMatrix: "cm", .drawObject: "Do",
    .setGraphicsState: "gs", .beginText: "BT", .setFont: "Tf", .setTextMatrix: "Tm",
    .setHorizontalScaling: "Tz", .showText: "Tj TJ ' \"", .setColourSpace: "cs CS",
    .setColour: "scn SCN", .paintShading: "sh", .markWithProperties: "BDC DP",
    .beginCompatibility: "BX", .endCompatibility: "EX", .beginInlineImage: "BI",
    .inlineImageData: "ID", .endInlineImage: "EI",
    .other:
      "w J j M d ri i m l c v y h re S s f F f* B B* b b* n W W* ET Tc Tw TL Tr Ts Td TD T* d0 d1 "
      + "sc SC g G rg RG k K BMC EMC MP",
  ]

  /// Finds operators by their bytes: a hash with open addressing, as content has one every 10 bytes.
  struct Table {
    private var codes = [UInt32](repeating: 0, count: 256)
    private var meanings = [ContentOperator](repeating: .unknown, count: 256)

    fileprivate init() {
      for (meaning, names) in ContentOperator.meanings {
        for name in names.split(separator: " ") {
          let code = name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
          var slot = Self.slot(code)
          while codes[slot] != 0 { slot = (slot + 1) & 255 }
          codes[slot] = code
          meanings[slot] = meaning
        }
      }
    }

    private static func slot(_ code: UInt32) -> Int { Int((code &* 0x9E37_79B1) >> 24) }

    /// - Parameter code: the operator's one to three bytes, the last one lowest.
    subscript(code: UInt32) -> ContentOperator {
      var slot = Self.slot(code)
      // A third of the slots is in use: the search ends.
      while codes[slot] != 0 {
        if codes[slot] == code { return meanings[slot] }
        slot = (slot + 1) & 255
      }
      return .unknown
    }
  }

  static let table = Table()
}
