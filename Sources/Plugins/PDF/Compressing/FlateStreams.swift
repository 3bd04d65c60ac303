import ConverterCore
import Deflate
import PDFObjects
import Synchronization

/// Streams that are no pictures, compressed anew.
struct FlateStreams {
  /// What is larger once expanded is left as it is: it would be held in memory as a whole, several times.
  private static let mostExpanded = 1 << 26
  /// No stream of deflate becomes more than this many times larger.
  private static let mostExpansion = 1032
  /// Up to this size a level is taken that looks for the best way rather than a good one.
  private static let worthEffort = 1 << 17

  private struct Coded: Sendable {
    let bytes: [UInt8]
    let filters: [ImageFilter]
  }

  private final class Compressors {
    private var best: Compressor?
    private var good: Compressor?

    func deflate(_ bytes: [UInt8]) throws(ConversionError) -> [UInt8] {
      if bytes.count <= FlateStreams.worthEffort {
        if best == nil { best = try Compressor(level: 10) }
        return best?.deflate(bytes) ?? []
      }
      if good == nil { good = try Compressor(level: 9) }
      return good?.deflate(bytes) ?? []
    }
  }

  private final class Compressor {
    private let handle: DeflateHandle
    init(level: Int) throws(ConversionError) { handle = try DeflateHandle(level: level) }
    func deflate(_ bytes: [UInt8]) -> [UInt8] { handle.zlibStream(of: bytes) }
  }

  /// How a picture was coded before.
  struct Original: Sendable {
    let codec: String
    let byteCount: Int
  }

  /// Compresses each stream with Flate alone, whatever it had before, and keeps the result where it is smaller.
  ///
  /// - Parameter takesImages: whether pictures that are not coded as such, nor with Flate, are compressed, too:
  ///   what they take is then known before the file is written.
  /// - Returns: how many bytes that saves but for pictures; and what these were.
  static func recompress(
    _ streams: [PDFObject.ID], in file: PDFFile, takesImages: Bool = false,
    in context: ConversionContext
  ) throws(ConversionError) -> (saved: Int, images: [PDFObject.ID: Original]) {
    let saved = Mutex(0)
    let originals = Mutex<[PDFObject.ID: Original]>([:])
    try file.rework(streams, in: context) {
      Compressors()
    } take: { (stream) throws(ConversionError) in
      try coded(stream, takesImages: takesImages)
    } work: { (coded, compressors) throws(ConversionError) -> [UInt8]? in
      try recompressed(coded, compressors)
    } put: { (stream, bytes) throws(ConversionError) in
      guard let bytes else { return }
      let count = stream["/Length"].integer ?? 0
      if stream["/Subtype"].name == "/Image", let id = stream.id {
        let codec = try ImageFilter.all(of: stream).last?.codec ?? "none"
        originals.withLock { $0[id] = Original(codec: codec, byteCount: count) }
      } else {
        saved.withLock { $0 += max(0, count - bytes.count) }
      }
      try stream.fill(
        with: bytes, filter: stream.file.name("/FlateDecode"), parameters: stream.file.null,
        in: context)
      // The length once expanded, and the abbreviation that some files have.
      for key in ["/DL", "/DP"] { stream.removeKey(key) }
      try stream.file.check()
    }
    return (saved.withLock { $0 }, originals.withLock { $0 })
  }

  private static func coded(
    _ stream: PDFObject, takesImages: Bool
  ) throws(ConversionError) -> Coded? {
    guard stream.isStream, !stream.has("/F") else { return nil }
    if stream["/Subtype"].name == "/Image", !takesImages || stream["/Filter"].name == "/FlateDecode"
    {
      return nil
    }
    // Programs that know nothing of PDF look for descriptions of files in their bytes.
    if stream["/Type"].name == "/Metadata", stream["/Filter"].isNull { return nil }
    guard let filters = try? ImageFilter.all(of: stream), !filters.contains(where: \.isImageCodec),
      let bytes = try stream.data(.none), !bytes.isEmpty
    else { return nil }
    return Coded(bytes: bytes, filters: filters)
  }

  /// `nil` where it does not become smaller, or cannot be expanded.
  private static func recompressed(
    _ coded: Coded, _ compressors: Compressors
  ) throws(ConversionError) -> [UInt8]? {
    let (most, isMore) = coded.bytes.count.multipliedReportingOverflow(by: mostExpansion)
    let limit = min(isMore ? mostExpanded : most + 1024, mostExpanded)
    let plain: [UInt8]
    do throws(ConversionError) {
      (plain, _) = try coded.filters.undone(coded.bytes, expecting: limit, isExact: false)
    } catch {
      guard error.isAboutImage else { throw error }
      return nil
    }
    // Of data that end too early there may be nothing left; whoever repairs them better shall have them.
    guard !plain.isEmpty else { return nil }
    let bytes = try compressors.deflate(plain)
    return bytes.count < coded.bytes.count ? bytes : nil
  }
}
