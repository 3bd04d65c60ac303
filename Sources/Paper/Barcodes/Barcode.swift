/// A barcode that was read.
public struct Barcode: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    case qr, code39, code93, code128, codabar, interleaved, ean13, ean8

    /// Whether a barcode of the kind can have a text; of those for numbers alone only these can be.
    public func holds(_ text: String) -> Bool {
      let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return switch self {
      case .qr: true
      case .code39, .code93, .code128: text.utf8.allSatisfy { $0 < 0x80 }
      case .codabar: text.utf8.allSatisfy { Self.codabarLetters.contains($0) }
      case .interleaved: isNumber
      case .ean13: isNumber && text.utf8.count == 13
      case .ean8: isNumber && text.utf8.count == 8
      }
    }

    private static let codabarLetters = Set("0123456789-$:/.+ABCD".utf8)
  }

  public let kind: Kind
  /// What it says, without check digits that are no part of it.
  public let text: String

  public init(_ kind: Kind, _ text: String) {
    (self.kind, self.text) = (kind, text)
  }
}
