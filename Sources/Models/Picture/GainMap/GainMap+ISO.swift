/// The binary form of ISO 21496-1, annex C: in a `tmap` item behind a version byte, in JPEG's APP2.
extension GainMap {
  /// The versions of the form, minimum and writer's, which are all that a base picture in JPEG says.
  public static let isoVersions: [UInt8] = [0, 0, 0, 0]

  private enum Flag {
    static let hasThreeChannels: UInt8 = 0x80
    static let usesBaseColours: UInt8 = 0x40
    /// Two that are reserved in the standard and set by libultrahdr.
    static let hasCommonDenominator: UInt8 = 0x08
    static let isBackwards: UInt8 = 0x04
  }

  /// - Returns: `nil` for what is cut off, of a later version, or makes no sense.
  public init?(iso bytes: [UInt8]) {
    let data = BoundedBytes(bytes)
    guard data.uint16(at: 0) == 0, data.uint16(at: 2) != nil, bytes.count > 5 else { return nil }
    let flags = bytes[4]
    guard flags & Flag.isBackwards == 0 else { return nil }
    var fractions = Fractions(data, isCommon: flags & Flag.hasCommonDenominator != 0)
    guard let base = fractions.next(isSigned: false),
      let alternate = fractions.next(isSigned: false)
    else { return nil }
    var channels: [Channel] = []
    for _ in 0..<(flags & Flag.hasThreeChannels == 0 ? 1 : 3) {
      guard let minimum = fractions.next(isSigned: true),
        let maximum = fractions.next(isSigned: true),
        let gamma = fractions.next(isSigned: false),
        let baseOffset = fractions.next(isSigned: true),
        let alternateOffset = fractions.next(isSigned: true)
      else { return nil }
      var channel = Channel(minimum: minimum, maximum: maximum)
      channel.gamma = gamma
      channel.baseOffset = baseOffset
      channel.alternateOffset = alternateOffset
      channels.append(channel)
    }
    self.init(.iso, channels: channels, alternateHeadroom: alternate)
    baseHeadroom = base
    usesBaseColours = flags & Flag.usesBaseColours != 0
    guard isPlausible else { return nil }
  }

  public var isoMetadata: [UInt8] {
    var bytes = Self.isoVersions
    bytes.append(
      (channels.count == 3 ? Flag.hasThreeChannels : 0)
        | (usesBaseColours ? Flag.usesBaseColours : 0))
    bytes.append(fraction: baseHeadroom)
    bytes.append(fraction: alternateHeadroom)
    for channel in channels {
      bytes.append(fraction: channel.minimum)
      bytes.append(fraction: channel.maximum)
      bytes.append(fraction: channel.gamma)
      bytes.append(fraction: channel.baseOffset)
      bytes.append(fraction: channel.alternateOffset)
    }
    return bytes
  }

  /// The fractions of the form, one after the other.
  private struct Fractions {
    private let data: BoundedBytes
    private let common: Int?
    private var offset = 5

    init(_ data: BoundedBytes, isCommon: Bool) {
      self.data = data
      common = isCommon ? data.uint32(at: 5) ?? 0 : nil
      if isCommon { offset += 4 }
    }

    mutating func next(isSigned: Bool) -> Double? {
      let numerator = isSigned ? data.int32(at: offset) : data.uint32(at: offset)
      let denominator = common ?? data.uint32(at: offset + 4)
      offset += common == nil ? 8 : 4
      guard let numerator, let denominator, denominator > 0 else { return nil }
      return Double(numerator) / Double(denominator)
    }
  }
}

extension [UInt8] {
  /// Appends a number of at most 64 as a fraction of two 32-bit numbers, exact where its last binary place is
  /// the 24th.
  fileprivate mutating func append(fraction value: Double) {
    var (numerator, denominator) = (Int((value * Double(1 << 24)).rounded()), 1 << 24)
    while denominator > 1, numerator.isMultiple(of: 2) {
      numerator /= 2
      denominator /= 2
    }
    append(numerator, size: 4, bigEndian: true)
    append(denominator, size: 4, bigEndian: true)
  }
}
