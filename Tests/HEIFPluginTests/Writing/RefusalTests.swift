import ConverterCore
import PictureModel
import Testing

@testable import HEIFPlugin

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What cannot be written ends in an error that says why.
@Suite struct RefusalTests {
  @Test(arguments: WrittenType.allCases, [(70_000, 8), (8, 70_000), (0, 8)])
  func sides(_ type: WrittenType, _ size: (Int, Int)) throws {
    let error = try failure(type, width: size.0, height: size.1)
    #expect(error.code == .unsupportedContent)
    #expect(error.message.contains("\(size.0)×\(size.1)"))
    #expect(error.message.contains("--resize") && error.message.contains("\(type)"))
  }

  @Test(arguments: WrittenType.allCases)
  func planesOverTwoGigabytes(_ type: WrittenType) throws {
    var limits = Limits()
    limits.pixels = .max
    limits.memory = .max
    let error = try failure(type, width: 60_000, height: 60_000, limits: limits)
    #expect(error.code == .unsupportedContent)
    #expect(error.message.contains("2 GB"))
  }

  @Test(arguments: WrittenType.allCases)
  func pixels(_ type: WrittenType) throws {
    let error = try failure(type, width: 40_000, height: 40_000)
    #expect(error.code == .limitExceeded)
    #expect(error.message.contains("--limit pixels="))
  }

  @Test(arguments: WrittenType.allCases)
  func memory(_ type: WrittenType) throws {
    var limits = Limits()
    limits.memory = 1 << 20
    let error = try failure(type, width: 1_000, height: 1_000, limits: limits)
    #expect(error.code == .limitExceeded)
    #expect(error.message.contains("--limit memory="))
  }

  @Test(arguments: WrittenType.allCases)
  func aLongThinPicture(_ type: WrittenType) throws {
    // x265 refuses it unless its blocks are 64 wide.
    let buffer = SyntheticPicture.buffer(.rgb8, width: 16_386, height: 16)
    let file = try HEIFWriter.bytes(
      of: SyntheticPicture.picture(buffer), as: type.id,
      settings: ["lossless": "true", "speed": "10"])
    let decoded = try ReferenceDecoder(file)
    #expect(difference(decoded.green, buffer.samples(1)) == nil)
  }

  @Test(arguments: WrittenType.allCases)
  func cancelled(_ type: WrittenType) throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let error = try failure(
      type, width: 64, height: 64, context: .testing(cancellation: cancellation))
    #expect(error.code == .interrupted)
  }

  @Test func aSourceThatEndsEarly() throws {
    let buffer = SyntheticPicture.buffer(.jfif(.s420), width: 64, height: 48)
    var picture = SyntheticPicture.picture(buffer)
    picture.open = { _ throws(ConversionError) in ShortSource(buffer) }
    do {
      _ = try HEIFWriter.bytes(of: picture, as: "public.heic")
      Issue.record("a picture with missing rows was written")
    } catch let error as ConversionError {
      #expect(error.code == .internalError)
    }
  }

  @Test(arguments: WrittenType.allCases)
  func theSourcesErrorSurvives(_ type: WrittenType) throws {
    let buffer = SyntheticPicture.buffer(.rgb8, width: 64, height: 48)
    var picture = SyntheticPicture.picture(buffer)
    picture.open = { _ throws(ConversionError) in
      throw ConversionError(.damagedInput, "made to fail")
    }
    do {
      _ = try HEIFWriter.bytes(of: picture, as: type.id)
      Issue.record("a picture without pixels was written")
    } catch let error as ConversionError {
      #expect(error.code == .damagedInput && error.message == "made to fail")
    }
  }

  @Test func theOutputsErrorPassesThroughLibheif() throws {
    try SystemLibrary.libheif.open()
    let format = PixelFormat(.ycbcr(.monochrome, .bt601, .full))
    let frame = try LibHEIFFrame(format, width: 64, height: 64)
    for y in 0..<64 { memset(frame.planes[0].row(y), 90, 64) }
    let file = try LibHEIFContext()
    let encoder = try LibHEIFEncoder(.hevc, for: file)
    _ = try file.encode(frame, with: encoder)
    do {
      try file.write { _ throws(ConversionError) in
        throw ConversionError(.writeFailed, "the disk is full")
      }
      Issue.record("an output that failed counted as written")
    } catch {
      #expect(error.code == .writeFailed && error.message == "the disk is full")
    }
  }

  private func failure(
    _ type: WrittenType, width: Int, height: Int, limits: Limits = .standard,
    context: ConversionContext? = nil
  ) throws -> ConversionError {
    let small = SyntheticPicture.buffer(.rgb8, width: 64, height: 64)
    var picture = SyntheticPicture.picture(small)
    (picture.facts.width, picture.facts.height) = (width, height)
    do {
      _ = try HEIFWriter.bytes(
        of: picture, as: type.id, context: context ?? .testing(limits: limits))
    } catch let error as ConversionError {
      return error
    }
    throw Unexpected.success
  }

  private enum Unexpected: Error {
    case success
  }
}

/// A source that stops after 16 rows.
private final class ShortSource: PixelSource {
  let whole: BandedSource
  private var isDone = false

  init(_ buffer: PixelBuffer) {
    whole = BandedSource(buffer)
  }

  var format: PixelFormat { whole.format }
  var width: Int { whole.width }
  var height: Int { whole.height }

  func nextBand() -> PixelBand? {
    guard !isDone else { return nil }
    isDone = true
    return whole.nextBand()
  }
}
