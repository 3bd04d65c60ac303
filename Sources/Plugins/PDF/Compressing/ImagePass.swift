import ConverterCore
import Synchronization

/// The pictures of a file, recoded.
///
/// As many as there are threads are out of the file at a time.
struct ImagePass {
  private let file: PDFFile
  private let uses: ImageUses
  private let originals: [PDFObject.ID: FlateStreams.Original]
  private let conformance: Conformance?
  private let context: ConversionContext
  /// In the order of the pages that show them.
  private let images: [PDFObject.ID]

  /// - Parameters:
  ///   - streams: those that the file will have.
  ///   - originals: what pictures were that have been compressed in the meantime.
  init(
    _ streams: [PDFObject.ID], in file: PDFFile, _ uses: ImageUses,
    _ originals: [PDFObject.ID: FlateStreams.Original], _ conformance: Conformance?,
    in context: ConversionContext
  ) {
    self.file = file
    self.uses = uses
    self.originals = originals
    self.conformance = conformance
    self.context = context
    let place = { (id: PDFObject.ID) in
      (uses.images[id]?.pages.first ?? .max, id.number, id.generation)
    }
    images = streams.filter { file.object($0)["/Subtype"].name == "/Image" }
      .sorted { place($0) < place($1) }
  }

  private struct Taken: Sendable {
    let image: CodedImage
    let receipt: CompressionReceipt.Image
    let goal: RecodingGoal?
  }

  private struct Made: Sendable {
    var receipt: CompressionReceipt.Image
    var recoded: RecodedImage?
  }

  private final class NoTool {}

  /// - Parameter level: `nil` leaves pictures as they are.
  /// - Returns: what became of each.
  func recode(
    to level: CompressionLevel?
  ) throws(ConversionError) -> [CompressionReceipt.Image] {
    try run(level, replaces: true).map { item in
      var image = item.image
      if let original = item.id.flatMap({ originals[$0] }) {
        (image.codec, image.byteCount) = (original.codec, original.byteCount)
      }
      return image
    }
  }

  /// How many bytes all pictures together would have less.
  func saving(at level: CompressionLevel) throws(ConversionError) -> Int {
    try run(level, replaces: false).reduce(0) { sum, item in
      guard case .became(_, _, _, let count) = item.image.fate else { return sum }
      return sum + item.image.byteCount - count
    }
  }

  private func run(
    _ level: CompressionLevel?, replaces: Bool
  ) throws(ConversionError) -> [(id: PDFObject.ID?, image: CompressionReceipt.Image)] {
    let receipts = Mutex<[(id: PDFObject.ID?, image: CompressionReceipt.Image)]>([])
    let (uses, context, keepsSpaces) = (self.uses, self.context, keepsColourSpaces)
    let count = images.count
    try SharedFile(file).rework(images, in: context) {
      NoTool()
    } take: { (stream) throws(ConversionError) in
      try Self.taken(stream, uses, level, in: context)
    } work: { (taken, _) throws(ConversionError) in
      try Self.made(taken, keepsColourSpaces: keepsSpaces)
    } put: { (stream, made) throws(ConversionError) in
      let done = receipts.withLock {
        $0.append((stream.id, made.receipt))
        return $0.count
      }
      if replaces {
        try made.recoded?.replace(stream, in: context)
        try context.checkpoint(Double(done) / Double(count + 1))
      }
    }
    return receipts.withLock { $0 }
  }

  /// In PDF/A a colour space without a profile has a meaning only where there is an output intent.
  private var keepsColourSpaces: Bool { conformance.map { !$0.hasOutputIntent } ?? false }

  private static func taken(
    _ stream: PDFObject, _ uses: ImageUses, _ level: CompressionLevel?,
    in context: ConversionContext
  ) throws(ConversionError) -> Taken? {
    guard let image = try CodedImage(stream, in: context) else { return nil }
    let use = stream.id.flatMap { uses.images[$0] }
    let dpi = use.flatMap { $0.dpi > 0 && $0.dpi < ImageUse.finest ? $0.dpi : nil }
    var receipt = CompressionReceipt.Image(
      page: use?.pages.first, width: image.width, height: image.height, dpi: dpi,
      codec: image.codec,
      byteCount: image.bytes.isEmpty ? stream["/Length"].integer ?? 0 : image.bytes.count,
      fate: .leftAlone(why: "pictures were to stay as they are"))
    guard let level else { return Taken(image: image, receipt: receipt, goal: nil) }
    guard let use else {
      receipt.fate = .leftAlone(why: "no page that is understood shows it")
      return Taken(image: image, receipt: receipt, goal: nil)
    }
    // What JPEG does to an edge of opacity is seen as a halo around it.
    let quality = use.isMask ? Quality(max(level.quality.value, min(0.75, 1))) : level.quality
    let goal = RecodingGoal(
      dpi: dpi ?? 0, targetDPI: level.dpi, monoDPI: level.monoDPI, quality: quality)
    return Taken(image: image, receipt: receipt, goal: goal)
  }

  private static func made(
    _ taken: Taken, keepsColourSpaces: Bool
  ) throws(ConversionError) -> Made {
    var made = Made(receipt: taken.receipt)
    guard let goal = taken.goal else { return made }
    switch try taken.image.recoded(for: goal) {
    case .leftAlone(let reason): made.receipt.fate = .leftAlone(why: reason)
    case .recoded(let image) where keepsColourSpaces && image.colourSpace != .kept:
      made.receipt.fate = .leftAlone(why: "PDF/A needs its colour space")
    case .recoded(let image):
      made.recoded = image
      made.receipt.fate = .became(
        width: image.width, height: image.height, codec: image.codec,
        byteCount: image.bytes.count)
    }
    return made
  }
}
