import ConverterCore
import PDFObjects

/// Files that no longer are what they said they were.
extension Conformance {
  /// What a description says that a file follows, by the prefix of the properties that say so.
  enum Claim: String, CaseIterable {
    /// PDF/A.
    case archiving = "pdfaid:"
    /// PDF/UA.
    case accessibility = "pdfuaid:"
  }

  /// Takes the words out of a file's description that say what it follows.
  static func dropClaims(
    _ claims: [Claim], from file: PDFFile
  ) throws(ConversionError) {
    let stream = file.root["/Metadata"]
    guard stream.isStream, var bytes = try? stream.expanded(atMost: largestDescription) else {
      return
    }
    for claim in claims { bytes = without(claim, bytes) }
    let plain = try file.stream()
    plain.replaceData(bytes, filter: file.null, parameters: file.null)
    for key in ["/Type", "/Subtype"] where stream.has(key) { plain[key] = stream[key] }
    file.root["/Metadata"] = plain
    // A claim in a form that is not known is not left.
    if claims.contains(.archiving), Conformance(of: file) != nil {
      file.root.removeKey("/Metadata")
    }
  }

  private static let properties: Set = ["part", "conformance", "amd", "corr", "rev"]

  /// Without `<pdfaid:part>1</pdfaid:part>` and `pdfaid:part="1"`.
  static func without(_ claim: Claim, _ bytes: [UInt8]) -> [UInt8] {
    let prefix = Array(claim.rawValue.utf8)
    var kept: [UInt8] = []
    // All before this is kept or left out.
    var done = 0
    var index = 1
    while index + prefix.count < bytes.count {
      guard bytes[index] == prefix[0],
        bytes[index..<index + prefix.count].elementsEqual(prefix),
        let end = endOfProperty(at: index, prefix: prefix.count, in: bytes)
      else {
        index += 1
        continue
      }
      kept += bytes[done..<index - 1]
      done = end
      index = end + 1
    }
    return done < bytes.count ? kept + bytes[done...] : kept
  }

  /// Behind the element or the attribute whose name begins at `start`; `nil` where there is none.
  private static func endOfProperty(at start: Int, prefix: Int, in bytes: [UInt8]) -> Int? {
    let name = bytes[(start + prefix)...].prefix { 0x61...0x7A ~= $0 }
    guard properties.contains(String(decoding: name, as: UTF8.self)) else { return nil }
    switch bytes[start - 1] {
    case UInt8(ascii: "<"):
      guard let close = bytes[name.endIndex...].firstIndex(of: UInt8(ascii: ">")) else {
        return nil
      }
      if bytes[close - 1] == UInt8(ascii: "/") { return close + 1 }
      // No property has a property within.
      guard let next = bytes[close...].firstIndex(of: UInt8(ascii: "<")), next + 1 < bytes.count,
        bytes[next + 1] == UInt8(ascii: "/"),
        let end = bytes[next...].firstIndex(of: UInt8(ascii: ">"))
      else { return nil }
      return end + 1
    case 9, 10, 13, 32:
      guard
        let open = bytes[name.endIndex...].prefix(8).firstIndex(where: { $0 == 0x22 || $0 == 0x27 }
        ),
        let end = bytes[(open + 1)...].firstIndex(of: bytes[open])
      else { return nil }
      return end + 1
    default: return nil
    }
  }
}

extension PDFLayout {
  /// What a file says that it follows stays true of the file that is written.
  static func conforming(to file: PDFFile, in context: ConversionContext) -> PDFLayout {
    var layout = PDFLayout()
    if let conformance = Conformance(of: file) {
      layout.usesObjectStreams = conformance.allowsObjectStreams
      context.note("PDF/A", .kept)
    }
    return layout
  }
}
