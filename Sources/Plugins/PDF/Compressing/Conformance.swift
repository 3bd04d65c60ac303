import ConverterCore
import PDFObjects

/// The part of PDF/A (ISO 19005) that a file says it follows.
struct Conformance: Equatable {
  /// 1…4.
  let part: Int
  /// Whether colours of a device have a meaning: there is an output intent.
  let hasOutputIntent: Bool

  /// Larger descriptions are not looked at.
  static let largestDescription = 1 << 22

  /// `nil` for a file that is no PDF/A.
  init?(of file: PDFFile) {
    let stream = file.root["/Metadata"]
    guard let bytes = try? stream.expanded(atMost: Self.largestDescription),
      let part = Self.part(in: bytes)
    else { return nil }
    self.part = part
    hasOutputIntent = file.root["/OutputIntents"].count > 0
  }

  /// `<pdfaid:part>1</pdfaid:part>`, or `pdfaid:part="1"`.
  private static func part(in bytes: [UInt8]) -> Int? {
    let key = Array("pdfaid:part".utf8)
    guard bytes.count > key.count else { return nil }
    var index = 0
    while let start = bytes[index...].firstIndex(of: key[0]), start + key.count + 3 <= bytes.count {
      index = start + 1
      guard bytes[start..<start + key.count].elementsEqual(key) else { continue }
      let value = bytes[(start + key.count)...].prefix(4).first { 0x31...0x39 ~= $0 }
      if let value { return Int(value - 0x30) }
    }
    return nil
  }

  /// PDF/A-1 is PDF 1.4, which has neither streams of objects nor of references.
  var allowsObjectStreams: Bool { part != 1 }

  /// Whether colours of a device have no meaning, so that none may become such.
  var needsProfiles: Bool { !hasOutputIntent }
}
