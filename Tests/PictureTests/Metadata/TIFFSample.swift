/// Exif streams made by hand for the tests: directories of fields, laid out one after the other,
/// each followed by its long values.
struct TIFFSample {
  struct Field {
    var tag: Int
    var type: Int
    var count: Int
    var value: [UInt8]
  }

  var isBigEndian = true
  var primary: [Field] = []
  var exif: [Field] = []
  var gps: [Field] = []
  var thumbnail: [Field] = []
  /// The JPEG stream of the thumbnail, which stands last.
  var thumbnailData: [UInt8] = []

  func number(_ value: Int, size: Int) -> [UInt8] {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  func short(_ tag: Int, _ value: Int) -> Field {
    Field(tag: tag, type: 3, count: 1, value: number(value, size: 2))
  }

  func long(_ tag: Int, _ value: Int) -> Field {
    Field(tag: tag, type: 4, count: 1, value: number(value, size: 4))
  }

  func text(_ tag: Int, _ text: String) -> Field {
    Field(tag: tag, type: 2, count: text.utf8.count + 1, value: Array(text.utf8) + [0])
  }

  func fractions(_ tag: Int, _ parts: (Int, Int)...) -> Field {
    Field(
      tag: tag, type: 5, count: parts.count,
      value: parts.flatMap { number($0.0, size: 4) + number($0.1, size: 4) })
  }

  func bytes(_ tag: Int, _ value: [UInt8]) -> Field {
    Field(tag: tag, type: 7, count: value.count, value: value)
  }

  var stream: [UInt8] {
    var pointers: [Int: Int] = [:]
    var result = layout(pointers)
    // The pointers do not change the layout, so two passes settle them.
    pointers = result.offsets
    result = layout(pointers)
    return result.bytes
  }

  private func layout(_ offsets: [Int: Int]) -> (bytes: [UInt8], offsets: [Int: Int]) {
    var primary = primary
    if !exif.isEmpty { primary.append(long(0x8769, offsets[1] ?? 0)) }
    if !gps.isEmpty { primary.append(long(0x8825, offsets[2] ?? 0)) }
    var thumbnail = thumbnail
    if !thumbnailData.isEmpty {
      thumbnail += [long(0x0201, offsets[4] ?? 0), long(0x0202, thumbnailData.count)]
    }
    var bytes = (isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]) + number(42, size: 2)
    bytes += number(8, size: 4)
    var result: [Int: Int] = [:]
    for (index, fields) in [primary, exif, gps, thumbnail].enumerated() where !fields.isEmpty {
      result[index] = bytes.count
      let next = index == 0 ? offsets[3] ?? 0 : 0
      append(fields, next: next, to: &bytes)
    }
    result[4] = bytes.count
    return (bytes + thumbnailData, result)
  }

  private func append(_ fields: [Field], next: Int, to bytes: inout [UInt8]) {
    let values = bytes.count + 2 + fields.count * 12 + 4
    var long: [UInt8] = []
    bytes += number(fields.count, size: 2)
    for field in fields {
      bytes += number(field.tag, size: 2) + number(field.type, size: 2)
      bytes += number(field.count, size: 4)
      if field.value.count <= 4 {
        bytes += field.value + [UInt8](repeating: 0, count: 4 - field.value.count)
      } else {
        bytes += number(values + long.count, size: 4)
        long += field.value + (field.value.count % 2 == 0 ? [] : [0])
      }
    }
    bytes += number(next, size: 4) + long
  }

  /// A stream with everything that the policies tell apart.
  static func full(bigEndian: Bool, orientation: Int = 6) -> TIFFSample {
    var sample = TIFFSample(isBigEndian: bigEndian)
    sample.primary = [
      sample.text(0x010E, "Grandma at home"), sample.text(0x010F, "Apple"),
      sample.text(0x0110, "iPhone XR"), sample.short(0x0112, orientation),
      sample.fractions(0x011A, (72, 1)), sample.text(0x0131, "14.4"),
      sample.text(0x0132, "2021:02:13 19:29:03"), sample.text(0x013B, "Ann"),
      sample.text(0x013C, "Ann's iPhone"), sample.text(0x8298, "(c) Ann"),
    ]
    sample.exif = [
      sample.fractions(0x829A, (1, 120)), sample.fractions(0x829D, (9, 5)),
      sample.short(0x8827, 25), sample.bytes(0x9000, Array("0232".utf8)),
      sample.text(0x9003, "2021:02:13 19:29:01"), sample.text(0x9011, "+01:00"),
      sample.fractions(0x920A, (17, 4)), sample.bytes(0x927C, Array("Apple iOS maker note".utf8)),
      sample.bytes(0x9286, Array("ASCII\0\0\0at the lake".utf8)), sample.text(0x9291, "250"),
      sample.short(0xA001, 65535), sample.long(0xA002, 4032), sample.long(0xA003, 3024),
      sample.short(0xA405, 26), sample.text(0xA420, "0123456789ABCDEF"),
      sample.text(0xA430, "Ann Owner"), sample.text(0xA431, "BODY12345"),
      sample.text(0xA434, "back camera 4.25mm f/1.8"), sample.text(0xA435, "LENS67890"),
    ]
    sample.gps = [
      sample.text(1, "N"), sample.fractions(2, (48, 1), (51, 1), (2988, 100)), sample.text(3, "E"),
      sample.fractions(4, (2, 1), (17, 1), (402, 10)),
      Field(tag: 5, type: 1, count: 1, value: [0]), sample.fractions(6, (35, 1)),
    ]
    sample.thumbnail = [sample.short(0x0103, 6)]
    sample.thumbnailData = [0xFF, 0xD8] + [UInt8](repeating: 0x54, count: 40) + [0xFF, 0xD9]
    return sample
  }
}
