internal import ConverterCore
internal import PictureModel

/// Comments, image resources and density.
extension JPEGSegments {
  /// Photoshop's image resource blocks, those of several segments joined.
  func iptc() throws(ConversionError) -> [UInt8]? {
    let blocks = try payloads(of: .app13, after: JPEGSignature.photoshop).flatMap { $0 }
    return blocks.isEmpty ? nil : blocks
  }

  /// Comments as texts; one that is no UTF-8 is taken for Latin-1.
  func comments() throws(ConversionError) -> [PictureMetadata.Text] {
    try payloads(of: .comment).compactMap { payload in
      // Some writers end theirs as C does.
      let bytes = payload.reversed().drop { $0 == 0 }.reversed()
      guard !bytes.isEmpty else { return nil }
      let text =
        String(validating: bytes, as: UTF8.self)
        ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
      return PictureMetadata.Text(keyword: "Comment", text: text)
    }
  }

  /// Pixels an inch by the JFIF segment (ITU-T T.871, 10.1); `nil` where it only gives an aspect.
  func dotsPerInch() throws(ConversionError) -> (x: Double, y: Double)? {
    guard let jfif = try payloads(of: .app0, after: JPEGSignature.jfif).first,
      let x = jfif.number(at: 3, width: 2, .big), let y = jfif.number(at: 5, width: 2, .big),
      x > 0, y > 0
    else { return nil }
    switch jfif[2] {
    case 1: return (Double(x), Double(y))
    case 2: return (Double(x) * 2.54, Double(y) * 2.54)
    default: return nil
    }
  }
}
