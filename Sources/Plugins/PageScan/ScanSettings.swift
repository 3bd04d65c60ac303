package import ConverterCore
package import PictureModel
package import Scanning

/// How pages are made of pictures, as it is asked for.
package struct ScanSettings {
  static let scan = OptionDescriptor(
    "scan", .choice(["off", "page"]), default: "off",
    help: "page: finds the page in a photo, brings it upright and lights it evenly")
  package static let filter = OptionDescriptor(
    "scan-filter", .choice(ScannedPage.Filter.allCases.map(\.rawValue)), default: "auto",
    help: "of scanned pages: colours, gray, black and white, or nothing changed (photo)")
  package static let corners = OptionDescriptor(
    "scan-corners", .text("auto|none|X,Y,X,Y,X,Y,X,Y"), default: "auto",
    help:
      "of scanned pages: top left, top right, bottom right, bottom left in pixels; none: the whole picture"
  )
  static let deskew = OptionDescriptor(
    "scan-deskew", .flag, default: "true",
    help: "scanned pages whose corners are not known are turned until lines are level")
  static let rotation = OptionDescriptor.scanRotation
  static let dropBlank = OptionDescriptor(
    "scan-drop-blank", .flag, default: "false",
    help: "scanned pages on which nothing is written are left out")
  package static let split = OptionDescriptor(
    "scan-split", .flag, default: "false",
    help: "the two pages of an open book become two pages of a document")
  static let dewarp = OptionDescriptor(
    "scan-dewarp", .flag, default: "false",
    help: "bent lines of scanned pages are made straight")
  package static let pages = OptionDescriptor(
    "scan-pages", .text("JSON"), default: "[]",
    help:
      "of scanned pages: how each was made before, as scan-record told it; null where a page is looked for"
  )
  package static let record = OptionDescriptor(
    "scan-record", .flag, default: "false",
    help: "with --json: all that is needed to make each scanned page again (record)")

  static let descriptors = [
    scan, filter, corners, deskew, rotation, dropBlank, split, dewarp, pages, record,
  ]

  let isOn: Bool
  private let filter: ScannedPage.Filter
  private let corners: String
  private let deskews: Bool
  private let rotation: Int?
  let dropsBlanks: Bool
  let splits: Bool
  private let dewarps: Bool
  /// Whether what is done to each page is told exactly.
  let tellsRecord: Bool
  private let stored: [ScannedPage?]

  /// - Throws: `usage`.
  package init(_ options: ConversionOptions) throws(ConversionError) {
    isOn = try options.value(of: Self.scan) == "page"
    filter = ScannedPage.Filter(rawValue: try options.value(of: Self.filter)) ?? .auto
    corners = try options.value(of: Self.corners)
    deskews = try options.value(of: Self.deskew) == "true"
    rotation = Int(try options.value(of: Self.rotation))
    dropsBlanks = try options.value(of: Self.dropBlank) == "true"
    splits = try options.value(of: Self.split) == "true"
    dewarps = try options.value(of: Self.dewarp) == "true"
    tellsRecord = try options.value(of: Self.record) == "true"
    stored = try Self.storedPages(try options.value(of: Self.pages))
  }

  /// The page that an input was before.
  ///
  /// - Parameter input: its number among all, from 0.
  func storedPage(ofInput input: Int) -> ScannedPage? {
    stored.indices.contains(input) ? stored[input] : nil
  }

  private static func storedPages(_ text: String) throws(ConversionError) -> [ScannedPage?] {
    guard let records = try? JSONValue(parsing: Array(text.utf8)).elements else {
      throw ConversionError(
        .usage,
        "--set scan-pages takes a list in JSON, such as scan-record tells, not \"\(String(text.prefix(60)).printable)\""
      )
    }
    var pages: [ScannedPage?] = []
    for record in records { pages.append(record == .null ? nil : try ScannedPage(record: record)) }
    return pages
  }

  /// Whether corners are looked for.
  var looksForPage: Bool { corners == "auto" }

  /// Says that what was typed for scans changes nothing without one.
  func noteUnused(_ options: ConversionOptions, in context: ConversionContext) {
    for descriptor in Self.descriptors.dropFirst()
    where options.settings[descriptor.key] != nil {
      context.noteUnused(descriptor, why: "it is for scans: --set scan=page")
    }
  }

  /// - Throws: `usage` for corners that are none.
  package func scanner(for facts: PictureFacts) throws(ConversionError) -> PageScanner {
    var scanner = PageScanner()
    scanner.filter = filter
    scanner.deskews = deskews
    scanner.rotation = rotation
    scanner.findsBlanks = dropsBlanks
    scanner.splits = splits
    scanner.dewarps = dewarps
    switch corners {
    case "auto": scanner.crop = .auto
    case "none": scanner.crop = .none
    default: scanner.crop = .corners(try quad(for: facts))
    }
    return scanner
  }

  private func quad(for facts: PictureFacts) throws(ConversionError) -> Quad {
    guard let quad = Self.quad(parsing: corners) else {
      throw ConversionError(
        .usage,
        "--set scan-corners takes four corners, x,y each, from the top left clockwise "
          + "(120,80,900,95,880,1300,100,1280), not \"\(corners.printable)\"")
    }
    let (width, height) = (Double(facts.width), Double(facts.height))
    let isNear = quad.corners.allSatisfy {
      (-width...2 * width).contains($0.x) && (-height...2 * height).contains($0.y)
    }
    guard Self.isPage(quad), isNear else {
      throw ConversionError(
        .usage,
        "the corners \(corners.printable) are not those of a page in a picture of \(facts.width)×\(facts.height): "
          + "they go clockwise from the top left, and none points inwards")
    }
    return quad
  }

  /// Four corners, each x,y; `nil` for what is none.
  package static func quad(parsing text: String) -> Quad? {
    let numbers = text.split(whereSeparator: { $0 == "," || $0 == " " }).map { Double($0) }
    let known = numbers.compactMap(\.self).filter(\.isFinite)
    guard numbers.count == 8, known.count == 8 else { return nil }
    return Quad((0..<4).map { Point(known[2 * $0], known[2 * $0 + 1]) })
  }

  /// Whether corners are those of a page, wherever it is.
  package static func isPage(_ quad: Quad) -> Bool { quad.isConvex && quad.area >= 16 }
}
