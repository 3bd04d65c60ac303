internal import CVectors
internal import ConverterCore

/// What PGP made of a text, and put into it in letters (RFC 4880, 6.2), as it was before there was PGP/MIME.
enum InlineArmour: CaseIterable {
  case encrypted, signed

  /// What is in a text, each once.
  static func found(in text: UnsafeRawBufferPointer) -> [InlineArmour] {
    guard let base = text.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return [] }
    let dash = UInt8(ascii: "-")
    var missing = allCases
    var place = 0
    while place < text.count, !missing.isEmpty {
      let line = text[place...]
      missing.removeAll { line.starts(with: $0.beginning.utf8) }
      place = fairy_find_line(base, place, text.count, dash, dash, FAIRY_INSTRUCTIONS_BEST)
    }
    return allCases.filter { !missing.contains($0) }
  }

  private var beginning: String {
    switch self {
    case .encrypted: "-----BEGIN PGP MESSAGE-----"
    case .signed: "-----BEGIN PGP SIGNED MESSAGE-----"
    }
  }

  /// As people are told of it.
  var remark: String {
    switch self {
    case .encrypted: "it holds something encrypted (PGP), which is not opened"
    case .signed: "it is signed (PGP), which is not checked"
    }
  }
}
