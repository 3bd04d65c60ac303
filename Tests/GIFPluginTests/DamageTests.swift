import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import GIFPlugin

@Suite struct DamageTests {
  private static let animation = TinyGIF.file(
    3, 1,
    [
      TinyGIF.loop(3), TinyGIF.control(delay: 7), TinyGIF.frame(0, 0, 3, 1, [0, 0, 0]),
      TinyGIF.control(disposal: 3, delay: 1), TinyGIF.frame(1, 0, 1, 1, [1]),
    ])

  /// All that can be cut off without harm is the mark of the end; what ends between two pictures says so, too.
  @Test func noPrefixIsTakenForTheWhole() throws {
    for count in 0..<Self.animation.count {
      let context = context()
      do throws(ConversionError) {
        let picture = try read(Array(Self.animation.prefix(count)), in: context)
        for frame in 0..<picture.facts.frames {
          _ = try pixels(of: picture, frame: frame, in: context)
        }
        #expect(context.warnings.count == 1, "\(count)")
      } catch {
        #expect(error.code == .damagedInput, "\(count): \(error)")
      }
    }
  }

  @Test(arguments: 13..<animation.count)
  func anyByteMayBeWrong(place: Int) throws {
    for value: UInt8 in [0, 1, 0x80, 0xFF] {
      var bytes = Self.animation
      bytes[place] = value
      do throws(ConversionError) {
        var limits = Limits.standard
        limits.pixels = 1 << 20
        let context = context(limits: limits)
        let picture = try read(bytes, in: context)
        for frame in 0..<picture.facts.frames {
          _ = try pixels(of: picture, frame: frame, in: context)
        }
      } catch {
        #expect([.damagedInput, .limitExceeded].contains(error.code))
      }
    }
  }

  @Test func dataThatEndEarlyAreDamaged() throws {
    let file = TinyGIF.file(2, 2, [TinyGIF.frame(0, 0, 2, 2, [0, 1, 2])])
    #expect(errorCode { _ = try decode(file) } == .damagedInput)
  }

  @Test(arguments: [0, 9, 12, 255])
  func indicesHaveOneToEightBits(bits: UInt8) {
    var frame = TinyGIF.frame(0, 0, 1, 1, [0])
    frame[10] = bits
    #expect(errorCode { _ = try decode(TinyGIF.file(1, 1, [frame])) } == .damagedInput)
  }

  @Test func limitsHold() throws {
    var limits = Limits.standard
    limits.pixels = 100
    let large = TinyGIF.file(11, 10, [TinyGIF.frame(0, 0, 1, 1, [0])])
    #expect(errorCode { _ = try read(large, in: context(limits: limits)) } == .limitExceeded)
    let frame = TinyGIF.file(1, 1, [TinyGIF.frame(0, 0, 11, 10, [0])])
    #expect(errorCode { _ = try read(frame, in: context(limits: limits)) } == .limitExceeded)
    limits = .standard
    limits.memory = 1000
    let animation = TinyGIF.file(
      20, 20, [TinyGIF.frame(0, 0, 1, 1, [0]), TinyGIF.frame(0, 0, 1, 1, [0])])
    #expect(errorCode { _ = try decode(animation, in: context(limits: limits)) } == .limitExceeded)
  }

  @Test func nothingToShowIsDamaged() {
    #expect(errorCode { _ = try read(TinyGIF.file(1, 1, [])) } == .damagedInput)
    #expect(
      errorCode { _ = try read(TinyGIF.file(0, 0, [TinyGIF.frame(0, 0, 0, 1, [])])) }
        == .damagedInput)
    #expect(errorCode { _ = try read(TinyGIF.file(1, 1, [[0x99]])) } == .damagedInput)
  }

  @Test func aFileThatIsCutOffIsDamagedToo() throws {
    let whole = try Places.fixtureBytes("animated.gif")
    #expect(errorCode { _ = try read(Array(whole.prefix(whole.count / 2))) } == .damagedInput)
    guard Corpus.isPresent else { return }
    let bytes = try Corpus.bytes("images/gif/bad-truncated.gif")
    #expect(errorCode { _ = try read(bytes) } == .damagedInput)
  }
}
