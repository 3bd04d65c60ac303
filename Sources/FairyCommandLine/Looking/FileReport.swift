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
  /// Why its content cannot be read: it is locked, damaged, or of a kind that is not supported.
  private(set) var error: ConversionError?
  /// Whether its text can be shown, though no plugin reads it.
  private let isText: Bool
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
    hint = converter.registry.hint(forUnread: detection.type)
    isText = TextContent(file, type: detection.type, in: converter.catalog) != nil
    guard byteCount > 0 || isFolder || converter.mayBeEmpty(detection.type) else {
      try converter.answerUnusedOptions(of: nil, detection.type, in: context)
      model = nil
      unused = context.unusedOfReading
      return
    }
    do {
      model = try converter.facts(of: file, type: detection.type, as: key, in: context)
    } catch {
      guard error.code != .usage else { throw error }
      model = nil
      if !error.meansNothingToRead { self.error = error.resolved(by: context.limits) }
    }
    unused = context.unusedOfReading
  }

  /// The same with an error that was met elsewhere.
  func failing(with error: ConversionError) -> FileReport {
    var copy = self
    copy.error = copy.error ?? error
    return copy
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
    if let error { members.append(.init("error", error.json)) }
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
    if let error {
      rows.append(("Content", "cannot be read: \(error.code.inWords)"))
    } else if model == nil {
      let hint = hint.map { "; \($0)" } ?? ""
      rows.append(
        (
          "Content",
          (isText ? "text, which fairy open shows" : "not shown: fairy knows the type by name only")
            + hint
        ))
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

extension ConversionError {
  var isAboutPassword: Bool { code == .missingPassword || code == .wrongPassword }
}

extension ConversionError.Code {
  /// What is wrong with a file, in the fewest words.
  fileprivate var inWords: String {
    switch self {
    case .damagedInput, .unsafeEntry: "it is damaged"
    case .unsupportedContent: "it holds something that fairy does not support"
    case .missingPassword, .wrongPassword: "it is locked"
    case .limitExceeded: "it exceeds a limit"
    case .missingLibrary: "a library is missing"
    case .decoderCrashed: "it crashes its decoder"
    case .readFailed: "the system could not read it"
    default: "the error says why"
    }
  }
}
