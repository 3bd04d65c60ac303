import ConverterCore
import RecognizedTextModel
import Scanning

extension RecognizedPage {
  /// What scripts are told of the words of a page; null where they are not known.
  static func receipt(of page: RecognizedPage?) -> [JSONValue.Member] {
    [
      .init("words", page.map { .integer($0.words.count) } ?? .null),
      .init(
        "confidence", page?.confidence.map { .number(($0 * 1000).rounded() / 1000) } ?? .null),
      .init("text", page?.json ?? .null),
    ]
  }
}

extension ScannedPage {
  /// `1173×1732 pixels at 150 dpi, 199×293 mm`.
  var sizeInWords: String {
    func millimetres(_ pixels: Int) -> Int { Int((Double(pixels) / dpi * 25.4).rounded()) }
    return "\(width)×\(height) pixels at \(Int(dpi.rounded())) dpi, "
      + "\(millimetres(width))×\(millimetres(height)) mm"
  }
}

extension ScannedPage.Filter {
  var inWords: String {
    switch self {
    case .auto, .color: "colours, on white paper"
    case .gray: "gray, on white paper"
    case .bw: "black and white"
    case .photo: "none: light and colours stay"
    }
  }
}

extension Quad {
  /// `523,1008 1607,929 1840,2542 678,2712`.
  var inWords: String {
    corners.map { "\(Int($0.x.rounded())),\(Int($0.y.rounded()))" }.joined(separator: " ")
  }
}

extension Double {
  /// Without trailing zeros: "16.8", "14".
  var tenths: String { Self.text((self * 10).rounded() / 10) }
  var hundredths: String { Self.text((self * 100).rounded() / 100) }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
