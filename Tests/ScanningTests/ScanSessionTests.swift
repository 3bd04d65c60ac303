import ConverterCore
import PictureModel
import Scanning
import TestSupport
import Testing

/// Pages in an order, what was found of them, and what a user changes.
@Suite struct ScanSessionTests {
  private let photo = ScannedPhotos.picture(PagePhoto(seed: 12, width: 640, height: 480).pixels)
  private let found: ScannedPage
  private let source: ScanSession.Source
  private let quad = Quad([Point(10, 20), Point(300, 25), Point(310, 230), Point(5, 220)])

  init() throws {
    found = try PageScanner().page(of: photo, in: ScannedPhotos.context)
    source = try ScanSession.Source("photos/a.jpg")
  }

  private func session(_ count: Int) -> ScanSession {
    var session = ScanSession()
    for _ in 0..<count { session.add(found, from: source) }
    return session
  }

  private func readBack(_ session: ScanSession) throws -> ScanSession {
    try ScanSession(record: try JSONValue(parsing: Array(session.record.description.utf8)))
  }

  @Test func pagesAreAddedMovedAndRemoved() throws {
    var session = session(3)
    #expect(session.entries.map(\.id) == [1, 2, 3])
    try session.move(3, to: 0)
    #expect(session.entries.map(\.id) == [3, 1, 2])
    try session.move(3, to: 2)
    #expect(session.entries.map(\.id) == [1, 2, 3])
    try session.remove(2)
    #expect(session.entries.map(\.id) == [1, 3])
    let fourth = session.add(found, from: source)
    #expect(fourth == 4)
    try session.remove(4)
    // The number of a page that is gone is not used again, after reading either.
    session = try readBack(session)
    let fifth = session.add(found, from: source)
    #expect(fifth == 5)
    #expect(session[id: 5]?.source == source)
    #expect(session[id: 2] == nil)
  }

  @Test func whatIsNotThereIsSaid() throws {
    var session = session(2)
    let before = session
    #expect(errorCode { try session.remove(3) } == .usage)
    #expect(errorCode { try session.move(1, to: 2) } == .usage)
    #expect(errorCode { try session.move(1, to: -1) } == .usage)
    #expect(errorCode { try session.rotate(1, by: 45) } == .usage)
    #expect(errorCode { try session.crop(0, to: nil) } == .usage)
    #expect(errorCode { _ = try ScanSession.Source("") } == .usage)
    #expect(errorCode { _ = try ScanSession.Source("a", page: 0) } == .usage)
    #expect(session == before)
  }

  @Test func cornersAreReplacedAndReset() throws {
    var session = session(1)
    try session.crop(1, to: quad)
    let page = try #require(session[id: 1]?.page)
    #expect(page.corners == quad)
    #expect(page.isFound && page.score == nil && page.reasons.isEmpty)
    // As if the corners had been given at first.
    var scanner = PageScanner()
    scanner.crop = .corners(quad)
    let given = try scanner.page(of: photo, in: ScannedPhotos.context)
    #expect((page.width, page.height, page.dpi) == (given.width, given.height, given.dpi))
    #expect(session[id: 1]?.detected == found)
    try session.crop(1, to: nil)
    #expect(session[id: 1]?.page == found)
  }

  @Test func theWholePictureCanBeTaken() throws {
    var session = session(1)
    try session.crop(1, to: Quad(width: 640, height: 480))
    let page = try #require(session[id: 1]?.page)
    #expect(!page.isFound)
    #expect((page.width, page.height) == (640, 480))
  }

  @Test(arguments: [
    [[0, 0], [9000, 0], [9000, 9000], [0, 9000]], [[0, 0], [0, 100], [100, 100], [100, 0]],
    [[0, 0], [1, 0], [1, 1], [0, 1]], [[0, 0], [.nan, 0], [100, 100], [0, 100]],
  ])
  func cornersThatNoPageHas(corners: [[Double]]) throws {
    var session = session(1)
    let quad = Quad(corners.map { Point($0[0], $0[1]) })
    #expect(errorCode { try session.crop(1, to: quad) } == .usage)
    #expect(session[id: 1]?.changes.isEmpty == true)
  }

  @Test func pagesAreTurnedFromHowTheyStand() throws {
    var session = session(1)
    try session.rotate(1, by: 90)
    try session.rotate(1, by: 180)
    #expect(session[id: 1]?.page.rotation == 270)
    try session.rotate(1, by: 180)
    #expect(session[id: 1]?.page.rotation == 90)
    try session.rotate(1, by: -90)
    #expect(session[id: 1]?.page.rotation == 0)
    try session.rotate(1, by: -90)
    let page = try #require(session[id: 1]?.page)
    #expect(page.rotation == 270)
    #expect((page.width, page.height) == (found.height, found.width))
    try session.crop(1, to: quad)
    let wide = try #require(session[id: 1]?.page)
    try session.rotate(1, by: 90)
    let upright = try #require(session[id: 1]?.page)
    #expect((upright.width, upright.height) == (wide.height, wide.width))
  }

  @Test func filtersAreSetAndReset() throws {
    var session = session(1)
    try session.setFilter(.bw, of: 1)
    #expect(session[id: 1]?.page.filter == .bw)
    try session.setFilter(.auto, of: 1)
    #expect(session[id: 1]?.page.filter == found.filter)
    try session.setFilter(.gray, of: 1)
    try session.rotate(1, by: 90)
    try session.crop(1, to: quad)
    try session.reset(1)
    #expect(session[id: 1]?.page == found)
    #expect(session[id: 1]?.changes.isEmpty == true)
  }

