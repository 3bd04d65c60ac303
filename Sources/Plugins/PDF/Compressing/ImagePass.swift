import ConverterCore
import PDFObjects
import Synchronization

/// The pictures of a file, recoded.
///
/// As many as there are threads are out of the file at a time.
struct ImagePass {
  private let file: PDFFile
  private let uses: [PDFObject.ID: ImageUse]
  private let originals: [PDFObject.ID: FlateStreams.Original]
  private let keepsColourSpaces: Bool
  /// Why pictures stay as they are for where they are drawn.
  private let reasonsToStay: [PDFObject.ID: String]
  private let context: ConversionContext
  /// In the order of the pages that show them.
  private let images: [PDFObject.ID]

  /// - Parameters:
  ///   - streams: those that the file will have.
  ///   - uses: how the pictures among them are drawn.
  ///   - originals: what pictures were that have been compressed in the meantime.
  ///   - keepsColourSpaces: whether each must stay in the colour space that it has.
  ///   - sparedPages: whose pictures stay as they are.
  init(
    _ streams: [PDFObject.ID], in file: PDFFile, _ uses: [PDFObject.ID: ImageUse],
    _ originals: [PDFObject.ID: FlateStreams.Original], keepsColourSpaces: Bool,
    sparedPages: Set<Int>, in context: ConversionContext
  ) {
    self.file = file
    self.uses = uses
    self.originals = originals
    self.keepsColourSpaces = keepsColourSpaces
    var reasons = uses.compactMapValues { $0.reasonToStay(sparing: sparedPages) }
    for id in file.finishedImages { reasons[id] = "it was made as small when it was coded" }
    reasonsToStay = reasons
    self.context = context
    let place = { (id: PDFObject.ID) in
      (uses[id]?.pages.first ?? .max, id.number, id.generation)
    }
    images = streams.filter { file.object($0)["/Subtype"].name == "/Image" }
      .sorted { place($0) < place($1) }
  }

  private struct Taken: Sendable {
    let image: CodedImage
    let receipt: CompressionReceipt.Image
    let goal: RecodingGoal?
    let isMask: Bool
  }

  fileprivate struct Made: Sendable {
    var receipt: CompressionReceipt.Image
    var recoded: RecodedImage?
  }

  private final class NoTool {}

  /// - Parameter level: `nil` leaves pictures as they are.
  /// - Returns: what became of each.
  func recode(
    to level: CompressionLevel?
  ) throws(ConversionError) -> [CompressionReceipt.Image] {
    let receipts = Mutex<[CompressionReceipt.Image]>([])
    let (originals, context, count) = (self.originals, self.context, images.count)
    try run(level) { (stream, made) throws(ConversionError) in
      let done = receipts.withLock {
        $0.append(made.receipt.named(as: stream.id.flatMap { originals[$0] }))
        return $0.count
      }
      try made.recoded?.replace(stream, in: context)
      try context.checkpoint(Double(done) / Double(count + 1))
    }
    return receipts.withLock { $0 }
  }

  private func run(
    _ level: CompressionLevel?,
    _ put: @escaping @Sendable (PDFObject, Made) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    let (uses, reasons, context, keepsSpaces) = (
      self.uses, reasonsToStay, self.context, keepsColourSpaces
    )
    try file.rework(images, in: context) {
      NoTool()
    } take: { (stream) throws(ConversionError) in
      try Self.taken(stream, uses, reasons, level, keepsColourSpaces: keepsSpaces, in: context)
    } work: { (taken, _) throws(ConversionError) in
      try Self.made(taken)
    } put: { (stream, made) throws(ConversionError) in
      try put(stream, made)
    }
  }

  private static func taken(
    _ stream: PDFObject, _ uses: [PDFObject.ID: ImageUse], _ reasons: [PDFObject.ID: String],
    _ level: CompressionLevel?, keepsColourSpaces: Bool, in context: ConversionContext
  ) throws(ConversionError) -> Taken? {
    guard let image = try CodedImage(stream, in: context) else { return nil }
    let use = stream.id.flatMap { uses[$0] }
    let dpi = use.flatMap { $0.dpi > 0 && $0.dpi < ImageUse.finest ? $0.dpi : nil }
    var receipt = CompressionReceipt.Image(
      page: use?.pages.first, width: image.width, height: image.height, dpi: dpi,
      codec: image.codec,
      byteCount: image.bytes.isEmpty ? stream["/Length"].integer ?? 0 : image.bytes.count,
      outcome: .leftAlone(why: "pictures were to stay as they are"))
    let isMask = use?.isMask ?? false
    guard let level else {
      return Taken(image: image, receipt: receipt, goal: nil, isMask: isMask)
    }
    guard use != nil else {
      receipt.outcome = .leftAlone(why: "no page that is understood shows it")
      return Taken(image: image, receipt: receipt, goal: nil, isMask: isMask)
    }
    if let reason = stream.id.flatMap({ reasons[$0] }) {
      receipt.outcome = .leftAlone(why: reason)
      return Taken(image: image, receipt: receipt, goal: nil, isMask: isMask)
    }
    let goal = RecodingGoal(
      to: level, from: dpi, isMask: isMask, keepsColourSpace: keepsColourSpaces)
    return Taken(image: image, receipt: receipt, goal: goal, isMask: isMask)
  }

