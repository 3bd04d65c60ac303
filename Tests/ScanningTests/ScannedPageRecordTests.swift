import ConverterCore
import PictureModel
import Scanning
import TestSupport
import Testing

/// Pages that were stored make the same pixels.
@Suite struct ScannedPageRecordTests {
  private let context = ScannedPhotos.context

  private func readBack(_ page: ScannedPage) throws -> ScannedPage {
    try ScannedPage(record: try JSONValue(parsing: Array(page.record.description.utf8)))
  }

  /// Writes, reads, compares all parameters and all pixels.
  private func check(_ page: ScannedPage, _ picture: Picture) throws {
    let again = try readBack(page)
    #expect(again == page)
    let (one, other) = (
      try ScannedPhotos.samples(of: page, in: picture),
      try ScannedPhotos.samples(of: again, in: picture)
    )
    #expect(one == other)
    #expect(Set(one).count > 1)
  }

  @Test(arguments: ScannedPage.Filter.allCases)
  func aFoundPage(filter: ScannedPage.Filter) throws {
    let photo = ScannedPhotos.picture(PagePhoto(seed: 12, width: 640, height: 480).pixels, dpi: 300)
    var scanner = PageScanner()
    scanner.filter = filter
    var page = try scanner.page(of: photo, in: context)
    #expect(page.isFound && page.score != nil && page.reasons.count > 10)
    page.filter = filter
    try check(page, photo)
  }

  @Test(arguments: [0, 90, 180, 270]) func aTurnedPage(degrees: Int) throws {
    let photo = ScannedPhotos.picture(PagePhoto(seed: 5, width: 320, height: 240).pixels)
    var scanner = PageScanner()
    scanner.rotation = degrees
    let page = try scanner.page(of: photo, in: context)
    #expect(page.rotation == degrees)
    try check(page, photo)
  }

  @Test func aCrookedScan() throws {
    let scan = ScannedPhotos.picture(ScannedPhotos.crooked(slope: 0.04), dpi: 100)
    var scanner = PageScanner()
    scanner.crop = .none
    let page = try scanner.page(of: scan, in: context)
    #expect(abs(abs(page.skew) - 2.29) < 0.15, "\(page.skew)")
    #expect(page.sourceDPI == 100 && page.dpi == 100)
    try check(page, scan)
  }

  @Test func halvesOfABook() throws {
    let book = ScannedPhotos.gray(900, 600) { x, y in
      let distance = abs(Double(x) - 450) / 30
      let isPrint = y % 20 < 6 && x % 9 < 5 && (60..<540).contains(y) && abs(x - 450) > 60
      return 230 * (1 - 0.3 * max(0, 1 - distance)) * (isPrint ? 0.2 : 1)
    }
    var scanner = PageScanner()
    (scanner.crop, scanner.deskews, scanner.splits) = (.none, false, true)
    scanner.findsBlanks = true
    let pages = try scanner.pages(of: ScannedPhotos.picture(book), in: context).pages
    #expect(pages.map(\.half) == [.left, .right])
    #expect(pages.map(\.isBlank) == [false, false])
    for page in pages { try check(page, ScannedPhotos.picture(book)) }
  }

  @Test(arguments: [0, 90, 180, 270]) func aBentPage(degrees: Int) throws {
    let scan = ScannedPhotos.picture(ScannedPhotos.crooked(slope: 0))
    var scanner = PageScanner()
    (scanner.crop, scanner.deskews, scanner.filter) = (.none, false, .gray)
    var page = try scanner.page(of: scan, in: context)
    page.bend = try ScannedPhotos.bend(by: 1500)
    let straight = try ScannedPhotos.pixels(of: page.picture(of: scan, in: context))
    page.turn(by: degrees)
    try check(page, scan)
    // The same lines are bent, whichever way the page is turned afterwards.
    let turned = try ScannedPhotos.pixels(of: page.picture(of: scan, in: context))
    for (x, y) in [(100, 300), (425, 90), (849, 1099), (0, 7)] {
      let (column, row) =
        switch degrees {
        case 90: (1099 - y, x)
        case 180: (849 - x, 1099 - y)
        case 270: (y, 849 - x)
        default: (x, y)
        }
      // Light is made even in squares, which lie elsewhere in a page that is turned.
      let difference = abs(Int(sample(turned, column, row)) - Int(sample(straight, x, y)))
      #expect(difference <= 12, "\(x) \(y)")
    }
  }

