/// What a raw file says before it is developed.
struct RawFacts {
  /// As shown.
  var width = 0
  var height = 0
  /// Those that are not shown included.
  var sensorPixels = 0
  var bits = 0
  var isGray = false
  var thumbnail = (width: 0, height: 0)
  var make = ""
  var model = ""
  var lens = ""
  var artist = ""
  /// ISO.
  var sensitivity = 0.0
  /// In seconds.
  var exposure = 0.0
  var aperture = 0.0
  /// In millimetres.
  var focalLength = 0.0
  /// When it was taken, as Exif writes it.
  var date = ""
  var xmp: [UInt8]?
}

extension RawFacts {
  /// The same as an Exif block (Exif 2.32, 4.6), little-endian; `nil` where nothing is known.
  var exif: [UInt8]? {
    var primary: [Field] = []
    var capture: [Field] = []
    for (tag, text) in [(0x010F, make), (0x0110, model), (0x013B, artist)] where !text.isEmpty {
      primary.append(.text(tag, text))
    }
    if !date.isEmpty {
      primary.append(.text(0x0132, date))
      capture.append(.text(0x9003, date))
    }
    for (tag, value) in [(0x829A, exposure), (0x829D, aperture), (0x920A, focalLength)]
    where value > 0 && value < 1e6 {
      capture.append(.fraction(tag, value))
    }
    if sensitivity >= 1, sensitivity <= 65535 {
      capture.append(.short(0x8827, Int(sensitivity.rounded())))
    }
    if !lens.isEmpty { capture.append(.text(0xA434, lens)) }
    guard !primary.isEmpty || !capture.isEmpty else { return nil }
    // The pointer's value is known once the size of the first directory is, which it does not change.
    primary.append(Field(tag: 0x8769, type: 4, count: 1, value: Field.number(0, 4)))
    let end = 8 + Field.directory(primary, at: 8).count
    primary[primary.count - 1].value = Field.number(end, 4)
    return [0x49, 0x49, 42, 0, 8, 0, 0, 0] + Field.directory(primary, at: 8)
      + Field.directory(capture, at: end)
  }

  /// An entry of a directory (TIFF 6.0, section 2).
  private struct Field {
    let tag: Int
    let type: Int
    let count: Int
    var value: [UInt8]

    static func text(_ tag: Int, _ text: String) -> Field {
      let bytes = Array(text.utf8) + [0]
      return Field(tag: tag, type: 2, count: bytes.count, value: bytes)
    }

    static func short(_ tag: Int, _ value: Int) -> Field {
      Field(tag: tag, type: 3, count: 1, value: number(value, 2) + [0, 0])
    }

    /// Short exposures as one over a whole number, others in thousandths.
    static func fraction(_ tag: Int, _ value: Double) -> Field {
      let parts =
        value < 0.3
        ? (1, Int(min(4e9, (1 / value).rounded()))) : (Int((value * 1000).rounded()), 1000)
      return Field(tag: tag, type: 5, count: 1, value: number(parts.0, 4) + number(parts.1, 4))
    }

    static func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static func directory(_ fields: [Field], at base: Int) -> [UInt8] {
      let fields = fields.sorted { $0.tag < $1.tag }
      var entries = number(fields.count, 2)
      var values: [UInt8] = []
      for field in fields {
        entries += number(field.tag, 2) + number(field.type, 2) + number(field.count, 4)
        if field.value.count <= 4 {
          entries += field.value + Array(repeating: 0, count: 4 - field.value.count)
        } else {
          entries += number(base + 6 + 12 * fields.count + values.count, 4)
          values += field.value + (field.value.count % 2 == 1 ? [0] : [])
        }
      }
      return entries + number(0, 4) + values
    }
  }
}
