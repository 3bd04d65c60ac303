public import ConverterCore

/// A file of request lines, or one shard of it, which comes line by line and is never held whole.
///
/// What there is to do is counted, checked and dealt out when it is opened; a line takes a few bytes
/// then, and a bit afterwards.
public struct Manifest: Sendable {
  /// How many lines are this shard's.
  public var files: Int { chosen?.count ?? total }
  /// The sizes of their inputs together.
  public let bytes: Int

  private var lines: RequestLines
  /// How many lines there were when the manifest was opened.
  private let total: Int
  /// How many of them have been passed.
  private var passed = 0
  private let chosen: LineSet?

  /// Reads all lines once.
  ///
  /// - Parameters:
  ///   - file: read several times; a pipe is spooled first.
  ///   - shard: the part that is wanted; `nil` for all of it.
  ///   - defaults: sets what a line may leave unsaid.
  /// - Throws: `usage` when two lines would write one output, whichever shards they are in;
  ///   `readFailed`.
  public init(
    _ file: InputFile, shard: Shard? = nil, vocabulary: RequestVocabulary,
    defaults: @escaping @Sendable (inout Request) -> Void = { _ in }
  ) throws(ConversionError) {
    do throws(ConversionError) {
      lines = RequestLines(file, vocabulary: vocabulary, defaults: defaults)
      var survey = ManifestSurvey(isSplit: shard != nil)
      try survey.read(lines)
      try survey.checkOutputs(of: lines)
      total = survey.files
      let share = shard.map { survey.share(of: $0) }
      chosen = share?.lines
      bytes = share?.bytes ?? survey.bytes
    } catch {
      throw error.about(file.path)
    }
  }

  /// The next line of the shard, in the order of the manifest; `nil` after the last.
  ///
  /// - Throws: `readFailed`, also when the file has become shorter since.
  public mutating func nextLine() throws(ConversionError) -> RequestLine? {
    while passed < total {
      let isChosen = chosen?.contains(passed) ?? true
      passed += 1
      if isChosen {
        if case .line(let line) = try lines.nextLine() { return line }
      } else if try lines.skipLine() {
        continue
      }
      passed = total
      throw ConversionError(.readFailed, "the manifest was changed while it was read")
    }
    return nil
  }
}
