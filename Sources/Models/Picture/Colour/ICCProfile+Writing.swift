extension ICCProfile {
  /// The profile of a display with these primaries and one curve for all three.
  ///
  /// Some 500 bytes, the same for the same arguments: there is no date of creation in them.
  /// `nil` for chromaticities that no display can have.
  public init?(_ chromaticities: Chromaticities, curve: ToneCurve, name: String) {
    guard let matrix = chromaticities.matrixToD50, let adaptation = chromaticities.adaptationToD50
    else { return nil }
    let (red, blue) = (fixedPoint(matrix.columns.0), fixedPoint(matrix.columns.2))
    let white = fixedPoint(Chromaticities.d50)
    // Rounded so that the three add up to white exactly: what is gray stays gray.
    let green = white &- red &- blue
    let curve = curve.tag
    self.init(
      space: "RGB ", name: name, white: white,
      tags: [
        ("chad", adaptationTag(adaptation)), ("rXYZ", xyzTag(red)), ("gXYZ", xyzTag(green)),
        ("bXYZ", xyzTag(blue)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
      ])
  }

  /// The profile of gray samples with this curve.
  public init?(gray curve: ToneCurve, name: String) {
    self.init(
      space: "GRAY", name: name, white: fixedPoint(Chromaticities.d50), tags: [("kTRC", curve.tag)])
  }

  /// The profile that says what code points say; `nil` where there is none (see
  /// ``CodingIndependentCodePoints/curve``). Its name is theirs.
  public init?(_ points: CodingIndependentCodePoints) {
    guard let chromaticities = points.chromaticities, let curve = points.curve else { return nil }
    self.init(chromaticities, curve: curve, name: points.name)
  }

  /// The profile of gray samples with the transfer function of code points.
  public init?(gray points: CodingIndependentCodePoints) {
    guard let curve = points.curve else { return nil }
    self.init(gray: curve, name: "Gray, \(points.transferName)")
  }

  private init?(
    space: StaticString, name: String, white: SIMD3<Int32>, tags: [(StaticString, [UInt8])]
  ) {
    let tags =
      [("desc", textTag(name)), ("cprt", textTag("CC0")), ("wtpt", xyzTag(white))] + tags
    var table: [UInt8] = []
    var elements: [UInt8] = []
    var offsets: [[UInt8]: Int] = [:]
    for (signature, element) in tags {
      // Equal elements stand once: the three curves.
      let offset = offsets[element] ?? Self.headerCount + 12 * tags.count + elements.count
      if offsets.updateValue(offset, forKey: element) == nil { elements += element }
      table.append32(fourCC(signature))
      table.append32(UInt32(offset))
      table.append32(UInt32(element.count))
    }
    var header: [UInt8] = []
    header.append32(UInt32(Self.headerCount + table.count + elements.count))
    header.append32(0 as UInt32)
    header.append32(0x0430_0000 as UInt32)
    for word in ["mntr", space, "XYZ "] as [StaticString] { header.append32(fourCC(word)) }
    // A date is required; this one is only valid.
    for number in [2020, 1, 1, 0, 0, 0] as [UInt16] { header.append16(number) }
    header.append32(fourCC("acsp"))
    header += [UInt8](repeating: 0, count: 28)
    for number in [Chromaticities.d50.x, Chromaticities.d50.y, Chromaticities.d50.z] {
      header.append32(fixedPoint(number))
    }
    header += [UInt8](repeating: 0, count: 48)
    header.append32(UInt32(tags.count))
    try? self.init(header + table + elements)
  }
}

extension ToneCurve {
  /// A `para` or `curv` tag.
  fileprivate var tag: [UInt8] {
    var tag: [UInt8] = []
    switch self {
    case .parametric(let p):
      tag.append32(fourCC("para"))
      tag.append32(0 as UInt32)
      let isPower = p == Parameters(gamma: p.gamma)
      let hasOffsets = p.e != 0 || p.f != 0
      tag.append16(isPower ? 0 : hasOffsets ? 4 : 3)
      tag.append16(0)
      let numbers = [p.gamma, p.a, p.b, p.c, p.d, p.e, p.f].prefix(isPower ? 1 : hasOffsets ? 7 : 5)
      for number in numbers { tag.append32(fixedPoint(number)) }
    case .table(let values):
      tag.append32(fourCC("curv"))
      tag.append32(0 as UInt32)
      tag.append32(UInt32(values.count))
      for value in values { tag.append16(value) }
      if tag.count % 4 != 0 { tag += [0, 0] }
    }
    return tag
  }
}

/// A `mluc` tag with one text in English.
private func textTag(_ text: String) -> [UInt8] {
  var tag: [UInt8] = []
  let units = Array(text.utf16)
  tag.append32(fourCC("mluc"))
  for number in [0, 1, 12] as [UInt32] { tag.append32(number) }
  tag.append32(fourCC("enUS"))
  tag.append32(UInt32(2 * units.count))
  tag.append32(28 as UInt32)
  for unit in units { tag.append16(unit) }
  if tag.count % 4 != 0 { tag += [0, 0] }
  return tag
}

private func xyzTag(_ value: SIMD3<Int32>) -> [UInt8] {
  var tag: [UInt8] = []
  tag.append32(fourCC("XYZ "))
  tag.append32(0 as UInt32)
  for number in [value.x, value.y, value.z] { tag.append32(number) }
  return tag
}

private func adaptationTag(_ matrix: ColourMatrix) -> [UInt8] {
  var tag: [UInt8] = []
  tag.append32(fourCC("sf32"))
  tag.append32(0 as UInt32)
  let columns = [matrix.columns.0, matrix.columns.1, matrix.columns.2]
  for row in 0..<3 {
    for column in columns { tag.append32(fixedPoint(column[row])) }
  }
  return tag
}

private func fixedPoint(_ value: Double) -> Int32 {
  Int32(min(max((value * 65536).rounded(), -0x8000_0000), 0x7fff_ffff))
}

private func fixedPoint(_ value: SIMD3<Double>) -> SIMD3<Int32> {
  [fixedPoint(value.x), fixedPoint(value.y), fixedPoint(value.z)]
}

extension [UInt8] {
  fileprivate mutating func append16(_ number: UInt16) {
    append(UInt8(number >> 8))
    append(UInt8(number & 255))
  }

  fileprivate mutating func append32(_ number: UInt32) {
    append16(UInt16(number >> 16))
    append16(UInt16(number & 0xffff))
  }

  fileprivate mutating func append32(_ number: Int32) {
    append32(UInt32(bitPattern: number))
  }
}
