import ConverterCore
import PDFObjects
import PictureModel

/// What programs keep in a file for themselves, and what it says about itself.
struct PrivateData {
  private var privateData = 0
  private var thumbnails = 0
  private var descriptions = 0

  /// Takes out what nobody sees: private data of programs (ISO 32000-1, 14.5), which hold whole drawings again,
  /// and thumbnails, which viewers make themselves; and metadata as the policy has it.
  ///
  /// - Parameters:
  ///   - found: what is in the file.
  ///   - keepsCatalogue: whether the description of the document stays whatever the policy.
  /// - Returns: whether there was anything.
  @discardableResult
  static func drop(
    from file: PDFFile, _ found: ReachableObjects, metadata: ConversionOptions.MetadataPolicy,
    keepsCatalogue: Bool, in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    var dropped = PrivateData()
    if found.hasPrivateData || metadata != .keep && found.hasDescriptions {
      try dropped.drop(from: file, metadata: metadata, file.root.id, in: context)
    }
    if metadata == .none {
      if keepsCatalogue {
        context.note("metadata", .kept, why: "PDF/A asks for the description of the document")
      } else {
        if file.root.has("/Metadata") || file.trailer.has("/Info") { dropped.descriptions += 1 }
        file.root.removeKey("/Metadata")
        file.trailer.removeKey("/Info")
      }
    }
    dropped.note(in: context)
    if metadata != .keep, dropped.descriptions == 0, metadata != .none || !keepsCatalogue {
      context.noteUnused(.metadata, why: "the file says nothing that would be left out")
    }
    return dropped.privateData > 0 || dropped.thumbnails > 0 || dropped.descriptions > 0
  }

  private mutating func drop(
    from file: PDFFile, metadata: ConversionOptions.MetadataPolicy, _ catalogue: PDFObject.ID?,
    in context: ConversionContext
  ) throws(ConversionError) {
    var dropped = self
    defer { self = dropped }
    try file.forEachContainer(in: context) { (object) throws(ConversionError) in
      guard !object.isArray else { return }
      if object.has("/PieceInfo") {
        object.removeKey("/PieceInfo")
        dropped.privateData += 1
      }
      if object.has("/Thumb"), object["/Type"].name == "/Page" {
        object.removeKey("/Thumb")
        dropped.thumbnails += 1
      }
      if metadata != .keep, object.has("/Metadata"), object.id == nil || object.id != catalogue {
        object.removeKey("/Metadata")
        dropped.descriptions += 1
      }
    }
  }

  private func note(in context: ConversionContext) {
    if privateData > 0 {
      context.note("private-data", .dropped, why: "what programs that made it keep for themselves")
    }
    if thumbnails > 0 { context.note("thumbnails", .dropped, why: "viewers make their own") }
    if descriptions > 0 { context.note("metadata", .dropped, why: "--metadata asks for it") }
  }
}
