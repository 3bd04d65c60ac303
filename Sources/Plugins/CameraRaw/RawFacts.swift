import PictureModel
import TIFFStructure

/// What a raw file says before it is developed.
struct RawFacts {
  /// As shown.
  var width = 0
  var height = 0
  /// Those that are not shown included.
  var sensorPixels = 0
  var bits = 0
  var isGray = false
  /// Whether each cell of the sensor sees one colour alone.
  var isMosaic = false
  /// How the sensor's picture is turned.
  var orientation = Orientation.upright
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
  var place: Place?
  /// An Exif block; `nil` where nothing is known.
  var exif: [UInt8]?
  var xmp: [UInt8]?

  struct Place {
    /// In degrees, north and east.
    let latitude: Double
    let longitude: Double
    /// In metres above the sea.
    let altitude: Double?
  }
}

extension RawFacts {
  /// What LibRaw found as an Exif block (Exif 2.32, 4.6), little-endian; `nil` where that is nothing.
  var exifOfLibRaw: [UInt8]? {
    let builder = DirectoryBuilder(isBigEndian: false, isBig: false)
    let primary = [(TIFFTag.make, make), (TIFFTag.model, model), (TIFFTag.artist, artist)]
    var fields = (primary + [(TIFFTag.dateTime, date)]).filter { !$0.1.isEmpty }.map {
      builder.text($0.0, $0.1)
    }
    let capture = captureFields(builder)
    if !capture.isEmpty { fields.append(builder.directory(TIFFTag.exifDirectory, capture)) }
    if let place {
      fields.append(builder.directory(TIFFTag.gpsDirectory, place.fields(builder)))
    }
    guard !fields.isEmpty else { return nil }
    return builder.header(firstDirectory: 8) + builder.bytes(of: fields, at: 8).bytes
  }

  private func captureFields(_ builder: DirectoryBuilder) -> [DirectoryBuilder.Field] {
    var fields: [DirectoryBuilder.Field] = []
    for (tag, value) in [
      (TIFFTag.exposureTime, exposure), (TIFFTag.aperture, aperture),
      (TIFFTag.focalLength, focalLength),
    ] where value > 0 && value < 1e6 {
      // Short exposures as one over a whole number, others in thousandths.
      let parts =
        value < 0.3
        ? (1, Int(min(4e9, (1 / value).rounded()))) : (Int((value * 1000).rounded()), 1000)
      fields.append(builder.rationals(tag, [parts]))
    }
    if sensitivity >= 1, sensitivity <= 65535 {
      fields.append(builder.short(TIFFTag.sensitivity, Int(sensitivity.rounded())))
    }
    if !date.isEmpty { fields.append(builder.text(TIFFTag.dateTimeOriginal, date)) }
    if !lens.isEmpty { fields.append(builder.text(TIFFTag.lensModel, lens)) }
    return fields
  }
}

extension RawFacts.Place {
  /// Exif 2.32, 4.6.6.
  fileprivate func fields(_ builder: DirectoryBuilder) -> [DirectoryBuilder.Field] {
    func angle(_ tag: UInt16, _ value: Double) -> DirectoryBuilder.Field {
      // Degrees, minutes, and seconds to a thousandth, which is 3 cm.
      let thousandths = Int((min(abs(value), 360) * 3_600_000).rounded())
      return builder.rationals(
        tag,
        [
          (thousandths / 3_600_000, 1), (thousandths / 60_000 % 60, 1),
          (thousandths % 60_000, 1000),
        ])
    }
    var fields = [
      builder.text(1, latitude < 0 ? "S" : "N"), angle(2, latitude),
      builder.text(3, longitude < 0 ? "W" : "E"), angle(4, longitude),
    ]
    if let altitude, abs(altitude) < 1e6 {
      fields.append(builder.bytes(5, TIFFType.byte, [altitude < 0 ? 1 : 0]))
      fields.append(builder.rationals(6, [(Int((abs(altitude) * 100).rounded()), 100)]))
    }
    return fields
  }
}
