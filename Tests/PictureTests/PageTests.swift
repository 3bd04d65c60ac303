import ConverterCore
import Testing

@testable import PictureModel

/// Pages and the pictures of animations: chosen, taken apart, joined.
@Suite struct PageTests {
  private let context = ConversionContext(registry: Registry())

  /// A gray pixel that says which it is.
  private func page(_ value: UInt8) -> Picture {
    let facts = PictureFacts(width: 1, height: 1, format: .gray8, sampleDepth: 8, coding: "")
    return Picture(facts) { demand in
      let buffer = PixelBuffer(.gray8, width: 1, height: 1)
      buffer.planes[0].row(0, as: UInt8.self)[0] = value + 100 * UInt8(demand.frame)
      return BufferSource(buffer)
    }
  }

  private func document(_ count: UInt8) -> Picture {
    var first = page(1)
    first.parts = (1...count).map { number in
      Sibling(name: "\(number)") { () throws(ConversionError) in page(number) }
    }
    return first
  }

  /// Pictures of the values 0, 100, 200, shown for one, two, three milliseconds.
  private var animation: Picture {
    var picture = page(0)
    picture.facts.animation = Animation(durations: [1000, 2000, 3000], repetitions: 5)
    picture.facts.frames = 3
    picture.facts.companions = [.init(.frames), .init(.thumbnail)]
    return picture
  }

  private func value(_ picture: Picture, frame: Int = 0) throws -> UInt8 {
    var demand = PixelDemand([.gray8])
    demand.frame = frame
    let buffer = try PixelBuffer(
      collecting: picture.pixels(for: demand, in: context), in: context)
    return buffer.planes[0].row(0, as: UInt8.self)[0]
  }

  private func values(_ parts: [Sibling<Picture>]) throws -> [UInt8] {
    try parts.map { try value(try $0.open()) }
  }

  private func names(_ parts: [Sibling<Picture>]?) -> [String]? { parts.map { $0.map(\.name) } }

  private func capabilities(animation: Bool, pages: Bool) -> Picture.Capabilities {
    Picture.Capabilities(
      format: "Test", items: [], alpha: true, maximumBitDepth: 16, animation: animation,
      pages: pages)
  }

  private func divide(
    _ picture: Picture, _ division: Request.Division
  ) throws(ConversionError) -> [Sibling<Picture>]? {
    try picture.divided(division, in: context) { _ in 0 }
  }

  /// Options that choose pages.
  private func pages(_ words: String) throws -> ConversionOptions {
    var options = ConversionOptions()
    options.pages = try PageRanges(parsing: words)
    return options
  }

  @Test func pagesAreChosenInOrder() throws {
    let chosen = try document(4).choosing(by: pages("3,1-2"), in: context)
    #expect(try value(chosen) == 3)
    #expect(names(chosen.parts) == ["3", "1", "2"])
    #expect(try values(chosen.parts) == [3, 1, 2])
    #expect(context.ledger.map(\.why) == ["1 of 4 are not chosen"])
    #expect(context.ledger.map(\.what) == ["pages"])
  }

  @Test func aPageTwiceIsNotOneLess() throws {
    let chosen = try document(2).choosing(by: pages("1,2,1"), in: context)
    #expect(try values(chosen.parts) == [1, 2, 1])
    #expect(context.ledger.isEmpty)
  }

  @Test func onePictureIsItsOnlyPage() throws {
    #expect(try page(7).choosing(by: pages("1"), in: context).parts.isEmpty)
    #expect(throws: ConversionError.self) {
      try page(7).choosing(by: pages("2"), in: context)
    }
  }

  @Test func onePictureOfAnAnimationIsStill() throws {
    let chosen = try animation.choosing(by: pages("2"), in: context)
    #expect(chosen.facts.animation == nil)
    #expect(chosen.facts.frames == 1)
    #expect(chosen.facts.companions == [.init(.thumbnail)])
    #expect(try value(chosen) == 100)
    // Whatever picture a writer asks for.
    #expect(try value(chosen, frame: 1) == 100)
  }

  @Test func picturesOfAnAnimationStayOne() throws {
    let chosen = try animation.choosing(by: pages("3,1"), in: context)
    #expect(chosen.facts.animation == Animation(durations: [3000, 1000], repetitions: 5))
    #expect(chosen.facts.frames == 2)
    #expect(try [0, 1].map { try value(chosen, frame: $0) } == [200, 0])
    // For a format without animations they are files of their own.
    #expect(chosen.needsParts(capabilities(animation: false, pages: true)))
    #expect(!chosen.needsParts(capabilities(animation: true, pages: false)))
    #expect(names(chosen.parts) == ["3", "1"])
    #expect(try values(chosen.parts) == [200, 0])
  }

  /// Nothing was chosen: a still picture of the first, not a hundred files.
  @Test func animationsAreNotTakenApartUnasked() {
    #expect(!animation.needsParts(capabilities(animation: false, pages: false)))
  }

  @Test func pagesNeedFilesWhereTheFormatHoldsOne() {
    #expect(document(2).needsParts(capabilities(animation: true, pages: false)))
    #expect(!document(2).needsParts(capabilities(animation: false, pages: true)))
    #expect(!page(1).needsParts(capabilities(animation: false, pages: false)))
  }

  @Test func partsOfSoManyPages() throws {
    let parts = try #require(try divide(document(5), .every(2)))
    #expect(names(parts) == ["1-2", "3-4", "5"])
    #expect(try values(parts) == [1, 3, 5])
    #expect(try names(parts[1].open().parts) == ["3", "4"])
    #expect(try names(divide(document(2), .every(0))) == ["1", "2"])
  }

  @Test func partsOfChosenPages() throws {
    let choices = try ["2-z", "1", "1"].map { try PageRanges(parsing: $0) }
    let parts = try #require(try divide(document(3), .pages(choices)))
    #expect(names(parts) == ["2-z", "1", "1-2"])
    #expect(try values(parts) == [2, 1, 1])
    #expect(throws: ConversionError.self) {
      try divide(document(3), .pages([try PageRanges(parsing: "4")]))
    }
  }

  @Test func numbersHaveTheSameDigits() throws {
    var long = animation
    long.facts.animation = Animation(durations: Array(repeating: 1, count: 10))
    #expect(try names(divide(long, .every(1)))?.first == "01")
    #expect(try names(divide(long, .every(1)))?.last == "10")
  }

  @Test func animationsAreTakenApart() throws {
    let each = try #require(try divide(animation, .every(1)))
    #expect(try each.map { try $0.open().facts.animation } == [nil, nil, nil])
    #expect(try values(each) == [0, 100, 200])
    let pairs = try #require(try divide(animation, .every(2)))
    #expect(try pairs[0].open().facts.animation?.durations == [1000, 2000])
    #expect(try pairs[1].open().facts.animation == nil)
  }

  @Test func onePictureIsNotTakenApart() throws {
    #expect(try divide(page(1), .every(1)) == nil)
  }

  @Test(arguments: [Request.Division.outline, .size(1000)])
  func otherDivisionsAreRefused(_ division: Request.Division) {
    let error = #expect(throws: ConversionError.self) { try divide(document(2), division) }
    #expect(error?.code == .usage)
  }

  @Test func picturesAreJoined() throws {
    let joined = try document(2).joined(with: [page(9), animation], in: context)
    #expect(names(joined.parts) == ["1", "2", "3", "4", "5", "6"])
    #expect(try values(joined.parts) == [1, 2, 9, 0, 100, 200])
    #expect(joined.facts.animation == nil && joined.facts.frames == 1)
  }
}