  private func sample(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> UInt8 {
    pixels.planes[0].row(y, as: UInt8.self)[x]
  }

  @Test(arguments: [(1, 1), (1, 300), (300, 1)]) func tinyPictures(width: Int, height: Int) throws {
    let picture = ScannedPhotos.picture(
      SyntheticPicture(width: width, height: height).buffer(.rgb8))
    let page = try PageScanner().page(of: picture, in: context)
    #expect(try readBack(page) == page)
  }

  @Test func pagesAreOfOnePictureOnly() throws {
    let photo = ScannedPhotos.picture(PagePhoto(seed: 5, width: 320, height: 240).pixels)
    let page = try PageScanner().page(of: photo, in: context)
    let other = ScannedPhotos.picture(PagePhoto(seed: 5, width: 240, height: 320).pixels)
    #expect(errorCode { _ = try ScannedPhotos.samples(of: page, in: other) } == .usage)
  }
}

/// Records that are no pages.
@Suite struct DamagedPageRecordTests {
  private let record: JSONValue

  init() throws {
    let photo = ScannedPhotos.picture(PagePhoto(seed: 5, width: 320, height: 240).pixels)
    var scanner = PageScanner()
    scanner.crop = .corners(
      Quad([Point(10, 20), Point(300, 25), Point(310, 230), Point(5, 220)]))
    record = try scanner.page(of: photo, in: ScannedPhotos.context).record
  }

  /// The error of a record of which a member is another.
  private func error(_ name: String, _ value: JSONValue?) throws -> ConversionError? {
    let members = try #require(record.members)
    var changed = members.compactMap { member in
      member.key == name ? value.map { JSONValue.Member(name, $0) } : member
    }
    if let value, !members.contains(where: { $0.key == name }) {
      changed.append(.init(name, value))
    }
    do {
      _ = try ScannedPage(record: .object(changed))
      return nil
    } catch { return error }
  }

  @Test func otherVersionsAreSaid() throws {
    let newer = try #require(try error("version", .integer(2)))
    #expect(newer.code == .unsupportedContent)
    #expect(newer.message == "the stored page is of version 2, and this program knows version 1")
    #expect(
      try error("version", nil)?.message
        == "the stored page is damaged: it does not say its version")
    #expect(errorCode { _ = try ScannedPage(record: .array([])) } == .damagedInput)
    #expect(errorCode { _ = try ScannedPage(record: .null) } == .damagedInput)
  }

