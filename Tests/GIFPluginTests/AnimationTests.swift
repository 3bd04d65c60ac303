import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import GIFPlugin

@Suite struct AnimationTests {
  private func scene(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) -> [UInt8] {
    (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y) } }
  }

  private func expectSame(_ frames: [[UInt8]], width: Int, height: Int) throws -> [UInt8] {
    let context = context()
    let file = try encode(
      picture(width: width, height: height, frames: frames), in: context)
    #expect(context.ledger.isEmpty)
    let again = try read(file)
    #expect(again.facts.frames == frames.count)
    for (index, frame) in frames.enumerated() {
      #expect(try GIFPluginTests.pixels(of: again, frame: index) == frame, "picture \(index)")
    }
    return file
  }

  /// A square that moves over something that stays: what it leaves comes back.
  @Test func opaquePicturesComeBack() throws {
    let frames = (0..<5).map { step in
      scene(20, 10) { x, y in
        (step * 3..<step * 3 + 4).contains(x) && (3..<7).contains(y)
          ? TinyGIF.red : [UInt8(x * 9), UInt8(y * 9), 0, 255]
      }
    }
    let file = try expectSame(frames, width: 20, height: 10)
    #expect(try read(file).facts.format == .rgb8)
    let parts = try GIFFile(scanning: InputFile(bytes: file), in: context()).frames
    #expect(parts[0].width == 20)
    #expect(parts.dropFirst().allSatisfy { $0.width == 7 && $0.height == 4 && $0.y == 3 })
    #expect(parts.allSatisfy { $0.colours == nil })
  }

  /// What becomes transparent has to be cleared away before.
  @Test func emptyPicturesComeBack() throws {
    let frames = (0..<6).map { step in
      scene(12, 6) { x, y in
        if step == 3 { return TinyGIF.empty }
        if (step * 2..<step * 2 + 3).contains(x) && (1..<4).contains(y) { return TinyGIF.red }
        return x == 0 && y == 0 && step < 5 ? TinyGIF.blue : TinyGIF.empty
      }
    }
    let file = try expectSame(frames, width: 12, height: 6)
    #expect(try read(file).facts.format == .rgba8)
  }

  /// Each picture has its own 256 colours, together there are too many.
  @Test func ownColoursArePossible() throws {
    let frames = (0..<3).map { step in
      scene(16, 16) { x, y in [UInt8(16 * y + x), UInt8(step * 40), 9, 255] }
    }
    let file = try expectSame(frames, width: 16, height: 16)
    let parts = try GIFFile(scanning: InputFile(bytes: file), in: context()).frames
    #expect(parts.map { $0.colours != nil } == [false, true, true])
    #expect(parts.allSatisfy { $0.transparentIndex == nil })
  }

  @Test func exactly256SharedColoursLeaveNoRoomForNothing() throws {
    let frames = (0..<2).map { step in
      scene(16, 16) { x, y in
        [UInt8(step == 1 && x == 3 && y == 3 ? 0 : 16 * y + x), 0, 9, 255]
      }
    }
    let file = try expectSame(frames, width: 16, height: 16)
    let parts = try GIFFile(scanning: InputFile(bytes: file), in: context()).frames
    #expect(parts[1].width == 1)
    #expect(parts.allSatisfy { $0.transparentIndex == nil })
  }

  @Test func whatStaysTheSameStaysAPicture() throws {
    let frame = scene(4, 4) { x, y in [UInt8(x), UInt8(y), 0, 255] }
    let file = try expectSame([frame, frame, frame], width: 4, height: 4)
    let parts = try GIFFile(scanning: InputFile(bytes: file), in: context()).frames
    #expect(parts.map(\.width) == [4, 1, 1])
  }

  @Test func manyColoursAreChosenForEachPicture() throws {
    let source = SyntheticPicture(width: 40, height: 30)
    let frames = (0..<3).map { step in
      scene(40, 30) { x, y in
        let samples = source.samples(x, y, as: .rgb8).map { UInt8($0) }
        return [samples[0], samples[1], samples[2] ^ UInt8(step * 32), 255]
      }
    }
    let context = context()
    let file = try encode(picture(width: 40, height: 30, frames: frames), in: context)
    #expect(context.ledger.map(\.what) == ["colours"])
    let again = try read(file)
    for (index, frame) in frames.enumerated() {
      let result = try GIFPluginTests.pixels(of: again, frame: index)
      let error = zip(result, frame).reduce(0) {
        $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))
      }
      #expect(Double(error) / Double(frame.count) < 80)
    }
  }

  @Test func interlacedPicturesComeBack() throws {
    let frames = (0..<2).map { step in
      scene(5, 13) { x, y in [UInt8(x), UInt8(y + step), 0, 255] }
    }
    let file = try encode(
      picture(width: 5, height: 13, frames: frames), ["interlace": "true"])
    for index in 0..<2 { #expect(try decode(file, frame: index) == frames[index]) }
  }

  @Test(arguments: [0, 1, 2, 3, 65536, 65537])
  func repetitionsComeBack(count: Int) throws {
    let frames = [TinyGIF.red, TinyGIF.green]
    let file = try encode(picture(width: 1, height: 1, frames: frames, repetitions: count))
    // More than the format can count is without end.
    #expect(try read(file).facts.animation?.repetitions == (count > 65536 ? 0 : count))
  }

  /// 24 pictures a second: hundredths that are sometimes 4 and sometimes 5.
  @Test func timeDoesNotDrift() {
    let delays = GIFAnimationWriting.delays(
      [Int](repeating: 41_667, count: 240), in: context())
    #expect(delays.reduce(0, +) == 1000)
    #expect(Set(delays) == [4, 5])
    let context = context()
    #expect(GIFAnimationWriting.delays([.max, .max, -5], in: context)[0] == 65535)
    #expect(context.warnings.count == 1)
  }

  @Test func memoryIsBounded() throws {
    var limits = Limits.standard
    limits.memory = 4 * 4 * 64
    let frames = [TinyGIF.red, TinyGIF.green]
    let small = picture(width: 1, height: 1, frames: frames)
    #expect(errorCode { _ = try encode(small, in: context(limits: limits)) } == nil)
    limits.memory = 100
    #expect(errorCode { _ = try encode(small, in: context(limits: limits)) } == .limitExceeded)
  }
}
