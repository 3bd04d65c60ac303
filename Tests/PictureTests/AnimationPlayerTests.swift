import ConverterCore
import Testing

@testable import PictureModel

/// Which parts are decoded for a picture of an animation, and what fails.
@Suite struct AnimationPlayerTests {
  private final class Log {
    var decoded: [Int] = []
    var fails: Int?
  }

  private func part(
    _ x: Int, _ width: Int, _ disposal: AnimationPart.Disposal = .keep, isOpaque: Bool = true
  ) -> AnimationPart {
    AnimationPart(
      PixelRectangle(x: x, y: 0, width: width, height: 1), blending: .over, disposal: disposal,
      isOpaque: isOpaque)
  }

  private func player(
    _ parts: [AnimationPart], _ log: Log, limits: Limits = .standard
  ) -> AnimationPlayer {
    AnimationPlayer(
      parts, format: .gray8, width: 4, height: 1,
      in: ConversionContext(registry: Registry(), limits: limits)
    ) { index, format throws(ConversionError) in
      log.decoded.append(index)
      if log.fails == index { throw ConversionError(.damagedInput, "bad") }
      let width = parts[index].rectangle.width
      let buffer = PixelBuffer(format, width: width, height: 1)
      for x in 0..<width { buffer.planes[0].row(0, as: UInt8.self)[x] = UInt8(index + 1) }
      return buffer
    }
  }

  private func row(_ player: AnimationPlayer, _ frame: Int) throws -> [UInt8] {
    let source = try player.source(of: frame)
    let band = try #require(try source.nextBand())
    return Array(
      UnsafeBufferPointer(start: band.plane(0).row(0, as: UInt8.self), count: source.width))
  }

  @Test func goesOnFromTheLastPicture() throws {
    let log = Log()
    let player = player([part(0, 4), part(0, 1), part(1, 1), part(2, 1)], log)
    #expect(try row(player, 1) == [2, 1, 1, 1])
    #expect(try row(player, 1) == [2, 1, 1, 1])
    #expect(try row(player, 3) == [2, 3, 4, 1])
    #expect(log.decoded == [0, 1, 2, 3])
    #expect(try row(player, 0) == [1, 1, 1, 1])
    #expect(log.decoded == [0, 1, 2, 3, 0])
  }

  @Test func beginsWhereAllIsHidden() throws {
    let log = Log()
    let player = player([part(0, 4), part(0, 1), part(0, 4), part(1, 1)], log)
    #expect(try row(player, 3) == [3, 4, 3, 3])
    #expect(log.decoded == [2, 3])
    // A part whose place gets back what was there hides nothing from those after it.
    let other = Log()
    let restoring = self.player([part(0, 4), part(0, 4, .restore), part(1, 1)], other)
    #expect(try row(restoring, 2) == [1, 3, 1, 1])
    #expect(other.decoded == [0, 1, 2])
  }

  @Test func beginsAnewAfterAFailure() throws {
    let log = Log()
    let player = player([part(0, 4), part(0, 1), part(1, 1)], log)
    log.fails = 1
    #expect(throws: ConversionError.self) { try player.source(of: 2) }
    log.fails = nil
    #expect(try row(player, 2) == [2, 3, 1, 1])
    #expect(log.decoded == [0, 1, 0, 1, 2])
  }

  @Test func thereIsNoPictureBeyondTheLast() {
    let player = player([part(0, 4)], Log())
    #expect(throws: ConversionError.self) { try player.source(of: 1) }
  }

  @Test func memoryIsAskedFor() {
    var limits = Limits.standard
    limits.memory = 100
    let error = #expect(throws: ConversionError.self) {
      try player([part(0, 4)], Log(), limits: limits).source(of: 0)
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test(
    arguments: [
      ([(0, 4, .keep, true), (1, 1, .keep, false)], false),
      ([(0, 4, .clear, true), (0, 4, .keep, true)], false),
      ([(0, 4, .clear, true), (1, 1, .keep, true)], true),
      ([(0, 3, .keep, true)], true), ([(0, 4, .keep, false)], true),
    ] as [([(Int, Int, AnimationPart.Disposal, Bool)], Bool)])
  func transparencyIsForeseen(
    _ parts: [(Int, Int, AnimationPart.Disposal, Bool)], _ expected: Bool
  ) {
    let all = parts.map { part($0.0, $0.1, $0.2, isOpaque: $0.3) }
    #expect(all.leaveTransparency(width: 4, height: 1) == expected)
  }
}
