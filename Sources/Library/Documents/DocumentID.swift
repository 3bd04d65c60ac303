import ConverterCore

/// The name of a document for as long as it exists: a UUID (RFC 9562), random but for copies that a sync makes, which is the name of its folder.
public struct DocumentID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// 36 characters in lower case: `3f2a9c1e-5b07-4d8e-9a61-0c2f7d4b8e13`.
  public let description: String

  /// A new one.
  public init() {
    self.init((0..<16).map { _ in UInt8.random(in: 0...255) }, version: 0x40)
  }

  /// The one that something always gets (version 3).
  init(naming text: String) {
    self.init(MD5.digest(of: Array(text.utf8)[...]), version: 0x30)
  }

  private init(_ random: [UInt8], version: UInt8) {
    var bytes = random
    bytes[6] = bytes[6] & 0x0F | version
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }
    var text = ""
    for (index, pair) in digits.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += pair
    }
    description = text
  }

  /// - Returns: `nil` for what is no UUID in lower case.
  public init?(_ text: some StringProtocol) {
    let shape = text.utf8.map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"):
        UInt8(ascii: "x")
      default: byte
      }
    }
    guard shape == Array("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx".utf8) else { return nil }
    description = String(text)
  }

  public static func < (one: DocumentID, other: DocumentID) -> Bool {
    one.description < other.description
  }
}
