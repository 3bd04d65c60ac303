internal import ConverterCore
internal import MIME

/// What PGP made of a text, and put into it in letters (RFC 4880, 6.2), as it was before there was PGP/MIME.
enum InlineArmour: CaseIterable {
  case encrypted, signed

  /// What is in a text, each once.
  static func found(in text: Span<UInt8>) -> [InlineArmour] {
    let dash = UInt8(ascii: "-")
    var missing = allCases
    var place = 0
    while place < text.count, !missing.isEmpty {
      missing.removeAll { text.has($0.beginning, at: place) }
      place = text.lineOffset(of: dash, or: dash, behind: place) ?? text.count
    }
    return allCases.filter { !missing.contains($0) }
  }

  private var beginning: StaticString {
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
