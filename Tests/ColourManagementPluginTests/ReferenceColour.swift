import Foundation

/// Colour arithmetic in double precision, written apart from the code under test.
enum Reference {
  /// 24 patches in the manner of a colour checker, as 8-bit Display P3.
  static let patches: [[Int]] = [
    [110, 83, 70], [187, 151, 132], [101, 122, 155], [94, 108, 72], [130, 128, 173],
    [125, 188, 171], [205, 127, 58], [77, 92, 162], [182, 92, 100], [89, 63, 104],
    [167, 186, 82], [217, 164, 63], [55, 64, 143], [91, 147, 82], [160, 60, 63],
    [228, 199, 55], [174, 91, 147], [70, 133, 158], [243, 243, 242], [200, 200, 200],
    [160, 160, 160], [122, 122, 121], [85, 85, 85], [52, 52, 52],
  ]

  static func decode(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  static func encode(_ value: Double) -> Double {
    let light = min(max(value, 0), 1)
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Display P3 to sRGB; both under D65, so no adaptation comes in (rows of the matrix as published
  /// in CSS Color 4).
  static func p3ToSRGB(_ colour: [Double]) -> [Double] {
    let light = colour.map(decode)
    let rows: [[Double]] = [
      [1.2249401762805598, -0.2249401762805597, 0],
      [-0.0420569547096881, 1.0420569547096881, 0],
      [-0.0196375545903344, -0.0786360455506319, 1.0982736001409663],
    ]
    return rows.map { row in
      encode(row[0] * light[0] + row[1] * light[1] + row[2] * light[2])
    }
  }
}
