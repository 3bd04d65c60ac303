import ConverterCore
import Foundation
import TestSupport
import Testing

@testable import PictureModel

/// The Exif of pictures of other programs and cameras, edited and shared, as exiftool reads it.
@Suite(
  "Metadata of other programs' pictures",
  .enabled(if: ExifTool.path != nil, "exiftool is not installed"))
struct CorpusMetadataTests {
  /// Pictures whose files have different names, and how much of each kind they hold at least.
  struct Album: CustomTestStringConvertible {
    var testDescription: String
    /// Files, and folders of files.
    var paths: [String]
    /// Exif by the names of the files.
    var streams: [(name: String, bytes: [UInt8])]
    var least: (streams: Int, places: Int, packets: Int, profiles: Int)

    init(_ name: String, _ paths: [String], least: (Int, Int, Int, Int)) {
      testDescription = name
      self.paths = paths
      streams = (try? ExifTool.extract("Exif", from: paths)) ?? []
      self.least = least
    }
  }

  private static let fixtures = Album(
    "fixtures",
    ["camera.jpg", "photo.heic", "photo.webp", "others/exif"].map(Places.fixture),
    least: (7, 7, 4, 2))

  /// The corpus's are seen only where it is.
  private static let albums =
    [fixtures]
    + (Corpus.isPresent
      ? [
        Album(
          "corpus",
          ["jpeg", "jpeg/orientation", "heic", "avif"].map { Corpus.path("images/\($0)") },
          least: (30, 8, 15, 10))
      ] : [])

  private func apply(_ policy: ConversionOptions.MetadataPolicy, to exif: [UInt8]) throws
    -> [UInt8]?
  {
    var picture = MetadataTransformTests.picture(orientation: .rotated90)
    picture.facts.metadata = PictureMetadata()
    picture.facts.metadata.exif = exif
    var options = ConversionOptions()
    options.metadata = policy
    return try MetadataTransform().apply(
      to: picture, for: MetadataTransformTests.all, options: options,
      in: ConversionContext(registry: Registry())
    ).facts.metadata.exif
  }

  @Test("There are streams of many makers", arguments: albums)
  func streams(_ album: Album) {
    #expect(album.streams.count >= album.least.streams)
  }

  @Test(
    "Kept Exif differs in orientation, size and thumbnail, and in nothing else", arguments: albums)
  func keep(_ album: Album) throws {
    let before = try ExifTool.read(exif: album.streams)
    let after = try ExifTool.read(
      exif: album.streams.compactMap { stream in
        try apply(.keep, to: stream.bytes).map { (stream.name, $0) }
      })
    #expect(before.count == album.streams.count && after.count == before.count)
    for (name, tags) in before {
      let kept = try #require(after[name])
      func rest(_ tags: [String: String]) -> [String: String] {
        tags.filter { !$0.key.hasPrefix("IFD1:") && !Self.corrected.contains($0.key) }
      }
      #expect(rest(kept) == rest(tags), "\(name)")
      #expect(!kept.keys.contains { $0.hasPrefix("IFD1:") }, "\(name)")
      if tags["IFD0:Orientation"] != nil { #expect(kept["IFD0:Orientation"] == "1", "\(name)") }
      if tags["ExifIFD:ExifImageWidth"] != nil {
        #expect(kept["ExifIFD:ExifImageWidth"] == "3024", "\(name)")
      }
    }
  }

  private static let corrected: Set<String> = [
    "IFD0:Orientation", "IFD0:ImageWidth", "IFD0:ImageHeight", "ExifIFD:ExifImageWidth",
    "ExifIFD:ExifImageHeight",
  ]

  @Test(
    "Shared Exif has the dates and exposure, nothing that identifies, and gives no warning",
    arguments: albums)
  func share(_ album: Album) throws {
    let before = try ExifTool.read(exif: album.streams)
    let shared = try album.streams.compactMap { stream in
      try apply(.share, to: stream.bytes).map { (stream.name, $0) }
    }
    let after = try ExifTool.read(exif: shared)
    #expect(after.count == shared.count)
    for (name, tags) in after {
      #expect(
        Set(tags.keys.map { $0.prefix { $0 != ":" } }).isSubset(of: ["IFD0", "ExifIFD"]), "\(name)")
      let identifying = tags.keys.filter { key in
        ["GPS", "Serial", "MakerNote", "Thumbnail", "Owner", "UniqueID", "Comment", "HostComputer"]
          .contains { key.contains($0) }
      }
      #expect(identifying == [], "\(name)")
      let original = try #require(before[name])
      for key in Self.staying {
        // An empty text is not worth a field.
        #expect(tags[key] ?? "" == original[key] ?? "", "\(key) of \(name)")
      }
      #expect(tags["IFD0:Orientation"] ?? "1" == "1", "\(name)")
    }
  }

