internal import ConverterCore
import PictureModel

extension Exif.Capture {
  var facts: [Fact] {
    var result: [Fact] = []
    if let camera {
      result.append(Fact("camera", "Camera", camera.printable, json: .string(camera)))
    }
    if let lens { result.append(Fact("lens", "Lens", lens.printable, json: .string(lens))) }
    if let exposure { result.append(exposure) }
    if let taken {
      result.append(Fact("taken", "Taken", Self.words(ofDate: taken), json: .string(taken)))
    }
    if let place { result.append(place.fact) }
    return result
  }

  /// "1/120 s, f/1.8, ISO 25, 4.2 mm (26 mm equivalent)".
  private var exposure: Fact? {
    var words: [String] = []
    var members: [JSONValue.Member] = []
    if let exposureTime {
      // Up to a quarter of a second cameras give the denominator.
      let isShort = exposureTime <= 0.25
      words.append(
        isShort
          ? "1/\(Int((1 / exposureTime).rounded())) s" : "\(exposureTime.rounded(places: 1)) s")
      members.append(.init("time", .number(exposureTime)))
    }
    if let aperture {
      words.append("f/\(aperture.rounded(places: 1))")
      members.append(.init("aperture", .number(aperture)))
    }
    if let sensitivity {
      words.append("ISO \(sensitivity)")
      members.append(.init("iso", .integer(sensitivity)))
    }
    if let focalLength {
      let equivalent = focalLength35.map { " (\($0) mm equivalent)" } ?? ""
      words.append("\(focalLength.rounded(places: 2)) mm\(equivalent)")
      members.append(.init("focalLength", .number(focalLength)))
    }
    if let focalLength35 {
      if focalLength == nil { words.append("\(focalLength35) mm equivalent") }
      members.append(.init("focalLength35mm", .integer(focalLength35)))
    }
    guard !words.isEmpty else { return nil }
    return Fact("exposure", "Exposure", words.joined(separator: ", "), json: .object(members))
  }

  /// "2021-02-13 19:29:03 +01:00" from the form of ISO 8601, without the fraction.
  private static func words(ofDate date: String) -> String {
    let zone = date.dropFirst(19).drop { $0 != "+" && $0 != "-" }
    return "\(date.prefix(10)) \(date.dropFirst(11).prefix(8))" + (zone.isEmpty ? "" : " \(zone)")
  }
}

extension Exif.Capture.Place {
  /// "48.85830° N, 2.29450° E, 35 m".
  fileprivate var fact: Fact {
    var members = [
      JSONValue.Member("latitude", .number(latitude.rounded(toPlaces: 7))),
      JSONValue.Member("longitude", .number(longitude.rounded(toPlaces: 7))),
    ]
    var words = "\(latitude.magnitude.fixed(places: 5))° \(latitude < 0 ? "S" : "N")"
    words += ", \(longitude.magnitude.fixed(places: 5))° \(longitude < 0 ? "W" : "E")"
    if let altitude, altitude.magnitude < 1e6 {
      words += ", \(Int(altitude.rounded())) m"
      members.append(.init("altitude", .number(altitude.rounded(toPlaces: 3))))
    }
    return Fact("gps", "Place", words, json: .object(members))
  }
}