  @Test func aPageIsTakenAgain() throws {
    var session = session(3)
    try session.setFilter(.bw, of: 2)
    var scanner = PageScanner()
    scanner.crop = .none
    let other = try scanner.page(of: photo, in: ScannedPhotos.context)
    try session.retake(2, as: other, from: try ScanSession.Source("b.pdf", page: 7))
    #expect(session.entries.map(\.id) == [1, 2, 3])
    #expect(session[id: 2]?.page == other)
    #expect(session[id: 2]?.source.page == 7)
  }

  @Test func sessionsAreStoredWhole() throws {
    var session = session(3)
    try session.setFilter(.bw, of: 1)
    try session.crop(2, to: quad.scaled(by: Point(1.0 / 3, 1 / 0.7)))
    try session.rotate(3, by: 180)
    try session.move(3, to: 0)
    session.add(found, from: try ScanSession.Source("c \"d\"\n→.tiff", page: 12))
    let again = try readBack(session)
    #expect(again == session)
    for (one, other) in zip(session.entries, again.entries) {
      #expect(
        try ScannedPhotos.samples(of: one.page, in: photo)
          == ScannedPhotos.samples(of: other.page, in: photo))
    }
    #expect(try readBack(ScanSession()) == ScanSession())
  }

  @Test(arguments: [
    (#""version":1"#, #""version":9"#, ConversionError.Code.unsupportedContent),
    (#""version":1,"next""#, #""next""#, .damagedInput),
    (#""next":3"#, #""next":2"#, .damagedInput), (#""id":2"#, #""id":1"#, .damagedInput),
    (#""id":2"#, #""id":0"#, .damagedInput), (#""page":1"#, #""page":0"#, .damagedInput),
    (#""photos/a.jpg""#, #""""#, .damagedInput),
    (#""changes":{"#, #""changes":{"x":1,"#, .damagedInput),
    (#""filter":null"#, #""filter":"auto""#, .damagedInput),
    (#""rotation":null}}"#, #""rotation":91}}"#, .damagedInput),
    (#"{"corners":null"#, #"{"corners":[[0,0],[0,9],[9,9],[9,0]]"#, .damagedInput),
    (#"{"corners":null"#, #"{"corners":[[0,0],[9000,0],[9000,9],[0,9]]"#, .damagedInput),
  ])
  func damagedSessions(text: String, other: String, code: ConversionError.Code) throws {
    let record = session(2).record.description
    let damaged = record.replacing(text, with: other)
    #expect(damaged != record)
    #expect(
      errorCode { _ = try ScanSession(record: try JSONValue(parsing: Array(damaged.utf8))) } == code
    )
  }

  @Test func messagesNameThePage() throws {
    let record = session(2).record.description.replacing(#""dpi":"#, with: #""dpj":"#)
    let error = #expect(throws: ConversionError.self) {
      _ = try ScanSession(record: try JSONValue(parsing: Array(record.utf8)))
    }
    #expect(
      error?.message == "the stored session, page 1, detected is damaged: \"dpi\" is missing")
  }
}

/// The way back.
@Suite struct ScanHistoryTests {
  @Test func changesAreUndoneAndDoneAgain() throws {
    let photo = ScannedPhotos.picture(PagePhoto(seed: 3, width: 320, height: 240).pixels)
    let page = try PageScanner().page(of: photo, in: ScannedPhotos.context)
    let source = try ScanSession.Source("a")
    var history = ScanHistory()
    #expect(!history.canUndo && !history.canRedo)
    let isDoneWithout = history.undo() || history.redo()
    #expect(!isDoneWithout)
    try history.change { (session) throws(ConversionError) in session.add(page, from: source) }
    try history.change { (session) throws(ConversionError) in try session.rotate(1, by: 90) }
    #expect(history.session[id: 1]?.page.rotation == 90)
    var isDone = history.undo()
    #expect(isDone)
    #expect(history.session[id: 1]?.page.rotation == page.rotation)
    isDone = history.redo()
    #expect(isDone)
    #expect(history.session[id: 1]?.page.rotation == 90)
    // What throws, or changes nothing, is no step.
    #expect(
      errorCode {
        try history.change { (session) throws(ConversionError) in
          try session.reset(1)
          try session.remove(9)
        }
      } == .usage)
    try history.change { (session) throws(ConversionError) in try session.move(1, to: 0) }
    #expect(history.session[id: 1]?.page.rotation == 90)
    history.undo()
    history.undo()
    #expect(history.session == ScanSession())
    #expect(!history.canUndo && history.canRedo)
    try history.change { (session) throws(ConversionError) in session.add(page, from: source) }
    #expect(!history.canRedo)
  }

  @Test func theWayBackHasAnEnd() throws {
    let photo = ScannedPhotos.picture(PagePhoto(seed: 3, width: 320, height: 240).pixels)
    let page = try PageScanner().page(of: photo, in: ScannedPhotos.context)
    let source = try ScanSession.Source("a")
    var history = ScanHistory()
    for _ in 0..<ScanHistory.mostSteps + 5 {
      try history.change { (session) throws(ConversionError) in session.add(page, from: source) }
    }
    var steps = 0
    while history.undo() { steps += 1 }
    #expect(steps == ScanHistory.mostSteps)
    #expect(history.session.entries.count == 5)
  }
}
