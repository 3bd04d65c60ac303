extension Exif {
  /// How, when and where a picture was taken, as far as its Exif tells.
  package struct Capture: Equatable {
    /// Make and model, the make said once: "Canon PowerShot G9".
    package var camera: String?
    package var lens: String?
    /// In seconds.
    package var exposureTime: Double?
    /// The f-number.
    package var aperture: Double?
    package var sensitivity: Int?
    /// In millimetres, as is the one that gives the same view on 36×24 mm film.
    package var focalLength: Double?
    package var focalLength35: Int?
    /// ISO 8601: "2021-02-13T19:29:03.25+01:00"; without an offset where Exif gives none.
    package var taken: String?
    package var place: Place?

    package init() {}

    /// WGS 84; degrees, north and east positive, and metres above sea level.
    package struct Place: Equatable {
      package var latitude: Double
      package var longitude: Double
      package var altitude: Double?
    }
  }

  package static func capture(of exif: [UInt8]) -> Capture {
    guard let structure = Structure(exif) else { return Capture() }
    var capture = Capture()
    capture.camera = camera(
      make: structure.text(Tag.make, in: .primary), model: structure.text(Tag.model, in: .primary))
    capture.lens = structure.text(Tag.lensModel, in: .exif)
    capture.exposureTime = structure.positive(Tag.exposureTime)
    capture.aperture = structure.positive(Tag.fNumber)
    capture.focalLength = structure.positive(Tag.focalLength)
    capture.sensitivity = structure.positive(Tag.sensitivity).map { Int($0) }
    capture.focalLength35 = structure.positive(Tag.focalLength35).map { Int($0) }
    capture.taken =
      structure.date(
        structure.text(Tag.dateTimeOriginal, in: .exif), fraction: Tag.subSecondOriginal,
        offset: Tag.offsetTimeOriginal)
      ?? structure.date(
        structure.text(Tag.dateTime, in: .primary), fraction: Tag.subSecond, offset: Tag.offsetTime)
    capture.place = structure.place
    return capture
  }

  private static func camera(make: String?, model: String?) -> String? {
    guard let make, let model else { return model ?? make }
    // "NIKON CORPORATION" and "NIKON D5300", "Canon" and "Canon PowerShot G9".
    let brand = make.split(separator: " ").first ?? ""
    return model.lowercased().hasPrefix(brand.lowercased()) ? model : "\(make) \(model)"
  }
}

extension Exif.Structure {
  /// A number above 0 that is of no astronomical size; cameras write 0 for what they do not know.
  fileprivate func positive(_ tag: UInt16) -> Double? {
    number(tag, in: .exif).flatMap { $0 > 0 && $0 <= 1e9 ? $0 : nil }
  }

  /// "2021:02:13 19:29:03" with its fraction and offset, in the form of ISO 8601.
  fileprivate func date(_ text: String?, fraction: UInt16, offset: UInt16) -> String? {
    guard let text, text.utf8.count >= 19 else { return nil }
    let bytes = Array(text.utf8.prefix(19))
    let separators = [4, 7, 10, 13, 16]
    for (index, byte) in bytes.enumerated() {
      guard Self.isDigit(byte) != separators.contains(index) else { return nil }
    }
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    guard part(0..<4) != "0000", part(5..<7) != "00", part(8..<10) != "00" else { return nil }
    var result = "\(part(0..<4))-\(part(5..<7))-\(part(8..<10))T"
    result += "\(part(11..<13)):\(part(14..<16)):\(part(17..<19))"
    if let digits = self.text(fraction, in: .exif), digits.utf8.allSatisfy(Self.isDigit) {
      result += ".\(digits.prefix(9))"
    }
    if let zone = self.text(offset, in: .exif), zone.utf8.count == 6,
      zone.utf8.allSatisfy({ Self.isDigit($0) || "+-:".utf8.contains($0) })
    {
      result += zone
    }
    return result
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  fileprivate var place: Exif.Capture.Place? {
    guard let latitude = degrees(2, reference: 1, negative: "S", limit: 90),
      let longitude = degrees(4, reference: 3, negative: "W", limit: 180)
    else { return nil }
    var altitude = number(6, in: .gps)
    // 1 is below sea level; some write it as text.
    if let reference = field(5, in: .gps), integer(reference) == 1 { altitude?.negate() }
    return Exif.Capture.Place(latitude: latitude, longitude: longitude, altitude: altitude)
  }

  /// Degrees, minutes and seconds as one number.
  private func degrees(
    _ tag: UInt16, reference: UInt16, negative: String, limit: Double
  ) -> Double? {
    guard let field = field(tag, in: .gps), let whole = number(field) else { return nil }
    let minutes = number(field, at: 1) ?? 0
    let seconds = number(field, at: 2) ?? 0
    let value = whole + minutes / 60 + seconds / 3600
    guard (0...limit).contains(value) else { return nil }
    return text(reference, in: .gps)?.uppercased() == negative ? -value : value
  }
}
