import ArgumentParser
import ConverterCore
import Runner

struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Shows the evidence behind the detection of a file's type.",
    discussion: """
      Of pictures it also shows what may be a page of paper in them, with the corners in pixels, the score and what \
      it is made of: fairy scan takes the best one where its score is enough. fairy open --as page draws it.
      """)

  @Argument(
    help: ArgumentHelp(
      "A file, a file in an archive (a.zip//b.jpg), or - for standard input.", valueName: "file"))
  var file: PathArgument

  @OptionGroup var reading: ReadingFlags

  @OptionGroup var sandbox: SandboxFlags

  @OptionGroup var output: OutputFlags

  func run() throws {
    var options = ConversionOptions()
    options.reading = try reading.options()
    var look = Look(
      .evidence, of: [file], limits: .standard, options: options, sandbox: sandbox, output: output)
    try look.show()
  }
}

/// What `fairy why` says of a file.
struct Evidence: Report {
  let input: Request.Input
  let detection: Detection
  /// Of a picture.
  let pages: PageCandidates?

  var json: JSONValue {
    .object(
      input.members("path") + detection.members
        + (pages.map { [JSONValue.Member("pages", $0.json)] } ?? []))
  }

  func text(_ style: Style, width: Int?) -> String {
    var lines = ["\(style.strong(input.display)): \(detection.summary)"]
    if let mismatch = detection.mismatch { lines.append("  " + style.warning(mismatch.printable)) }
    lines += detection.evidence.map { "  \($0.line)" }
    return (lines + (pages?.lines(style, width: width) ?? [])).joined(separator: "\n")
  }
}

extension Detection {
  /// `HEIC picture (public.heic), 99 % sure`.
  var summary: String { "\(type.name) (\(type.id)), \(Int(confidence * 100)) % sure" }

  fileprivate var members: [JSONValue.Member] {
    [
      .init("type", .string(type.id.rawValue)), .init("name", .string(type.name)),
      .init("mediaType", .string(type.mediaTypes.first ?? "application/octet-stream")),
      .init("confidence", .number(confidence)), .init("mismatch", .bool(mismatch != nil)),
      .init("mismatchWhy", mismatch.map { .string($0) } ?? .null),
      .init("evidence", .array(evidence.map(\.json))),
    ]
  }
}

extension Detection.Evidence {
  fileprivate var line: String {
    "\(Int(confidence * 100)) %  \(source.rawValue): \(observation.printable) → \(type)"
  }

  fileprivate var json: JSONValue {
    .object([
      .init("source", .string(source.rawValue)), .init("type", .string(type.rawValue)),
      .init("confidence", .number(confidence)), .init("observation", .string(observation)),
    ])
  }
}
