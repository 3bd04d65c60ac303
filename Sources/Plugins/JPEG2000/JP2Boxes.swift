import ConverterCore
import JPEG2000

/// Boxes of JP2 files as bytes (ISO/IEC 15444-1, annex I).
enum JP2Boxes {
  /// The signature, and that it is a JP2 file.
  static let start =
    box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])
    + box("ftyp", Array("jp2 ".utf8) + number(0, 4) + Array("jp2 ".utf8))

  /// What is said of a codestream.
  ///
  /// - Parameter alpha: the channel that is opacity, behind those of colours.
  static func header(
    of stream: Codestream, colour: JP2Header.Colour, alpha: Int?, isPremultiplied: Bool = false,
    dotsPerInch: (x: Double, y: Double)? = nil
  ) -> [UInt8] {
    header(
      width: stream.width, height: stream.height,
      depths: stream.components.map { UInt8($0.bitDepth - 1) | ($0.isSigned ? 0x80 : 0) },
      colour: colour, alpha: alpha, isPremultiplied: isPremultiplied, dotsPerInch: dotsPerInch)
  }

  /// - Parameter depths: of each component less one, with the highest bit where it is signed.
  static func header(
    width: Int, height: Int, depths: [UInt8], colour: JP2Header.Colour, alpha: Int?,
    isPremultiplied: Bool, dotsPerInch: (x: Double, y: Double)?
  ) -> [UInt8] {
    let areAlike = depths.allSatisfy { $0 == depths[0] }
    var content = box(
      "ihdr",
      number(height, 4) + number(width, 4) + number(depths.count, 2)
        // The only compression there is; the colour space is known; no rights.
        + [areAlike ? depths[0] : 255, 7, 0, 0])
    if !areAlike { content += box("bpcc", depths) }
    switch colour {
    case .unspecified: break
    case .enumerated(let number): content += box("colr", [1, 0, 0] + self.number(number, 4))
    case .profile(let profile): content += box("colr", [2, 0, 0] + profile)
    }
    if let alpha {
      var definitions = number(alpha + 1, 2)
      for channel in 0..<alpha {
        definitions += number(channel, 2) + number(0, 2) + number(channel + 1, 2)
      }
      definitions += number(alpha, 2) + number(isPremultiplied ? 2 : 1, 2) + number(0, 2)
      content += box("cdef", definitions)
    }
    if let dotsPerInch, let y = fraction(dotsPerInch.y), let x = fraction(dotsPerInch.x) {
      let display = y.value + x.value + [y.exponent, x.exponent]
      content += box("res ", box("resd", display))
    }
    return box("jp2h", content)
  }

  /// Samples a metre as numerator and denominator with a power of ten; `nil` for what no such number is near.
  private static func fraction(_ dpi: Double) -> (value: [UInt8], exponent: UInt8)? {
    guard dpi.isFinite, dpi > 0.01, dpi < 1e7 else { return nil }
    // An inch is 254/10000 of a metre: whole numbers stay exact.
    if dpi == dpi.rounded(), dpi <= 65535 {
      return (number(Int(dpi), 2) + number(254, 2), 4)
    }
    var (value, exponent) = (dpi / 0.0254, 0)
    while value > 65535 { (value, exponent) = (value / 10, exponent + 1) }
    while value < 6553 { (value, exponent) = (value * 10, exponent - 1) }
    return (
      number(Int(value.rounded()), 2) + number(1, 2), UInt8(bitPattern: Int8(clamping: exponent))
    )
  }

  static func box(_ type: StaticString, _ content: [UInt8]) -> [UInt8] {
    let letters = type.span.array
    guard content.count + 8 <= UInt32.max else {
      return number(1, 4) + letters + number(content.count + 16, 8) + content
    }
    return number(content.count + 8, 4) + letters + content
  }

  static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
