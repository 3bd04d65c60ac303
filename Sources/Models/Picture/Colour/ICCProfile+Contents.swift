extension ICCProfile {
  /// The profile's own name, such as "Display P3".
  public var name: String? {
    guard let tag = tag("desc"), tag.count >= 12 else { return nil }
    switch fourCCText(tag.bigEndian32(at: 0)) {
    case "desc":
      let count = Int(tag.bigEndian32(at: 8))
      guard count <= tag.count - 12 else { return nil }
      let text = tag.dropFirst(12).prefix(count).prefix { $0 != 0 }
      return Self.printable(String(decoding: text, as: UTF8.self))
    case "mluc":
      // The first record; which language it is in matters little for a proper name.
      guard tag.count >= 28, tag.bigEndian32(at: 8) > 0 else { return nil }
      let count = Int(tag.bigEndian32(at: 20))
      let offset = Int(tag.bigEndian32(at: 24))
      guard offset <= tag.count, count <= tag.count - offset else { return nil }
      let text = tag.dropFirst(offset).prefix(count)
      let units = stride(from: 0, to: text.count - 1, by: 2).map { text.bigEndian16(at: $0) }
      return Self.printable(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
    default: return nil
    }
  }

  /// The code points of a `cicp` tag: the only ones that can stand for PQ or HLG.
  public var statedCodePoints: CodingIndependentCodePoints? {
    guard let tag = tag("cicp"), tag.count >= 12, tag.bigEndian32(at: 0) == fourCC("cicp") else {
      return nil
    }
    let start = tag.startIndex
    let points = CodingIndependentCodePoints(
      primaries: Int(tag[start + 8]), transfer: Int(tag[start + 9]))
    return points.isUnspecified ? nil : points
  }

  /// The code points of a `cicp` tag, or of sRGB or Display P3 where the profile's matrix and curves
  /// are theirs.
  public var codePoints: CodingIndependentCodePoints? {
    if let statedCodePoints { return statedCodePoints }
    switch colourSpace {
    case .gray:
      guard let curve = grayCurve, curve.isIndistinguishable(from: .sRGB) else { return nil }
      return .sRGB
    case .rgb:
      guard let curves = rgbCurves, let matrix = matrixToD50,
        curves.allSatisfy({ $0.isIndistinguishable(from: .sRGB) })
      else { return nil }
      return [CodingIndependentCodePoints.sRGB, .displayP3].first { points in
        guard let expected = points.chromaticities?.matrixToD50 else { return false }
        return matrix.isClose(to: expected)
      }
    case .cmyk, .other: return nil
    }
  }

  /// The curve of a gray profile that is defined by nothing else.
  public var grayCurve: ToneCurve? {
    colourSpace == .gray && !has("A2B0") ? tag("kTRC").flatMap(ToneCurve.init(tag:)) : nil
  }

  /// The curves of red, green and blue, where they and a matrix define the profile.
  public var rgbCurves: [ToneCurve]? {
    guard colourSpace == .rgb, !has("A2B0"), !has("D2B0") else { return nil }
    let curves = [tag("rTRC"), tag("gTRC"), tag("bTRC")]
    let read = curves.compactMap { $0.flatMap(ToneCurve.init(tag:)) }
    return read.count == 3 ? read : nil
  }

  /// From linear RGB to XYZ under D50.
  public var matrixToD50: ColourMatrix? {
    guard let red = xyz("rXYZ"), let green = xyz("gXYZ"), let blue = xyz("bXYZ") else { return nil }
    return ColourMatrix(columns: red, green, blue)
  }

  private func xyz(_ name: StaticString) -> SIMD3<Double>? {
    guard let tag = tag(name), tag.count >= 20, tag.bigEndian32(at: 0) == fourCC("XYZ ") else {
      return nil
    }
    return [tag.fixedPoint(at: 8), tag.fixedPoint(at: 12), tag.fixedPoint(at: 16)]
  }

  /// A name from a file goes to terminals: no control characters, and not without end.
  private static func printable(_ text: String) -> String? {
    let scalars = text.unicodeScalars.filter { $0.value >= 32 && !(127..<160).contains($0.value) }
    let cleaned = String(String.UnicodeScalarView(scalars.prefix(100)))
    return cleaned.isEmpty ? nil : cleaned
  }
}

extension ToneCurve {
  /// Reads a `curv` or `para` tag (ISO 15076-1, 10.6 and 10.18); `nil` where it is damaged.
  init?(tag: ArraySlice<UInt8>) {
    guard tag.count >= 12 else { return nil }
    switch fourCCText(tag.bigEndian32(at: 0)) {
    case "curv":
      let count = Int(tag.bigEndian32(at: 8))
      guard count <= (tag.count - 12) / 2 else { return nil }
      switch count {
      case 0: self = .gamma(1)
      case 1: self = .gamma(Double(tag.bigEndian16(at: 12)) / 256)
      default: self = .table((0..<count).map { tag.bigEndian16(at: 12 + 2 * $0) })
      }
    case "para":
      let kind = Int(tag.bigEndian16(at: 8))
      let counts = [1, 3, 4, 5, 7]
      guard counts.indices.contains(kind), tag.count >= 12 + 4 * counts[kind] else { return nil }
      let p = (0..<counts[kind]).map { tag.fixedPoint(at: 12 + 4 * $0) }
      var parameters = Parameters(gamma: p[0])
      if kind >= 1 { (parameters.a, parameters.b) = (p[1], p[2]) }
      switch kind {
      case 1, 2:
        guard parameters.a != 0 else { return nil }
        parameters.d = -parameters.b / parameters.a
        if kind == 2 { (parameters.e, parameters.f) = (p[3], p[3]) }
      case 3, 4:
        (parameters.c, parameters.d) = (p[3], p[4])
        if kind == 4 { (parameters.e, parameters.f) = (p[5], p[6]) }
      default: break
      }
      self = .parametric(parameters)
    default: return nil
    }
  }
}

extension ColourMatrix {
  /// Whether no number differs by more than makers of profiles round differently.
  func isClose(to other: ColourMatrix) -> Bool {
    let differences = [
      columns.0 - other.columns.0, columns.1 - other.columns.1, columns.2 - other.columns.2,
    ]
    return differences.allSatisfy { $0.max() < 0.0015 && $0.min() > -0.0015 }
  }
}

extension ArraySlice<UInt8> {
  /// An `s15Fixed16Number`.
  func fixedPoint(at offset: Int) -> Double {
    Double(Int32(bitPattern: bigEndian32(at: offset))) / 65536
  }
}