  private static let staying =
    ["Make", "Model", "ModifyDate", "Artist", "XResolution"].map { "IFD0:\($0)" }
    + [
      "DateTimeOriginal", "CreateDate", "OffsetTime", "OffsetTimeOriginal", "SubSecTimeOriginal",
      "ExposureTime", "FNumber", "ISO", "FocalLength", "FocalLengthIn35mmFormat", "LensModel",
      "LensInfo", "Flash", "ExposureCompensation", "ColorSpace",
    ].map { "ExifIFD:\($0)" }

  @Test("What is shown of how a picture was taken is what exiftool reads", arguments: albums)
  func capture(_ album: Album) throws {
    let exif = try ExifTool.read(exif: album.streams)
    let places = try ExifTool.tags(["-n", "-Composite:all", "-n"], of: album.paths)
    var placeCount = 0
    for stream in album.streams {
      let capture = Exif.capture(of: stream.bytes)
      let tags = try #require(exif[stream.name])
      func agree(_ value: Double?, _ key: String, _ source: [String: String]) {
        let expected = source[key].flatMap(Double.init).flatMap { $0 == 0 ? nil : $0 }
        let difference = abs((value ?? 0) - (expected ?? 0))
        #expect(difference <= 1e-6 * abs(expected ?? 0), "\(key) of \(stream.name)")
      }
      agree(capture.exposureTime, "ExifIFD:ExposureTime", tags)
      agree(capture.aperture, "ExifIFD:FNumber", tags)
      agree(capture.focalLength, "ExifIFD:FocalLength", tags)
      agree(capture.focalLength35.map(Double.init), "ExifIFD:FocalLengthIn35mmFormat", tags)
      if let place = places[stream.name], place["Composite:GPSLatitude"] != nil {
        agree(capture.place?.latitude, "Composite:GPSLatitude", place)
        agree(capture.place?.longitude, "Composite:GPSLongitude", place)
        placeCount += 1
      }
    }
    #expect(placeCount >= album.least.places)
  }

  @Test("XMP is read, corrected and shared", arguments: albums)
  func xmp(_ album: Album) throws {
    let packets = try ExifTool.extract("XMP", from: album.paths)
    #expect(packets.count >= album.least.packets)
    for packet in packets {
      let properties = try #require(XMP.properties(of: packet.bytes), "\(packet.name)")
      let corrections = XMP.Corrections(width: 1, height: 1, keepsThumbnail: true)
      let corrected = XMP.corrected(packet.bytes, properties, corrections)
      let remaining = try #require(XMP.properties(of: corrected), "\(packet.name)")
      #expect(
        remaining.map(\.name)
          == properties.map(\.name).filter { !XMP.describesAppendedData($0) }, "\(packet.name)")
      if let shared = XMP.shareable(packet.bytes, properties) {
        let names = try #require(XMP.properties(of: shared), "\(packet.name)").map(\.name.local)
        let allowed: Set = [
          "CreateDate", "ModifyDate", "DateCreated", "DateTimeOriginal", "DateTimeDigitized",
          "DateTime", "creator", "rights",
        ]
        #expect(Set(names).isSubset(of: allowed), "\(packet.name)")
      }
    }
  }

  @Test("ICC profiles have the names that exiftool reads", arguments: albums)
  func profiles(_ album: Album) throws {
    let profiles = try ExifTool.extract("ICC_Profile", from: album.paths)
    let tags = try ExifTool.tags(["-ICC_Profile:ProfileDescription"], of: album.paths)
    #expect(profiles.count >= album.least.profiles)
    for profile in profiles {
      #expect(
        (try? ICCProfile(profile.bytes))?.name
          == tags[profile.name]?["ICC_Profile:ProfileDescription"], "\(profile.name)")
    }
  }

  @Test("Every stream survives being cut at thirty places", arguments: albums)
  func truncation(_ album: Album) throws {
    for stream in album.streams {
      for step in 0..<30 {
        let cut = Array(stream.bytes[..<(stream.bytes.count * step / 30)])
        _ = Exif.capture(of: cut)
        _ = try apply(.keep, to: cut)
        _ = try apply(.share, to: cut)
      }
    }
  }
}
