public import ConverterCore

/// Tells how pages in pictures are to be turned so that their letters stand upright, without reading words.
///
/// What recognises words may be one: it is looked for among the bridges of the registry.
public protocol UprightFinder: Sendable {
  /// By how many degrees, 0, 90, 180 or 270, a page is to be turned clockwise; `nil` where too few letters were found
  /// to tell.
  ///
  /// - Throws: `missingLibrary` for what is needed and not installed, with its package; what decoding throws.
  func turn(of page: Picture, in context: ConversionContext) throws(ConversionError) -> Int?
}

extension Picture {
  /// By how many degrees a scanned page is to be turned clockwise so that its letters stand upright.
  ///
  /// Where what tells it is not installed, that is a warning, unless
  /// ``ConverterCore/OptionDescriptor/scanRotation`` was typed.
  ///
  /// - Returns: 0, also where it cannot be told, and for pictures that are no paper.
  /// - Throws: `missingLibrary`; what decoding throws.
  public func turnOfLetters(in context: ConversionContext) throws(ConversionError) -> Int {
    let isTyped = context.reading.settings[OptionDescriptor.scanRotation.key] != nil
    let isPaper = facts.scan?["found"] == .bool(true) || facts.scan?["filter"]?.text != "photo"
    guard isTyped || isPaper else { return 0 }
    let finder = context.registry.bridges.lazy.compactMap { $0 as? any UprightFinder }.first
    do throws(ConversionError) {
      guard let finder else {
        throw ConversionError(.missingLibrary, "needs a plugin that tells how pages stand")
      }
      return try finder.turn(of: self, in: context) ?? 0
    } catch  where error.code == .missingLibrary {
      guard !isTyped else { throw error }
      context.warn("pages are not turned upright: that \(error.message)")
      return 0
    }
  }
}

extension OptionDescriptor {
  /// How scanned pages stand.
  public static let scanRotation = OptionDescriptor(
    "scan-rotate", .choice(["auto", "0", "90", "180", "270"]), default: "auto",
    help:
      "of scanned pages: by how many degrees they are turned clockwise; auto: so that letters stand upright"
  )
}
