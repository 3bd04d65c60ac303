import ConverterCore

/// An `hvcC` property: the parameter sets of an HEVC picture (ISO/IEC 14496-15, 8.3.3.1).
struct HEVCConfiguration: Sendable {
  /// Bytes of the length before each NAL unit of the item, 1, 2 or 4.
  let lengthSize: Int
  /// VPS, SPS, PPS and SEI without start codes.
  let units: [[UInt8]]
  /// The first sequence parameter set among them.
  let parameters: HEVCSequenceParameters?

  private static let sequenceParameterSet = 33

  init(parsing reader: FieldReader) throws(ConversionError) {
    var reader = reader
    guard try reader.uint8() == 1 else {
      throw .unsupported("an hvcC property has a version that fairy does not know")
    }
    try reader.skip(20)
    lengthSize = Int(try reader.uint8() & 3) + 1
    var units: [[UInt8]] = []
    for _ in 0..<(try reader.uint8()) {
      try reader.skip(1)
      for _ in 0..<(try reader.uint16()) {
        let unit = try reader.array(try reader.uint16())
        if !unit.isEmpty { units.append(unit) }
      }
    }
    self.units = units
    parameters = try Self.parameters(in: units).first
  }

  /// The NAL units of an item, without their lengths.
  func units(of data: [UInt8], item: UInt32) throws(ConversionError) -> [Range<Int>] {
    var reader = FieldReader(data, in: 0..<data.count, subject: "the coded picture of item \(item)")
    var units: [Range<Int>] = []
    while !reader.isAtEnd {
      let unit = try reader.range(of: try reader.integer(lengthSize))
      if !unit.isEmpty { units.append(unit) }
    }
    return units
  }

  /// All sequence parameter sets among NAL units.
  static func parameters(
    in units: [[UInt8]]
  ) throws(ConversionError) -> [HEVCSequenceParameters] {
    var found: [HEVCSequenceParameters] = []
    for unit in units where Int(unit[0] >> 1 & 63) == sequenceParameterSet {
      found.append(try HEVCSequenceParameters(parsing: unit))
    }
    return found
  }

  /// The sequence parameter sets that an item brings besides those of the property.
  func parameters(
    in data: [UInt8], item: UInt32
  ) throws(ConversionError) -> [HEVCSequenceParameters] {
    var sets: [[UInt8]] = []
    for unit in try units(of: data, item: item)
    where Int(data[unit.lowerBound] >> 1 & 63) == Self.sequenceParameterSet {
      sets.append(Array(data[unit]))
    }
    return try Self.parameters(in: sets)
  }
}
