public import ConverterCore
import PictureModel

/// Chooses, orders, turns and cuts pages.
public struct PageTransform: Transform {
  public let name = "pages"
  public let stage = TransformStage.geometry
  public let descriptors: [OptionDescriptor] = [.rotate, .crop]
  public let ledgerWords = ["crop", "pages"]

  public init() {}

  public func takes(
    _ options: ConversionOptions, for capabilities: PagedDocument.Capabilities
  ) -> Set<ConversionOptions.Name> { [.pages] }

  public func apply(
    to model: PagedDocument, for capabilities: PagedDocument.Capabilities,
    options: ConversionOptions, in context: ConversionContext
  ) throws(ConversionError) -> PagedDocument {
    try apply(
      to: model, pages: options.pages, rotate: try options.value(of: .rotate),
      crop: try options.value(of: .crop), in: context)
  }

  /// The same on the way to another model, which knows what is said to readers alone.
  public func apply(
    to model: PagedDocument, in context: ConversionContext
  ) throws(ConversionError) -> PagedDocument {
    try apply(
      to: model, pages: context.reading.pages, rotate: try context.reading.value(of: .rotate),
      crop: try context.reading.value(of: .crop), in: context)
  }

  private func apply(
    to model: PagedDocument, pages: PageRanges?, rotate: String, crop: String,
    in context: ConversionContext
  ) throws(ConversionError) -> PagedDocument {
    var document = model
    if let ranges = pages {
      let indices = try model.positions(of: ranges)
      document.pages = indices.map { model.pages[$0] }
      let left = model.pages.count - Set(indices).count
      if left > 0 {
        context.note("pages", .dropped, why: "\(left) of \(model.pages.count) are not chosen")
      }
    }
    // The box is on the page as the file shows it.
    try cut(&document, crop, in: context)
    try turn(&document, rotate, in: context)
    return document
  }

  /// `90`, or `90:1-3 180:7`: pages as they are numbered once chosen.
  private func turn(
    _ document: inout PagedDocument, _ words: String, in context: ConversionContext
  ) throws(ConversionError) {
    var isTurned = words.isEmpty
    for word in words.split(separator: " ") {
      guard let turn = try PageTurn(parsing: word) else {
        throw ConversionError(
          .usage, "--rotate takes 90, 180 or 270, or such an angle for some pages: 90:1-3")
      }
      let angle = turn.degrees
      let turned =
        try turn.pages?.indices(of: document.pages.count, option: "--rotate \(angle):")
        ?? Array(document.pages.indices)
      if angle % 360 != 0, !turned.isEmpty { isTurned = true }
      for index in Set(turned) {
        document.pages[index].rotation = (document.pages[index].rotation + angle + 360) % 360
        if angle % 180 != 0 {
          let size = document.pages[index].size
          document.pages[index].size = PageSize(width: size.height, height: size.width)
        }
      }
    }
    if !isTurned { context.noteUnused(.rotate, why: "that is no turn") }
  }

  /// `left,bottom,width,height` in points.
  private func cut(
    _ document: inout PagedDocument, _ words: String, in context: ConversionContext
  ) throws(ConversionError) {
    guard !words.isEmpty else { return }
    guard let box = PageBox(parsing: words) else {
      throw ConversionError(
        .usage, "--crop takes four numbers in points, left,bottom,width,height: 36,36,523,770")
    }
    var isSeen = false
    for index in document.pages.indices {
      let size = document.pages[index].size
      let (width, height) = (
        min(box.left + box.width, size.width) - max(box.left, 0),
        min(box.bottom + box.height, size.height) - max(box.bottom, 0)
      )
      guard width > 0, height > 0 else {
        let page = document.pages[index].index + 1
        throw ConversionError(
          .usage,
          "--crop \(words.printable) lies outside page \(page), which is \(Self.points(size.width)) points "
            + "wide and \(Self.points(size.height)) high")
      }
      // All of the page is as if nothing were said.
      guard width < size.width || height < size.height else { continue }
      document.pages[index].crop = box
      document.pages[index].size = PageSize(width: width, height: height)
      isSeen = true
    }
    guard isSeen else {
      return context.noteUnused(.crop, why: "that is the whole of each page")
    }
    context.note("crop", .changed, why: "what lies outside is hidden, not removed")
  }

  /// A length without needless digits.
  private static func points(_ length: Double) -> String {
    let tenths = (min(length, 1e9) * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}

extension OptionDescriptor {
  static let rotate = OptionDescriptor(
    "rotate", .text("90, 180, 270, or 90:1-3 180:7"), default: "",
    help: "turns pages clockwise; numbers are those of the result", changesContent: true)
  static let crop = OptionDescriptor(
    "crop", .text("left,bottom,width,height"), default: "",
    help: "the part of each page that is seen, in points (72 make an inch), before it is turned",
    changesContent: true)
}
