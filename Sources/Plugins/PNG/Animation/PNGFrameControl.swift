import ConverterCore
import PictureModel

/// Where a picture of an animation goes and how long it stays: an fcTL chunk (PNG specification, section 11.3.7.2).
struct PNGFrameControl: Equatable {
  var rectangle: PixelRectangle
  var delay: PNGDelay
  var disposal = AnimationPart.Disposal.keep
  var blending = AnimationPart.Blending.replace

  init(_ rectangle: PixelRectangle, delay: PNGDelay) {
    self.rectangle = rectangle
    self.delay = delay
  }

  /// `nil` for what breaks the rules, or lies outside the picture.
  init?(parsing bytes: [UInt8], in header: PNGHeader) {
    guard bytes.count == 26 else { return nil }
    var fields = PNGFields(Array(bytes.dropFirst(4)))
    guard let width = fields.number(), let height = fields.number(), let x = fields.number(),
      let y = fields.number(), width > 0, height > 0, x + width <= header.width,
      y + height <= header.height, let numerator = bytes.number(at: 20, width: 2, .big),
      let denominator = bytes.number(at: 22, width: 2, .big)
    else { return nil }
    rectangle = PixelRectangle(x: x, y: y, width: width, height: height)
    delay = PNGDelay(numerator: numerator, denominator: denominator)
    switch bytes[24] {
    case 0: disposal = .keep
    case 1: disposal = .clear
    case 2: disposal = .restore
    default: return nil
    }
    switch bytes[25] {
    case 0: blending = .replace
    case 1: blending = .over
    default: return nil
    }
  }

  func chunk(number: Int) -> PNGChunk {
    let fields = [
      number, rectangle.width, rectangle.height, rectangle.x, rectangle.y,
      delay.numerator << 16 | delay.denominator,
    ]
    let disposal: UInt8 =
      switch self.disposal {
      case .keep: 0
      case .clear: 1
      case .restore: 2
      }
    return PNGChunk(
      type: .frame,
      bytes: fields.flatMap(\.bigEndianBytes) + [disposal, blending == .replace ? 0 : 1])
  }
}

/// A time as a fraction of a second, each number in 16 bits.
struct PNGDelay: Equatable {
  var numerator: Int
  var denominator: Int

  init(numerator: Int, denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The fraction that is nearest to a time; the longest one for more than 18 hours.
  init(microseconds: Int) {
    let most = Int(UInt16.max)
    guard microseconds > 0 else {
      self.init(numerator: 0, denominator: 1000)
      return
    }
    guard microseconds < most * 1_000_000 else {
      self.init(numerator: most, denominator: 1)
      return
    }
    // What people say exactly.
    for denominator in [1000, 100, 10, 1] {
      let (numerator, rest) = (microseconds * denominator).quotientAndRemainder(
        dividingBy: 1_000_000)
      if rest == 0, numerator <= most {
        self.init(numerator: numerator, denominator: denominator)
        return
      }
    }
    // The first convergent of its continued fraction that is exact, or the last with numbers small enough.
    var (before, last) = ((1, 0), (0, 1))
    var (dividend, divisor) = (microseconds, 1_000_000)
    while divisor != 0,
      before.1 == 0
        || PNGDelay(numerator: before.0, denominator: before.1).microseconds != microseconds
    {
      let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
      let next = (quotient * before.0 + last.0, quotient * before.1 + last.1)
      guard next.0 <= most, next.1 <= most else { break }
      (last, before) = (before, next)
      (dividend, divisor) = (divisor, rest)
    }
    self.init(numerator: before.0, denominator: max(1, before.1))
  }

  /// A denominator of 0 is 100 (section 11.3.7.2).
  var microseconds: Int { numerator * 1_000_000 / (denominator == 0 ? 100 : denominator) }
}
