/// A raw file of Adobe's kind (DNG 1.4), whose camera sees sRGB's own colours in linear light.
public struct TinyDNG {
  let width: Int
  let height: Int
  /// Red, green and blue light of every cell: 0.5, 0.25, 0.125.
  private let light = (32768, 16384, 8192)
  let orientation: Int

  public init(width: Int = 64, height: Int = 48, orientation: Int = 1) {
    (self.width, self.height, self.orientation) = (width, height, orientation)
  }

  public var bytes: [UInt8] {
    let data = (0..<width * height).flatMap { index -> [UInt8] in
      let (x, y) = (index % width, index / width)
      let value = x % 2 == 0 && y % 2 == 0 ? light.0 : x % 2 == 1 && y % 2 == 1 ? light.2 : light.1
      return Self.number(value, 2)
    }
    // From CIE XYZ of D65 to linear sRGB (IEC 61966-2-1).
    let matrix = [32406, -15372, -4986, -9689, 18758, 415, 557, -2040, 10570]
    let fields: [(tag: Int, type: Int, count: Int, value: [UInt8])] = [
      (254, 4, 1, Self.number(0, 4)), (256, 4, 1, Self.number(width, 4)),
      (257, 4, 1, Self.number(height, 4)), (258, 3, 1, Self.number(16, 4)),
      (259, 3, 1, Self.number(1, 4)), (262, 3, 1, Self.number(32803, 4)),
      (271, 2, 6, Array("Fairy\0".utf8)), (272, 2, 4, Array("One\0".utf8)),
      (273, 4, 1, Self.number(0, 4)), (274, 3, 1, Self.number(orientation, 4)),
      (277, 3, 1, Self.number(1, 4)), (278, 4, 1, Self.number(height, 4)),
      (279, 4, 1, Self.number(data.count, 4)), (284, 3, 1, Self.number(1, 4)),
      (306, 2, 20, Array("2026:02:03 04:05:06\0".utf8)),
      (33421, 3, 2, Self.number(2, 2) + Self.number(2, 2)), (33422, 1, 4, [0, 1, 1, 2]),
      (50706, 1, 4, [1, 4, 0, 0]), (50708, 2, 10, Array("Fairy One\0".utf8)),
      (50714, 4, 1, Self.number(0, 4)), (50717, 4, 1, Self.number(65535, 4)),
      (50721, 10, 9, matrix.flatMap { Self.number($0, 4) + Self.number(10000, 4) }),
      (50728, 5, 3, (0..<3).flatMap { _ in Self.number(1, 4) + Self.number(1, 4) }),
      (50778, 3, 1, Self.number(21, 4)),
    ]
    let directory = 8
    let start =
      14 + 12 * fields.count + fields.reduce(0) { $0 + ($1.value.count > 4 ? $1.value.count : 0) }
    var entries = Self.number(fields.count, 2)
    var values: [UInt8] = []
    for var field in fields {
      if field.tag == 273 { field.value = Self.number(start, 4) }
      entries +=
        Self.number(field.tag, 2) + Self.number(field.type, 2) + Self.number(field.count, 4)
      if field.value.count <= 4 {
        entries += field.value + Array(repeating: 0, count: 4 - field.value.count)
      } else {
        entries += Self.number(directory + 6 + 12 * fields.count + values.count, 4)
        values += field.value
      }
    }
    return [0x49, 0x49, 42, 0] + Self.number(directory, 4) + entries + Self.number(0, 4) + values
      + data
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
