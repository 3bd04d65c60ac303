import ArgumentParser
import ConverterCore

/// What `fairy info` and `fairy open` say of a file.
struct FileReport {
  let input: Request.Input
  let byteCount: Int
  let detection: Detection
  let model: (key: String, facts: [Fact])?

  /// Shows each file; one that fails is reported and the rest go on.
  static func show(
    _ files: [PathArgument], limits: Limits, sandbox: SandboxFlags, output: OutputFlags
  ) throws {
    let converter = Converter(registry: .builtin())
    let inputs = try sandbox.enter(
      reading: files.map(\.input), limits: limits, registry: converter.registry)
    var failures: [ConversionError] = []
    for (index, file) in inputs.enumerated() {
      do throws(ConversionError) {
        let report = try FileReport(file, converter: converter, limits: limits)
        if !output.json, index > 0 { Console.standard.print("") }
        Console.standard.print(
          output.json ? report.json.description : report.text(output.style))
      } catch {
        failures.append(error)
        if output.json {
          Console.standard.print(
            JSONValue.object(file.input.members("path") + [.init("error", error.json)])
              .description)
        } else {
          Console.standard.report(error)
        }
      }
    }
    try Console.standard.check()
    let status = ExitCode(failures: failures.map(\.code))
    if status != .success { throw status }
  }

  init(
    _ source: SandboxedInput, converter: Converter, limits: Limits
  ) throws(ConversionError) {
    let file = try source.open(within: limits)
    input = source.input
    byteCount = file.byteCount
    do {
      detection = try converter.detector.detect(file)
    } catch {
      throw error.about(file.path)
    }
    model =
      byteCount == 0 ? nil : try converter.facts(of: file, type: detection.type, limits: limits)
  }

  var json: JSONValue {
    var members = input.members("path")
    members += [
      .init("bytes", .integer(byteCount)), .init("type", .string(detection.type.id.rawValue)),
      .init(
        "mediaType", .string(detection.type.mediaTypes.first ?? "application/octet-stream")),
      .init("confidence", .number(detection.confidence)),
      .init("mismatch", .bool(detection.mismatch != nil)),
    ]
    if let mismatch = detection.mismatch {
      members.append(.init("mismatchWhy", .string(mismatch)))
    }
    if let model {
      let facts = model.facts.compactMap { fact in fact.key.map { JSONValue.Member($0, fact.json) }
      }
      members.append(.init(model.key, .object(facts)))
    }
    return .object(members)
  }

  /// Labels in one column, values in the next.
  func text(_ style: Style) -> String {
    var rows: [(label: String, text: String)] = [
      ("Type", "\(detection.type.name) (\(detection.type.id))"),
      (
        "Size",
        byteCount < 1000 ? "\(byteCount) bytes" : "\(Amounts.bytes(byteCount)) (\(byteCount) bytes)"
      ),
    ]
    if let mismatch = detection.mismatch { rows.append(("Warning", mismatch.printable)) }
    for fact in model?.facts ?? [] {
      if let label = fact.label { rows.append((label, fact.text)) }
    }
    if model == nil { rows.append(("Content", "not shown: fairy knows the type by name only")) }
    let width = (rows.map(\.label.count).max() ?? 0) + 2
    let lines = rows.map { row in
      "  " + style.quiet(row.label) + String(repeating: " ", count: width - row.label.count)
        + (row.label == "Warning" ? style.warning(row.text) : row.text)
    }
    return ([style.strong(input.display)] + lines).joined(separator: "\n")
  }
}