  private static func made(_ taken: Taken) throws(ConversionError) -> Made {
    var made = Made(receipt: taken.receipt)
    guard let goal = taken.goal else { return made }
    switch try taken.image.recoded(for: goal) {
    case .leftAlone(let reason): made.receipt.outcome = .leftAlone(why: reason)
    case .recoded(let image) where goal.keepsColourSpace && image.colourSpace != .kept:
      made.receipt.outcome = .leftAlone(why: "its colour space must stay")
    case .recoded(let image):
      made.recoded = image
      made.receipt.outcome = .became(
        width: image.width, height: image.height, codec: image.codec,
        byteCount: image.bytes.count)
      if image.codec == "JPEG" { made.receipt.quality = goal.quality }
    }
    return made
  }
}

/// Ways to make the pictures of a file smaller, of which one is then taken.
extension ImagePass {
  /// What all pictures take at a level.
  struct Trial: Sendable {
    let level: CompressionLevel
    fileprivate(set) var byteCount = 0
    /// `nil` where they are too large to be held.
    fileprivate var made: [(id: PDFObject.ID, made: Made)]? = []
    fileprivate var held = 0

    /// More is made anew when it is taken.
    private static let mostHeld = 1 << 26

    fileprivate mutating func add(_ made: Made, of id: PDFObject.ID?) {
      byteCount += made.recoded?.bytes.count ?? made.receipt.byteCount
      held += made.recoded?.bytes.count ?? 0
      guard let id, held <= Self.mostHeld else {
        self.made = nil
        return
      }
      self.made?.append((id, made))
    }
  }

  /// What all pictures take as they are, and about what they would take at each level; each is decoded once.
  func estimatedByteCounts(
    at levels: [CompressionLevel]
  ) throws(ConversionError) -> (whole: Int, parts: [Int]) {
    let sums = Mutex<(whole: Int, parts: [Int])>((0, levels.map { _ in 0 }))
    let (uses, reasons, context, keepsSpaces) = (
      self.uses, reasonsToStay, self.context, keepsColourSpaces
    )
    try file.rework(images, in: context) {
      NoTool()
    } take: { (stream) throws(ConversionError) in
      try Self.taken(
        stream, uses, reasons, levels.first, keepsColourSpaces: keepsSpaces, in: context)
    } work: { (taken, _) throws(ConversionError) -> [Int] in
      guard let first = taken.goal else { return [taken.receipt.byteCount] }
      let goals = levels.map { level in
        RecodingGoal(
          to: level, from: first.dpi, isMask: taken.isMask, keepsColourSpace: keepsSpaces)
      }
      return [taken.receipt.byteCount] + (try taken.image.estimatedByteCounts(for: goals))
    } put: { (_, counts) throws(ConversionError) in
      sums.withLock { sums in
        sums.whole += counts[0]
        for index in sums.parts.indices {
          sums.parts[index] += counts.count > 1 ? counts[index + 1] : counts[0]
        }
      }
    }
    return sums.withLock { $0 }
  }

  func trial(at level: CompressionLevel) throws(ConversionError) -> Trial {
    let trial = Mutex(Trial(level: level))
    try run(level) { (stream, made) throws(ConversionError) in
      let id = stream.id
      trial.withLock { $0.add(made, of: id) }
    }
    return trial.withLock { $0 }
  }

  /// Lets pictures become what a trial made of them.
  func take(_ trial: Trial) throws(ConversionError) -> [CompressionReceipt.Image] {
    guard let made = trial.made else { return try recode(to: trial.level) }
    var receipts: [CompressionReceipt.Image] = []
    for item in made {
      try item.made.recoded?.replace(file.object(item.id), in: context)
      receipts.append(item.made.receipt.named(as: originals[item.id]))
    }
    return receipts
  }
}

extension ImageUse {
  /// Why a picture stays as it is for where it is drawn; `nil` where it need not.
  fileprivate func reasonToStay(sparing spared: Set<Int>) -> String? {
    if isTransferred { return "a transfer function would show what coding it anew loses" }
    // Of a picture that is drawn often not all pages are known.
    let isSpared = !spared.isDisjoint(with: pages) || !spared.isEmpty && !hasAllPages
    return isSpared ? "its page looked different with it made smaller" : nil
  }
}

extension CompressionReceipt.Image {
  /// - Parameter original: what it was before it was first touched, where that is another coding.
  fileprivate func named(as original: FlateStreams.Original?) -> CompressionReceipt.Image {
    guard let original else { return self }
    var image = self
    (image.codec, image.byteCount) = (original.codec, original.byteCount)
    return image
  }
}

extension RecodingGoal {
  /// Of masks the edges are seen: what JPEG does to an edge of opacity is a halo around it.
  private static let leastOfMask = 0.75

  /// - Parameter dpi: `nil` where it is not known.
  fileprivate init(
    to level: CompressionLevel, from dpi: Double?, isMask: Bool, keepsColourSpace: Bool
  ) {
    let quality = isMask ? max(level.quality.value, Self.leastOfMask) : level.quality.value
    self.init(
      dpi: dpi ?? 0, targetDPI: level.dpi, monoDPI: level.monoDPI, quality: Quality(quality),
      keepsColourSpace: keepsColourSpace, tolerance: level.tolerance)
  }
}
