import ConverterCore
import PDFObjects

/// How an image is drawn, all of its uses together.
struct ImageUse: Sendable, Equatable {
  /// The smallest resolution over all uses and both axes, in pixels an inch of paper; 0 where it may be drawn
  /// at any size, at most ``ImageUse/finest`` where it is drawn without one.
  var dpi: Double
  /// Where it is drawn, the first ``mostPages``, from 0.
  var pages: [Int]
  var uses: Int
  /// Drawn as a stencil, or as the mask of another.
  var isMask: Bool
  /// Drawn where a transfer function (ISO 32000-1, 10.4) changes its colours: what coding loses unseen may be seen
  /// then.
  var isTransferred = false

  static let finest = 1e9
  static let mostPages = 16

  /// Whether ``pages`` are all that it is drawn on.
  var hasAllPages: Bool { pages.count < Self.mostPages }
}

/// How large each image of a file is drawn.
///
/// An image that is drawn nowhere has no entry; it may still be part of the file, as a thumbnail is.
struct ImageUses: Sendable {
  let images: [PDFObject.ID: ImageUse]
  /// Pictures within content streams, each once.
  let inlineImages: Int

  /// Walks contents, form XObjects, tiling patterns, Type 3 glyphs, soft-mask groups and annotations.
  ///
  /// - Throws: `damagedInput` where there are no pages to walk, `interrupted`, `limitExceeded`.
  static func find(
    in file: PDFFile, in context: ConversionContext
  ) throws(ConversionError) -> ImageUses {
    try ContentUses.find(in: file, in: context).images
  }
}

/// What the content of a file uses: found in one walk.
struct ContentUses {
  let images: ImageUses
  let resources: ResourceUses

  /// - Throws: as ``ImageUses/find(in:in:)``.
  static func find(
    in file: PDFFile, in context: ConversionContext
  ) throws(ConversionError) -> ContentUses {
    var walk = ContentWalk(file, in: context)
    return try walk.run()
  }
}
