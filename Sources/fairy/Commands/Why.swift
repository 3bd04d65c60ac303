import ArgumentParser
import ConverterCore

struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows the evidence behind the detection of a file's type.")

  @Argument(help: ArgumentHelp("A file, or - for standard input.", valueName: "file"))
  var file: PathArgument

  @OptionGroup var reading: ReadingFlags

  @OptionGroup var sandbox: SandboxFlags

  @OptionGroup var output: OutputFlags

  func run() throws {
    let converter = Converter(registry: .builtin())
    let reading = try reading.options()
    let input = try sandbox.enter(reading: file.input, registry: converter.registry)
    let context = converter.viewing(within: .standard, reading)
    let detection = try converter.detector.detect(
      converter.resolve(input.input, in: input.open(), context))
    let style = output.style
    if output.json {
      Console.standard.print(
        JSONValue.object(file.input.members("path") + detection.members).description)
    } else {
      Console.standard.print("\(style.strong(file.input.display)): \(detection.summary)")
      if let mismatch = detection.mismatch {
        Console.standard.print("  " + style.warning(mismatch.printable))
      }
      for evidence in detection.evidence { Console.standard.print("  \(evidence.line)") }
    }
    try Console.standard.check()
  }
}

extension Detection {
  /// `HEIC picture (public.heic), 99 % sure`.
  var summary: String { "\(type.name) (\(type.id)), \(Int(confidence * 100)) % sure" }

  fileprivate var members: [JSONValue.Member] {
    [
      .init("type", .string(type.id.rawValue)), .init("name", .string(type.name)),
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
