import Barcodes
import ConverterCore
import PictureModel
import Scanning

/// What makes a page a separator sheet: `any`, `patch-t`, `barcode`, `barcode=TEXT`.
struct SeparatorMark: Sendable, Equatable {
  /// What barcodes of separator sheets say that programs for documents print (NAPS2, paperless-ngx).
  static let usualText = "PATCHT"
  static let any = SeparatorMark(takesPatch: true, text: usualText)

  /// Whether a Patch-T code does.
  let takesPatch: Bool
  /// The text whose barcode does; `nil` where barcodes do not count.
  let text: String?

  private init(takesPatch: Bool, text: String?) {
    (self.takesPatch, self.text) = (takesPatch, text)
  }

  /// - Returns: `nil` for words that are none.
  init?(parsing word: String) {
    let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    switch (halves[0].lowercased(), halves.count) {
    case ("any", 1): self = .any
    case ("patch-t", 1): self.init(takesPatch: true, text: nil)
    case ("barcode", 1): self.init(takesPatch: false, text: Self.usualText)
    case ("barcode", 2) where !halves[1].isEmpty:
      self.init(takesPatch: false, text: String(halves[1]))
    default: return nil
    }
  }

  /// As it is typed.
  var word: String {
    guard let text else { return "patch-t" }
    if takesPatch { return "any" }
    return text == Self.usualText ? "barcode" : "barcode=\(text)"
  }

  /// For people: `Patch-T code or barcode "PATCHT"`.
  var description: String {
    let found = (takesPatch ? [Found.patch] : []) + (text.map { [Found.barcode($0)] } ?? [])
    return found.map(\.description).joined(separator: " or ")
  }

  /// What was found on a separator sheet.
  enum Found: Equatable {
    case patch
    case barcode(String)

    var description: String {
      switch self {
      case .patch: "Patch-T code"
      case .barcode(let text): "barcode \"\(text.printable)\""
      }
    }
  }

  /// What of it a page has; `nil` where it is no separator sheet.
  ///
  /// - Parameter reader: of barcodes, where these count.
  func found(
    on sheet: PageScanner.Sheet, _ reader: (any BarcodeReader)?
  ) throws(ConversionError) -> Found? {
    if takesPatch,
      PatchCodeFinder().codes(in: sheet.gray, dpi: sheet.dpi).contains(where: \.isTransfer)
    {
      return .patch
    }
    guard let text, let reader, try reader.finds(text, in: sheet.gray) else { return nil }
    return .barcode(text)
  }
}
