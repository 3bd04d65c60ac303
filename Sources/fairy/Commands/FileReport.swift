import ArgumentParser
import ConverterCore
import Runner

/// What `fairy info` and `fairy open` say of a file.
struct FileReport: Report {
  let input: Request.Input
  let byteCount: Int
  let isFolder: Bool
  let detection: Detection
  let model: (key: String, facts: [Fact])?
  /// What was said of reading it and made no difference.
  private let unused: [UnusedOption]
  /// What to do where the type is known by name only.
  private let hint: String?

  init(
    _ file: InputFile, of input: Request.Input, as key: String? = nil, converter: Converter,
    in context: ConversionContext
  ) throws(ConversionError) {
    self.input = input
    byteCount = file.byteCount
    isFolder = file.isFolder
    do {
      detection = try converter.detect(file, in: context)
    } catch {
      throw error.about(file.path)
    }
    hint = converter.registry.tableHint(for: detection.type)
    if byteCount == 0, !isFolder, !converter.mayBeEmpty(detection.type) {
      try converter.answerUnusedOptions(of: nil, detection.type, in: context)
      model = nil
    } else {
      model = try converter.facts(of: file, type: detection.type, as: key, in: context)
    }
    unused = context.unused
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
    return .object(members + unused.members)
  }

  /// Labels in one column, values in the next.
  func text(_ style: Style, width: Int?) -> String {
    var rows: [(label: String, text: String)] = [
      ("Type", "\(detection.type.name) (\(detection.type.id))")
    ]
    if !isFolder {
      let size =
        byteCount < 1000 ? "\(byteCount) bytes" : "\(Amounts.bytes(byteCount)) (\(byteCount) bytes)"
      rows.append(("Size", size))
    }
    if let mismatch = detection.mismatch { rows.append(("Warning", mismatch.printable)) }
    for fact in model?.facts ?? [] {
      if let label = fact.label { rows.append((label, fact.text)) }
    }
    if model == nil {
      let hint = hint.map { "; \($0)" } ?? ""
      rows.append(("Content", "not shown: fairy knows the type by name only\(hint)"))
    }
    let layout = LabelledLines(labels: rows.map(\.label), width: width)
    let lines = rows.flatMap { row in
      layout.lines(row.label, row.text, styledLabel: style.quiet) {
        row.label == "Warning" ? style.warning($0) : $0
      }
    }
    return ([style.strong(input.display)] + lines).joined(separator: "\n")
  }
}
