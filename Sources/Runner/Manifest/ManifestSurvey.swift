import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The totals of a manifest's lines, counted before anything runs.
struct ManifestSurvey {
  private var survey: Survey
  private var split: EvenSplit?

  /// - Parameter isSplit: whether the lines are to be dealt out, for which every size is needed.
  init(isSplit: Bool) {
    survey = Survey(exact: isSplit)
    split = isSplit ? EvenSplit() : nil
  }

  var files: Int { survey.files }
  /// The sizes of all inputs together; an estimate where they are many and nothing is split.
  var bytes: Int { survey.bytes.total }

  /// Counts all lines, those that make no sense included.
  mutating func read(_ lines: RequestLines) throws(ConversionError) {
    var lines = lines
    while case .line(let line) = try lines.nextLine() {
      if split == nil {
        survey.add(output: line.output) { line.size }
      } else {
        let size = line.size
        survey.add(output: line.output) { size }
        try split?.add(bytes: size)
      }
    }
  }

  /// - Throws: `usage`, naming the first two lines that would write one file.
  mutating func checkOutputs(of lines: RequestLines) throws(ConversionError) {
    guard var duplicates = survey.possibleDuplicates() else { return }
    var rest = lines
    while case .line(let line) = try rest.nextLine() {
      guard let output = line.output, let input = line.input,
        duplicates.rival(of: input, for: output) != nil
      else { continue }
      let first = try Self.firstLine(writing: output, in: lines) ?? line.number
      throw ConversionError(
        .usage,
        "lines \(first) and \(line.number) would both be written to \(output); nothing was converted"
      )
    }
  }

  private static func firstLine(
    writing output: FilePath, in lines: RequestLines
  ) throws(ConversionError) -> Int? {
    var (wanted, path) = (LexicalPath(), LexicalPath())
    wanted.assign(output)
    var lines = lines
    while case .line(let line) = try lines.nextLine() {
      guard let other = line.output else { continue }
      path.assign(other)
      if path.bytes == wanted.bytes { return line.number }
    }
    return nil
  }

  /// Ends the counting of sizes and lets go of them.
  mutating func share(of shard: Shard) -> EvenSplit.Share {
    defer { split = nil }
    return (split ?? EvenSplit()).share(of: shard)
  }
}

extension RequestLine {
  fileprivate var output: FilePath? {
    guard case .success(let request) = request, case .file(let path) = request.output else {
      return nil
    }
    return path
  }

  /// What the line says of its input's size, else what the file system does; 0 for what is not there,
  /// and for a line that makes no sense.
  fileprivate var size: Int {
    guard case .success(let request) = request else { return 0 }
    return bytes ?? request.input.path.flatMap { $0.status() }.map { Int($0.st_size) } ?? 0
  }
}