  @Test func everyMemberIsNeeded() throws {
    for member in try #require(record.members) {
      #expect(try error(member.key, nil)?.code == .damagedInput, "\(member.key)")
      // No member is an empty object.
      #expect(try error(member.key, .object([]))?.code == .damagedInput, "\(member.key)")
    }
    #expect(
      try error("filtre", .string("bw"))?.message
        == "the stored page is damaged: \"filtre\" is not known")
    #expect(
      try error("dpi", nil)?.message == "the stored page is damaged: \"dpi\" is missing")
  }

  @Test(arguments: [
    ("dpi", "0"), ("dpi", "1e6"), ("dpi", "1e999"), ("dpi", "null"), ("dpi", "\"300\""),
    ("width", "0"), ("width", "-5"), ("width", "1.5"), ("width", "60000001"),
    ("width", "9223372036854775807"), ("skew", "46"), ("skew", "null"), ("rotation", "45"),
    ("rotation", "360"), ("filter", "\"sepia\""), ("filter", "null"), ("half", "\"top\""),
    ("found", "1"), ("score", "1e300"), ("blank", "0"),
    ("corners", "[[0,0],[9,0],[9,9]]"), ("corners", "[[0,0],[9,0],[9,9],[0,9],[0,5]]"),
    ("corners", "[[0,0],[9,0],[9,9],[0,9,1]]"), ("corners", "[[0,0],[9,0],[9,9],[0,null]]"),
    // Inwards, crossed, the other way about, far outside, without area.
    ("corners", "[[0,0],[100,0],[20,20],[0,100]]"),
    ("corners", "[[0,0],[100,100],[100,0],[0,100]]"),
    ("corners", "[[0,0],[0,100],[100,100],[100,0]]"),
    ("corners", "[[-321,0],[100,0],[100,100],[0,100]]"),
    ("corners", "[[5,5],[5,5],[5,5],[5,5]]"),
    ("source", "{\"width\":320,\"height\":240}"),
    ("source", "{\"width\":0,\"height\":240,\"dpi\":null}"),
    ("source", "{\"width\":320,\"height\":240,\"dpi\":-1}"),
    ("source", "{\"width\":3000000000,\"height\":240,\"dpi\":null}"),
    ("bend", "{\"rotation\":0,\"shifts\":[1,2,3]}"), ("bend", "{\"shifts\":[]}"),
    ("reasons", "[{\"name\":\"\",\"value\":0,\"contribution\":0}]"), ("reasons", "[1]"),
  ])
  func impossibleValues(name: String, value: String) throws {
    let found = try #require(try error(name, try JSONValue(parsing: Array(value.utf8))))
    #expect(found.code == .damagedInput)
    // Reasons are named by their number.
    #expect(found.message.contains(name == "reasons" ? "reason" : name), "\(found.message)")
  }

  @Test func whatIsNoNumberIsRefused() throws {
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(try error("dpi", .number(value))?.code == .damagedInput)
      #expect(try error("skew", .number(value))?.code == .damagedInput)
      let corner = JSONValue.array([.number(value), .number(0)])
      let others = [[300.0, 25], [310, 230], [5, 220]].map {
        JSONValue.array($0.map { .number($0) })
      }
      #expect(try error("corners", .array([corner] + others))?.code == .damagedInput)
    }
  }

  @Test func hugePagesAreRefused() throws {
    let members = try #require(record.members).map { member in
      ["width", "height"].contains(member.key)
        ? JSONValue.Member(member.key, .integer(10_000)) : member
    }
    #expect(errorCode { _ = try ScannedPage(record: .object(members)) } == .damagedInput)
  }

  /// A bend that reaches beyond the horizon of a page seen from very low.
  @Test func bendsThatNoCameraSees() throws {
    let shifts = [Int](repeating: 50_000, count: PageBend.columns * PageBend.rows)
    let bend = JSONValue.object([
      .init("rotation", .integer(0)), .init("shifts", .array(shifts.map { .integer($0) })),
    ])
    #expect(try error("bend", bend) == nil)
    let members = try #require(record.members).map { member -> JSONValue.Member in
      switch member.key {
      case "bend": .init("bend", bend)
      case "corners":
        .init(
          "corners", try JSONValue(parsing: Array("[[159,100],[161,100],[319,239],[1,239]]".utf8)))
      default: member
      }
    }
    #expect(errorCode { _ = try ScannedPage(record: .object(members)) } == .damagedInput)
  }

  @Test(arguments: 0..<40) func partsOfARecordAreRefused(tenth: Int) throws {
    let bytes = Array(record.description.utf8)
    let part = Array(bytes.prefix(bytes.count * tenth / 40))
    #expect(
      errorCode { _ = try ScannedPage(record: try JSONValue(parsing: part)) } == .damagedInput)
  }
}
