/// The name of a folder for an attached message, made from its subject.
///
/// A subject is no name of a file: what would lead into another folder, or hide something, becomes `_`, and a
/// long one is cut.
struct FolderName {
  let bytes: [UInt8]

  /// - Returns: `nil` for a text of which nothing is left.
  init?(_ text: [UInt8]) {
    var name: [UInt8] = []
    for scalar in String(decoding: text.prefix(Self.longest * 4), as: UTF8.self).unicodeScalars {
      let letter = Array(String(Self.isSafe(scalar) ? scalar : "_").utf8)
      guard name.count + letter.count <= Self.longest else { break }
      name += letter
    }
    while let last = name.last, last == 0x20 || last == 0x2E { name.removeLast() }
    guard name.contains(where: { $0 != 0x20 && $0 != 0x2E && $0 != 0x5F }) else { return nil }
    bytes = Array(name.drop { $0 == 0x20 })
  }

  /// For a message of which nothing is known.
  init(index: Int) { bytes = Array("message-\(index + 1)".utf8) }

  private static let longest = 64

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
    default: !["/", "\\", ":", "\u{FFFD}"].contains(scalar)
    }
  }
}
