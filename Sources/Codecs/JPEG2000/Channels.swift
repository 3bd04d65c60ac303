package import ConverterCore

/// What the components of a file mean: colours in their order, and opacity.
package struct Channels: Sendable {
  package enum Model: Sendable, Equatable {
    case gray, rgb, cmyk
    /// Full range, matrix of BT.601.
    case ycc

    package var count: Int {
      switch self {
      case .gray: 1
      case .rgb, .ycc: 3
      case .cmyk: 4
      }
    }
  }

  package struct Channel: Sendable, Equatable {
    package var component: Int
    /// A column of the palette.
    package var column: Int?
    /// Of its values.
    package var bitDepth: Int
    /// Of the component.
    var codeDepth: Int
    var isSigned: Bool
  }

  package let model: Model
  package let colours: [Channel]
  package let alpha: Channel?
  package let isPremultiplied: Bool
  /// Whether the largest value is black.
  package let isInverted: Bool
  /// Channels that are neither colours nor opacity.
  package let others: Int
  /// An ICC profile for such colours.
  package let profile: [UInt8]?
  /// Whether the file itself says what the colours are.
  package let isSpecified: Bool

  /// Whether samples are what the codestream holds, colours first and opacity last.
  package var isPlain: Bool {
    let all = colours + (alpha.map { [$0] } ?? [])
    return others == 0
      && all.enumerated().allSatisfy { $0 == $1.component && $1.column == nil && !$1.isSigned }
  }

  package var bitDepth: Int { (colours + (alpha.map { [$0] } ?? [])).map(\.bitDepth).max() ?? 8 }

  /// - Throws: `damagedInput`, `unsupportedContent`.
  package init(of file: JPEG2000File) throws(ConversionError) {
    let channels = try Self.channels(of: file)
    let colour = try Self.space(of: file.header.colour, channels.count)
    model = colour.model
    isInverted = colour.isInverted
    (profile, isSpecified) = (colour.profile, colour.isSpecified)
    let count = model.count
    var definitions = file.header.definitions
    if file.isBare, channels.count == count + 1 {
      // Nothing is said of the last one, and everybody takes it for this.
      definitions = [JP2Header.Definition(channel: count, kind: 1, association: 0)]
    }
    var order = Array(0..<count)
    for definition in definitions
    where definition.kind == 0 && (1...count).contains(definition.association) {
      order[definition.association - 1] = definition.channel
    }
    let opacity = definitions.first { (1...2).contains($0.kind) && $0.association == 0 }
    guard Set(order).count == count, order.allSatisfy({ $0 < channels.count }) else {
      throw ConversionError(
        .damagedInput, "it has \(channels.count) channels, not the \(count) of its colours")
    }
    colours = order.map { channels[$0] }
    alpha = opacity.flatMap {
      channels.indices.contains($0.channel) && !order.contains($0.channel)
        ? channels[$0.channel] : nil
    }
    isPremultiplied = alpha != nil && opacity?.kind == 2
    others = channels.count - count - (alpha == nil ? 0 : 1)
    guard bitDepth <= 16, (colours + (alpha.map { [$0] } ?? [])).allSatisfy({ $0.codeDepth <= 16 })
    else {
      throw ConversionError(
        .unsupportedContent, "its samples have more than 16 bits, which fairy does not read")
    }
  }

  /// Components in their order, where something outside of the file says what the colours are.
  ///
  /// - Throws: `unsupportedContent` where there are not as many, or a palette is between.
  package init(of file: JPEG2000File, all count: Int) throws(ConversionError) {
    let channels = try Self.channels(of: file)
    let models: [Int: Model] = [1: .gray, 3: .rgb, 4: .cmyk]
    guard channels.count == count, let model = models[count], file.header.palette == nil,
      channels.allSatisfy({ $0.bitDepth <= 16 })
    else {
      throw ConversionError(
        .unsupportedContent, "its JPEG 2000 components are not those of gray, RGB or CMYK")
    }
    self.model = model
    colours = channels
    alpha = nil
    isPremultiplied = false
    isInverted = false
    others = 0
    profile = nil
    isSpecified = true
  }

  private static func channels(of file: JPEG2000File) throws(ConversionError) -> [Channel] {
    let components = file.codestream.components
    var sources = components.indices.map { JP2Header.ChannelSource(component: $0, column: nil) }
    if file.header.palette != nil {
      guard let mapping = file.header.sources else {
        throw ConversionError(.damagedInput, "its palette is not put to use")
      }
      sources = mapping
    }
    var channels: [Channel] = []
    for source in sources {
      guard components.indices.contains(source.component) else {
        throw ConversionError(.damagedInput, "a channel comes from a component that is not there")
      }
      let component = components[source.component]
      var depth = component.bitDepth
      if let column = source.column {
        guard let depths = file.header.palette?.bitDepths, depths.indices.contains(column) else {
          throw ConversionError(.damagedInput, "a channel comes from a column that is not there")
        }
        depth = depths[column]
      }
      channels.append(
        Channel(
          component: source.component, column: source.column, bitDepth: depth,
          codeDepth: component.bitDepth, isSigned: component.isSigned))
    }
    return channels
  }

  fileprivate static func space(
    of colour: JP2Header.Colour, _ count: Int
  ) throws(ConversionError) -> (
    model: Model, isInverted: Bool, profile: [UInt8]?, isSpecified: Bool
  ) {
    switch colour {
    case .unspecified:
      guard (1...4).contains(count) else {
        throw ConversionError(
          .unsupportedContent, "nothing is said of the colours of its \(count) channels")
      }
      return (count < 3 ? .gray : .rgb, false, nil, false)
    case .enumerated(let number):
      switch number {
      case 0: return (.gray, true, nil, true)
      case 15, 17: return (.gray, false, nil, true)
      // Some writers say it of all pictures.
      case 16: return (count < 3 ? .gray : .rgb, false, nil, true)
      case 3, 18: return (.ycc, false, nil, true)
      case 12: return (.cmyk, false, nil, true)
      default:
        let name = names[number] ?? "number \(number) of ISO/IEC 15444"
        throw ConversionError(
          .unsupportedContent, "its colours are those of \(name), which fairy does not read")
      }
    case .profile(let bytes):
      guard bytes.count >= 128 else {
        throw ConversionError(.damagedInput, "its colour profile ends too early")
      }
      let space = String(decoding: bytes[16..<20], as: UTF8.self)
      let models: [String: Model] = ["GRAY": .gray, "RGB ": .rgb, "CMYK": .cmyk]
      guard let model = models[space] else {
        throw ConversionError(
          .unsupportedContent,
          "its colour profile is for \(space.printable), which fairy does not read")
      }
      return (model, false, bytes, true)
    }
  }

  private static let names = [
    1: "YCbCr with the matrix of BT.709", 4: "YCbCr with a limited range", 9: "PhotoYCC",
    11: "CMY", 13: "YCCK", 14: "CIELab", 19: "CIEJab", 20: "e-sRGB", 21: "ROMM RGB", 24: "e-sYCC",
  ]
}

extension JP2Header.Colour {
  /// Whether ``Channels`` know what it means.
  var isUnderstood: Bool {
    // With any number of channels, if with one.
    self != .unspecified && (try? Channels.space(of: self, 1)) != nil
  }
}
