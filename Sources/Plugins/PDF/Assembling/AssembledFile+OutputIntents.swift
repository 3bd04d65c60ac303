import ConverterCore
import PDFObjects

/// What the colours of a file are meant for (ISO 32000-1, 14.11.5): it holds for all of its pages.
extension AssembledFile {
  /// Those of the first file that has some, where all files agree on them: pages that were meant for another output,
  /// or for none in particular, would be shown in other colours.
  func joinOutputIntents() throws(ConversionError) {
    guard let part = parts.first(where: { $0.root?.has("/OutputIntents") == true }),
      let root = part.root
    else { return }
    guard try agreesOnColours else {
      return context.note(
        "outputIntents", .dropped,
        why:
          "what colours are meant for is said of a file as a whole, and not all files say the same")
    }
    target.root["/OutputIntents"] = try part.transplant(root["/OutputIntents"], to: target)
  }

  /// Whether all files that have colours of a device say the same of what these are meant for.
  ///
  /// A file that follows PDF/A and says nothing has none (ISO 19005-2, 6.2.4.3): it need not agree.
  var agreesOnColours: Bool {
    get throws(ConversionError) {
      var said: [PDFObject]?
      for part in parts {
        let own = part.root?["/OutputIntents"].items ?? []
        if own.isEmpty, let file = part.structure?.file, Conformance(of: file)?.part != nil {
          continue
        }
        guard let known = said else {
          said = own
          continue
        }
        guard try Self.areSame(known, own) else { return false }
      }
      return true
    }
  }

  private static func areSame(
    _ some: [PDFObject], _ others: [PDFObject]
  ) throws(ConversionError) -> Bool {
    guard some.count == others.count else { return false }
    for (one, other) in zip(some, others) {
      guard words(of: one) == words(of: other),
        try profile(of: one) == profile(of: other)
      else { return false }
    }
    return true
  }

  private static let profileKey = "/DestOutputProfile"

  private static func words(of intent: PDFObject) -> [String] {
    intent.keys.filter { $0 != profileKey }
      .map { $0 + FormResources.description(of: intent[$0]) }
  }

  /// What it says, however it is compressed.
  private static func profile(of intent: PDFObject) throws(ConversionError) -> [UInt8]? {
    let stream = intent[profileKey]
    guard stream.isStream else { return nil }
    if let bytes = try stream.expanded(atMost: largestProfile) { return bytes }
    return try stream.data(.none)
  }

  /// The profiles of printing presses have some two megabytes.
  private static let largestProfile = 1 << 24
}
