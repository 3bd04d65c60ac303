import ConverterCore

/// What the boxes of a JP2 or JPX file say of its first codestream (ISO/IEC 15444-1, I.5.3; 15444-2, M.11).
package struct JP2Header: Sendable {
  /// What the colours are.
  package enum Colour: Sendable, Equatable {
    /// Nothing is said, or in a way that is not understood.
    case unspecified
    /// `EnumCS`: 16 is sRGB, 17 gray, 18 sYCC, 12 CMYK.
    case enumerated(Int)
    /// An ICC profile.
    case profile([UInt8])
  }

  /// Columns of values that indices stand for.
  package struct Palette: Sendable, Equatable {
    package var bitDepths: [Int]
    /// An array for each column, all equally long.
    package var columns: [[UInt16]]
  }

  /// Where a channel's samples come from: a component, through a column of the palette or as they are.
  package struct ChannelSource: Sendable, Equatable {
    package var component: Int
    package var column: Int?
  }

  /// What a channel means.
  struct Definition: Sendable, Equatable {
    var channel: Int
    /// 0 colour, 1 opacity, 2 premultiplied opacity.
    var kind: Int
    /// The number of the colour from 1, or 0 for the whole picture.
    var association: Int
  }

  struct Size: Sendable, Equatable {
    var width, height, components: Int
  }

  var size: Size?
  package var colour = Colour.unspecified
  package var palette: Palette?
  var sources: [ChannelSource]?
  var definitions: [Definition] = []
  /// Pixels an inch: as it should be shown or, where nothing is said of that, as it was captured.
  package var dotsPerInch: (x: Double, y: Double)?

  init() {}

  /// - Parameter range: the content of a `jp2h` box.
  /// - Throws: `damagedInput`, `unsupportedContent`.
  init(_ input: InputFile, in range: Range<Int>) throws(ConversionError) {
    var captured: (x: Double, y: Double)?
    var cursor = BoxCursor(input, in: range)
    while let box = try cursor.next() {
      switch box.type {
      case "ihdr": try readSize(try Self.reader(of: box, input))
      case "colr": try readColour(try Self.reader(of: box, input))
      case "pclr": try readPalette(try Self.reader(of: box, input))
      case "cmap": try readMapping(try Self.reader(of: box, input))
      case "cdef": try readDefinitions(try Self.reader(of: box, input))
      case "res ":
        var inner = BoxCursor(input, in: box.content)
        while let resolution = try inner.next() {
          switch resolution.type {
          case "resd": dotsPerInch = try Self.density(try Self.reader(of: resolution, input))
          case "resc": captured = try Self.density(try Self.reader(of: resolution, input))
          default: break
          }
        }
      default: break
      }
    }
    dotsPerInch = dotsPerInch ?? captured
  }

  private static func reader(
    of box: Box, _ input: InputFile
  ) throws(ConversionError) -> FieldReader {
    guard box.content.count <= 1 << 26 else {
      throw ConversionError(
        .unsupportedContent, "its \(box.type) box has \(box.content.count) bytes, which is too much"
      )
    }
    return FieldReader(
      try input.read(at: box.content.lowerBound, count: box.content.count),
      subject: "the \(box.type) box")
  }

  private mutating func readSize(_ box: FieldReader) throws(ConversionError) {
    var box = box
    let height = try box.integer(4)
    size = Size(width: try box.integer(4), height: height, components: try box.integer(2))
  }

  /// The first colour space that is understood counts; those that follow approximate it. One that is not stays where
  /// no other follows, for the message.
  mutating func readColour(_ box: FieldReader) throws(ConversionError) {
    guard !colour.isUnderstood else { return }
    var box = box
    let method = try box.integer(1)
    // Precedence and how near it comes.
    _ = try box.take(2)
    let found: Colour =
      switch method {
      case 1: .enumerated(try box.integer(4))
      case 2, 3: .profile(Array(try box.take(box.remaining)))
      default: .unspecified
      }
    if colour == .unspecified || found.isUnderstood { colour = found }
  }

  private mutating func readPalette(_ box: FieldReader) throws(ConversionError) {
    var box = box
    let (entries, count) = (try box.integer(2), try box.integer(1))
    guard (1...1024).contains(entries), count > 0 else {
      throw ConversionError(.damagedInput, "its palette of \(entries) colours is none")
    }
    var depths: [Int] = []
    for _ in 0..<count {
      let depth = try box.integer(1)
      guard depth < 16 else {
        throw ConversionError(
          .unsupportedContent, "its palette has values that are signed or of more than 16 bits")
      }
      depths.append(depth + 1)
    }
    var columns = Array(repeating: [UInt16](), count: count)
    for _ in 0..<entries {
      for (column, depth) in depths.enumerated() {
        let value = try box.integer(depth > 8 ? 2 : 1)
        columns[column].append(UInt16(truncatingIfNeeded: min(value, 1 << depth - 1)))
      }
    }
    palette = Palette(bitDepths: depths, columns: columns)
  }

  /// That a palette makes: it has 255 columns at most.
  private static let mostChannels = 1024

  private mutating func readMapping(_ box: FieldReader) throws(ConversionError) {
    var box = box
    guard box.remaining <= 4 * Self.mostChannels else {
      throw ConversionError(
        .damagedInput,
        "its palette makes \(box.remaining / 4) channels, of at most \(Self.mostChannels)")
    }
    var sources: [ChannelSource] = []
    while box.remaining > 0 {
      let component = try box.integer(2)
      let (kind, column) = (try box.integer(1), try box.integer(1))
      sources.append(ChannelSource(component: component, column: kind == 1 ? column : nil))
    }
    self.sources = sources
  }

  private mutating func readDefinitions(_ box: FieldReader) throws(ConversionError) {
    var box = box
    definitions = []
    for _ in 0..<(try box.integer(2)) {
      definitions.append(
        Definition(
          channel: try box.integer(2), kind: try box.integer(2), association: try box.integer(2)))
    }
  }

  /// Samples a metre, as fractions with a power of ten (I.5.3.7), in inches; `nil` where they are none.
  private static func density(_ box: FieldReader) throws(ConversionError) -> (x: Double, y: Double)?
  {
    var box = box
    let (vertical, verticalPart) = (Double(try box.integer(2)), Double(try box.integer(2)))
    let (horizontal, horizontalPart) = (Double(try box.integer(2)), Double(try box.integer(2)))
    let (up, across) = (try box.int8(), try box.int8())
    let density = (
      x: horizontal / horizontalPart * power(across) * 0.0254,
      y: vertical / verticalPart * power(up) * 0.0254
    )
    let sensible = 0.001...1e7
    return sensible.contains(density.x) && sensible.contains(density.y) ? density : nil
  }

  private static func power(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent.magnitude { power *= 10 }
    return exponent < 0 ? 1 / power : power
  }
}
