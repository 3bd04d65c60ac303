import ConverterCore
import PictureModel
import Testing

@testable import SVGPlugin

@Suite struct CompressedDrawingTests {
  private static let text = Array(
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"3\" height=\"2\"><g/></svg>".utf8)

  private func context(
    _ limits: Limits = .standard, cancellation: Cancellation = Cancellation()
  ) -> ConversionContext {
    ConversionContext(registry: Registry(), limits: limits, cancellation: cancellation)
  }

  private func refusal(
    _ bytes: [UInt8], in context: ConversionContext
  ) -> (code: ConversionError.Code, message: String)? {
    do throws(ConversionError) {
      _ = try SVGReader().read(
        InputFile(bytes: bytes), type: "public.svgz-image", in: ReadingContext(context))
      return nil
    } catch {
      return (error.code, error.message)
    }
  }

  /// Of one member, of several, of some without text, and with what is none behind them.
  @Test func allMembersAreRead() throws {
    let text = Self.text
    let parts = Self.gzip(Array(text[..<20])) + Self.gzip([]) + Self.gzip(Array(text[20...]))
    for file in [Self.gzip(text), parts, parts + [0, 0, 0x1F]] {
      #expect(try GzipHandle.text(of: file, in: context()) == text)
      let picture = try SVGReader().read(
        InputFile(bytes: file), type: "public.svgz-image", in: ReadingContext(context()))
      #expect((picture.facts.width, picture.facts.height) == (3, 2))
    }
  }

  /// A member that begins is read to its end.
  @Test func whatIsCutOffIsRefused() {
    let first = Self.gzip(Array(Self.text[..<20]))
    let file = first + Self.gzip(Array(Self.text[20...]))
    for count in Array(2..<first.count) + Array(first.count + 2..<file.count) {
      let found = refusal(Array(file.prefix(count)), in: context())
      #expect(found?.code == .damagedInput, "\(count)")
      #expect(found?.message == "is compressed by gzip, and damaged or cut off", "\(count)")
    }
  }

  /// The beginning comes of what there is, across members.
  @Test func theBeginningIsEnough() {
    let text = Self.text
    let first = Self.gzip(Array(text[..<20]))
    let file = first + Self.gzip(Array(text[20...]))
    for count in [1, 20, 21, text.count, text.count + 1] {
      #expect(GzipHandle().beginning(of: file, count: count) == Array(text.prefix(count)))
    }
    // The second member's header and its block's have 15 bytes.
    #expect(
      GzipHandle().beginning(of: Array(file.prefix(first.count + 18)), count: 100)
        == Array(text.prefix(23)))
    #expect(GzipHandle().beginning(of: Array(file.prefix(12)), count: 100) == nil)
    #expect(GzipHandle().beginning(of: [], count: 100) == nil)
  }

  @Test func limitsHoldForAllMembersTogether() throws {
    let blanks = [UInt8](repeating: 0x20, count: 60)
    let file = Self.gzip(Self.text) + Self.gzip(blanks) + Self.gzip(blanks)
    var limits = Limits.standard
    limits.memory = Self.text.count + 119
    let error = #expect(throws: ConversionError.self) {
      try GzipHandle.text(of: file, in: context(limits))
    }
    #expect(error?.code == .limitExceeded)
    #expect(
      error?.message
        == "a drawing's text needs \(limits.memory + 1) bytes, the limit is \(limits.memory); "
        + "raise it with --limit memory=\(limits.memory + 1)")
    limits.memory += 1
    #expect(try GzipHandle.text(of: file, in: context(limits)) == Self.text + blanks + blanks)
  }

  @Test func inflatingStops() {
    let cancellation = Cancellation()
    cancellation.cancel()
    let error = #expect(throws: ConversionError.self) {
      try GzipHandle.text(of: Self.gzip(Self.text), in: context(cancellation: cancellation))
    }
    #expect(error?.code == .interrupted)
  }

  /// librsvg would inflate it, and draw what nobody has looked at.
  @Test func whatIsCompressedTwiceIsRefused() {
    let found = refusal(Self.gzip(Self.gzip(Self.text)), in: context())
    #expect(found?.code == .damagedInput)
    #expect(
      found?.message == "is compressed by gzip twice, which no drawing is; gunzip it once")
  }

  /// In one stored block (RFC 1951, 3.2.4; RFC 1952).
  private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    func number(_ value: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    }
    var check: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
    }
    let count = UInt32(bytes.count)
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1] + number(count, 2) + number(~count, 2) + bytes
      + number(~check, 4) + number(count, 4)
  }
}
