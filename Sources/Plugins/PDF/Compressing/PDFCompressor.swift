import ConverterCore
import PDFObjects
import PictureModel

/// Makes a file smaller and keeps what it says: text, drawings, links, outlines, forms, tags, attachments.
struct PDFCompressor {
  private let options: CompressionOptions
  private let context: ConversionContext

  init(_ options: CompressionOptions, in context: ConversionContext) {
    self.options = options
    self.context = context
  }

  /// Changes the file in memory.
  func compress(_ file: PDFFile) throws(ConversionError) -> CompressionReceipt {
    var tidied = try tidy(file)
    tidied.receipt.images = try tidied.images.recode(to: options.level)
    return tidied.receipt
  }

  /// A file from which all has gone that changes nothing to see, pictures as they were.
  struct Tidied {
    let images: ImagePass
    var receipt: CompressionReceipt
  }

  func tidy(_ file: PDFFile) throws(ConversionError) -> Tidied {
    var receipt = CompressionReceipt()
    receipt.pages = try file.pageCount
    let conformance = Conformance(of: file)
    // To go over a large file takes longer than all else that is done to its objects.
    let before = try ReachableObjects.find(in: file, in: context)
    receipt.noteInput(before, of: file)
    var isChanged = try PrivateData.drop(
      from: file, before, metadata: options.metadata, keepsCatalogue: conformance != nil,
      in: context)
    var identical = try IdenticalStreams.merge(in: file, isChanged ? nil : before, in: context)
    var uses = try ContentUses.find(in: file, in: context)
    var taken = 0
    if uses.images.inlineImages > 0, options.level != nil || options.maximum != nil {
      taken = try InlineImages.takeOut(of: file, sparing: options.sparedPages, in: context)
      if taken > 0 {
        let more = try IdenticalStreams.merge(in: file, in: context)
        identical.add(more)
        uses = try ContentUses.find(in: file, in: context)
      }
    }
    // What a page looks different for may be a resource that it needs after all.
    let dropped = options.sparedPages.isEmpty ? uses.resources.dropUnused() : 0
    if dropped > 0 || identical.merged > 0 || taken > 0 { isChanged = true }
    let found = isChanged ? try ReachableObjects.find(in: file, in: context) : before
    receipt.streamsMerged = identical.merged
    receipt.objectsDropped = max(0, before.count + taken - identical.merged - found.count)
    let deflated = try FlateStreams.recompress(
      found.streams, in: file, takesImages: options.maximum != nil, in: context)
    receipt.bytesSaved = identical.byteCount + deflated.saved
    receipt.fonts = found.fonts.count
    receipt.fontBytes = found.fontBytes(in: file)
    // The file is written to be measured before pictures are recoded, which moves what lies in a scratch file.
    let moved = options.maximum == nil ? [:] : try file.spool.settle(in: context)
    func places<Value>(_ values: [PDFObject.ID: Value]) -> [PDFObject.ID: Value] {
      Dictionary(values.map { (moved[$0] ?? $0, $1) }) { first, _ in first }
    }
    return Tidied(
      images: ImagePass(
        found.streams.map { moved[$0] ?? $0 }, in: file, places(uses.images.images),
        places(deflated.images),
        keepsColourSpaces: found.hasDefaultColourSpaces || conformance?.needsProfiles ?? false,
        sparedPages: options.sparedPages, in: context),
      receipt: receipt)
  }
}

extension CompressionReceipt {
  /// What stays as it is where nothing makes the file smaller.
  mutating func noteInput(_ found: ReachableObjects, of file: PDFFile) {
    fontsBefore = found.fonts.count
    fontBytesBefore = found.fontBytes(in: file)
  }
}

extension ReachableObjects {
  fileprivate func fontBytes(in file: PDFFile) -> Int {
    fonts.reduce(0) { sum, font in
      let length = file.object(font)["/Length"].integer ?? 0
      let (more, isTooMuch) = sum.addingReportingOverflow(max(0, length))
      return isTooMuch ? .max : more
    }
  }
}

extension PDFLayout {
  /// As small as what a file conforms to allows.
  static func smallest(for file: PDFFile, in context: ConversionContext) -> PDFLayout {
    var layout = PDFLayout()
    if let conformance = Conformance(of: file) {
      layout.usesObjectStreams = conformance.allowsObjectStreams
      context.note(
        "PDF/A", .kept,
        why: conformance.allowsObjectStreams
          ? nil : "its part 1 has no compressed objects, which would save some more")
    }
    // What JBIG2 came with.
    layout.minimumVersion = "1.4"
    return layout
  }
}
