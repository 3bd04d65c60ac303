import ConverterCore
import TIFFStructure

/// The directories of a raw file that is built as TIFF files are, which most are (TIFF/EP, DNG 1.6).
struct RawContainer {
  private let input: InputFile
  private let directories: [TIFFDirectory]

  /// More than cameras write; a hostile file could name any number.
  private static let mostDirectories = 64

  /// - Returns: `nil` for a file that is built in another way.
  /// - Throws: `readFailed`.
  init?(_ input: InputFile) throws(ConversionError) {
    guard let file = try? TIFFFile(input) else { return nil }
    self.input = input
    var found: [TIFFDirectory] = []
    var seen: Set<Int> = []
    var waiting = [file.firstDirectory]
    while let offset = waiting.first, found.count < Self.mostDirectories {
      waiting.removeFirst()
      guard offset > 0, seen.insert(offset).inserted,
        let directory = try? file.directory(at: offset)
      else { continue }
      found.append(directory)
      waiting += try directory.integers(TIFFTag.subDirectories, most: 16) + [directory.next]
    }
    guard !found.isEmpty else { return nil }
    directories = found
  }

  /// Refuses what LibRaw would take without a word and fill up with black.
  ///
  /// - Throws: `damagedInput` for a file that ends before its picture, `unsupportedContent`, `readFailed`.
  func check() throws(ConversionError) {
    let isDNG = directories[0].fields[TIFFTag.dngVersion] != nil
    for directory in directories {
      // Cells of a sensor, or three linear colours (DNG 1.6, PhotometricInterpretation).
      guard [32803, 34892].contains(try directory.integer(TIFFTag.photometric)) else { continue }
      let isTiled = directory.fields[TIFFTag.tileOffsets] != nil
      let starts = try directory.integers(isTiled ? TIFFTag.tileOffsets : TIFFTag.stripOffsets)
      let counts = try directory.integers(
        isTiled ? TIFFTag.tileByteCounts : TIFFTag.stripByteCounts)
      for (index, start) in starts.enumerated() {
        // Lengths that cameras write are not always true; those of DNG are.
        let length = isDNG && index < counts.count ? counts[index] : 1
        guard start < input.byteCount, length <= input.byteCount - start else {
          throw ConversionError(
            .damagedInput,
            "is cut off: \(index) of \(starts.count) parts of its picture are there")
        }
      }
      if isDNG, !isTiled, starts.count > 1, try directory.integer(TIFFTag.compression) == 7 {
        throw ConversionError(
          .unsupportedContent,
          "is compressed in strips, of which LibRaw decodes only the first; DNG has tiles for that")
      }
    }
  }

  /// Camera, exposure, place and the like; `nil` where the file has no directory of Exif.
  ///
  /// Maker notes, which hold offsets within the file that they stand in, are left out.
  var exif: [UInt8]? {
    get throws(ConversionError) {
      guard directories[0].fields[TIFFTag.exifDirectory] != nil else { return nil }
      return try directories[0].exif(leavingOut: [TIFFTag.makerNote])
    }
  }
}
