import Foundation
import TestSupport
import Testing

/// What `--metadata share` leaves of photos, as exiftool finds it.
@Suite(
  .enabled(if: Places.has(program: "exiftool"), "exiftool is not installed"))
struct SharedMetadataTests {
  /// Names of exiftool, with their groups: "GPS:GPSLatitude", by the paths of files.
  private typealias Tags = [String: [String: Any]]

  /// Places, serial numbers, owners, maker notes and embedded pictures.
  private static func identifies(_ tag: String) -> Bool {
    let parts = tag.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return false }
    let (group, name) = (parts[0], parts[1])
    // The file itself, and the times of a preview in the header of each animation, which are none.
    guard !["System", "File", "ExifTool"].contains(group),
      !["QuickTime:PreviewTime", "QuickTime:PreviewDuration"].contains(tag)
    else { return false }
    return makers.contains { group.hasPrefix($0) } || words.contains { name.contains($0) }
  }

  private static let makers = [
    "Apple", "Canon", "MakerNotes", "MakerUnknown", "Nikon", "Nintendo", "Samsung", "Sony", "GPS",
    "IFD1", "IPTC", "Photoshop", "MPImage", "XMP-aux", "XMP-GCamera",
  ]

  private static let words = [
    "GPS", "Serial", "Owner", "UniqueID", "MakerNote", "Makernote", "Thumbnail", "PreviewImage",
    "JpgFromRaw", "HostComputer", "Location", "City", "Country", "PersonInImage",
  ]

  /// Of TIFF a second directory is a page, and pages are pictures of their own.
  private static func identifies(_ tag: String, in name: String) -> Bool {
    let isPage = name.hasSuffix(".tif") && tag.hasPrefix("IFD1:")
    return identifies(isPage ? "IFD0:" + tag.dropFirst(5) : tag)
  }

  private static func tags(of folder: String) throws -> Tags {
    let result = try Program.run(
      "/usr/bin/env", ["exiftool", "-j", "-G1", "-a", "-u", "-ee", "-r", "-ext", "*", folder])
    let entries = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]]
    return (entries ?? []).reduce(into: [:]) { tags, entry in
      guard let source = entry["SourceFile"] as? String else { return }
      tags[source] = entry
    }
  }

  /// Copies of all photos with Exif, XMP, Photoshop's resources or texts, but for those that cannot be read.
  private static func photos(in scratch: ScratchFolder) throws -> Int {
    let folders = ["heic", "jpeg", "png", "webp", "tiff", "avif"]
    let groups = ["IFD0:", "ExifIFD:", "XMP-", "Photoshop:", "IPTC:", "PNG:Comment", "GPS:"]
    let unreadable = ["avc-in-heif-clap.heif", "ultrahdr-gainmap.jpg"]
    var count = 0
    for folder in folders {
      for (source, entry) in try tags(of: Corpus.path("images/\(folder)")) {
        let name = URL(fileURLWithPath: source).lastPathComponent
        guard !name.hasPrefix("bad-"),
          !unreadable.contains(name), !source.contains("/pngsuite/x"),
          entry.keys.contains(where: { key in groups.contains { key.hasPrefix($0) } })
        else { continue }
        try scratch.copy(source, as: "photos/\(folder)/\(name)")
        count += 1
      }
    }
    return count
  }

  private static let fixtures = [
    "camera.jpg", "turned.jpg", "photo.heic", "photo.webp", "others/profile.jpg",
    "others/422.jpg", "others/turned.jpg", "others/stereo.mpo", "others/metadata.png",
    "others/metadata.webp", "others/turned.webp", "others/exif/intel.jpg",
    "others/exif/motorola.jpg", "others/exif/exiftool.heic", "others/exif/exiftool.avif",
    "others/gainmap-apple.heic",
  ]

  @Test func nothingThatIdentifiesIsLeftOfFixtures() throws {
    let scratch = try ScratchFolder()
    for (number, name) in Self.fixtures.enumerated() {
      let suffix = name.split(separator: ".").last ?? ""
      try scratch.copy(Places.fixture(name), as: "photos/\(number).\(suffix)")
    }
    try expectNothingThatIdentifies(
      in: scratch, count: Self.fixtures.count, dates: Self.fixtures.count,
      before: [
        "GPS:GPSLatitude", "ExifIFD:OwnerName", "ExifIFD:SerialNumber",
        "ExifIFD:LensSerialNumber", "ExifIFD:ImageUniqueID", "XMP-aux:SerialNumber",
        "IFD1:ThumbnailImage", "IFD0:HostComputer", "XMP-photoshop:City", "Apple:HDRGain",
      ])
  }

  @Test(.enabled(if: Corpus.isPresent)) func nothingThatIdentifiesIsLeft() throws {
    let scratch = try ScratchFolder()
    let count = try Self.photos(in: scratch)
    #expect(count >= 50)
    try expectNothingThatIdentifies(
      in: scratch, count: count, dates: 20,
      before: [
        "GPS:GPSLatitude", "ExifIFD:OwnerName", "Canon:OwnerName", "XMP-aux:SerialNumber",
        "Sony:InternalSerialNumber", "ExifIFD:ImageUniqueID", "IFD1:ThumbnailImage",
        "Photoshop:PhotoshopThumbnail", "IFD0:HostComputer",
      ])
  }

  /// - Parameters:
  ///   - dates: how many photos have one at least, which is to be shared.
  ///   - wanted: tags that identify, which some photo has before.
  private func expectNothingThatIdentifies(
    in scratch: ScratchFolder, count: Int, dates least: Int, before wanted: [String]
  ) throws {
    // The test would notice: this is what there is to be lost.
    let before = try Self.tags(of: scratch.file("photos"))
    #expect(before.count == count)
    let found = Set(before.values.flatMap(\.keys).filter(Self.identifies))
    for tag in wanted { #expect(found.contains(tag), "\(tag)") }
    for type in ["jpeg", "heic", "png", "webp", "tiff"] {
      let result = try Program.run(
        Program.fairy,
        [
          "convert", "-r", "photos", "--to", type, "--resize", "160", "--metadata", "share", "-o",
          "\(type)/", "--no-journal",
        ], in: scratch.path)
      #expect(result.status == 0, "\(result.error)")
      let after = try Self.tags(of: scratch.file(type))
      #expect(after.count >= count, "\(type)")
      var dates = 0
      for (name, entry) in after {
        let left = entry.keys.filter { Self.identifies($0, in: name) }.sorted()
        #expect(left == [], "\(name)")
        if entry["ExifIFD:DateTimeOriginal"] != nil { dates += 1 }
      }
      // What is to be shared is there.
      #expect(dates >= least, "\(type)")
    }
  }

  /// Without the word it is kept where the target holds it, so what the other test finds missing was taken away.
  @Test(
    arguments: [
      Sample.files(fixtures: ["camera.jpg", "others/profile.jpg"], corpus: []),
      Sample.files(
        fixtures: [],
        corpus: ["images/heic/iphone-xr-portrait-gps.heic", "images/jpeg/samsung-s7-gps.jpg"]),
    ].filter { !$0.isEmpty })
  func keepingKeeps(samples: [Sample]) throws {
    let scratch = try ScratchFolder()
    for sample in samples {
      try scratch.copy(
        sample.path, as: "photos/\(URL(fileURLWithPath: sample.path).lastPathComponent)")
    }
    for type in ["jpeg", "heic", "png", "webp", "tiff"] {
      let result = try Program.run(
        Program.fairy,
        [
          "convert", "-r", "photos", "--to", type, "--resize", "160", "-o", "\(type)/",
          "--no-journal",
        ], in: scratch.path)
      #expect(result.status == 0, "\(result.error)")
      let after = try Self.tags(of: scratch.file(type))
      #expect(after.count == 2)
      for (name, entry) in after {
        #expect(entry["GPS:GPSLatitude"] != nil, "\(name)")
        #expect(entry.keys.contains { Self.identifies($0, in: name) }, "\(name)")
      }
    }
  }
}
