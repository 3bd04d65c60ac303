import ConverterCore
import PDFObjects

/// The streams of pictures that a file in the making has: pictures that are alike get one, and all pages one font.
///
/// What was put into the file is not read again to be compared. Two hashes stand for it, whose keys are other ones
/// in every process: nobody can make pictures that only seem to be alike, and by chance it does not happen.
final class SharedImages {
  private struct Key: Hashable {
    let description: String
    let byteCount: Int
    let hashes: [Int]
  }

  private var known: [Key: PDFObject] = [:]
  private var invisibleFont: PDFObject?

  /// The font of all text layers of the file.
  func font(in file: PDFFile) throws(ConversionError) -> PDFObject {
    if let invisibleFont { return invisibleFont }
    let made = try InvisibleFont.object(in: file)
    invisibleFont = made
    return made
  }

  /// The stream of such bytes, be it one that was made before.
  ///
  /// - Parameters:
  ///   - description: all that stands in its dictionary.
  ///   - more: bytes that decide, too, without being in the stream.
  ///   - make: makes it.
  func stream(
    _ description: String, _ bytes: [UInt8], _ more: [UInt8] = [],
    _ make: () throws(ConversionError) -> PDFObject
  ) throws(ConversionError) -> PDFObject {
    let hashes = (0..<2).map { turn in
      var hasher = Hasher()
      hasher.combine(turn)
      for part in [bytes, more] { hasher.combine(bytes: part.span) }
      return hasher.finalize()
    }
    let key = Key(description: description, byteCount: bytes.count, hashes: hashes)
    if let stream = known[key] { return stream }
    let stream = try make()
    known[key] = stream
    return stream
  }
}
