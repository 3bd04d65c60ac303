import ConverterCore

/// libmagic's opinion on the beginning of a file; none where the library is not installed.
struct MagicNamer: TypeNamer {
  /// libmagic's own default is 1 MiB; its rules for what has no known signature look at less.
  private static let headByteCount = 64 * 1024

  func name(_ input: InputFile) -> (mediaType: String, description: String)? {
    // Files are asked about one at a time, and rarely: a database for each keeps threads apart.
    guard let database = MagicHandle(),
      let head = try? input.read(at: 0, count: Self.headByteCount),
      let mediaType = database.mediaType(of: head), !Self.isNoAnswer(mediaType)
    else { return nil }
    return (mediaType, database.description(of: head) ?? mediaType)
  }

  /// What libmagic says when it does not know, or believes too easily.
  ///
  /// Of 300 files of noise it took four for DOS programs by their first instruction, and eleven for
  /// OpenPGP keys, which have no media type; programs with a header never get here.
  private static func isNoAnswer(_ mediaType: String) -> Bool {
    ["application/octet-stream", "application/x-empty", "application/x-dosexec"].contains(mediaType)
      || mediaType.hasPrefix("text/") || !mediaType.contains("/")
  }
}
