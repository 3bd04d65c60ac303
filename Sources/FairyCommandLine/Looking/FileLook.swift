import ConverterCore
import Runner

/// Shows files in a worker: what `fairy info`, `fairy open` and `fairy why` have to say of them.
struct FileLook: LookRenderer {
  func look(
    _ look: LookRequest, at file: InputFile, through converter: Converter,
    in context: ConversionContext, on output: LookOutput
  ) -> LookResult {
    var work = LookWork(look, file, converter, context, output)
    work.run()
    return work.result
  }
}

/// One look in the making.
struct LookWork {
  let look: LookRequest
  let opened: InputFile
  let converter: Converter
  let context: ConversionContext
  let page: RemotePage
  let style: Style
  var result = LookResult()
  /// What is known of a file that could not be read.
  var unfinished: FileReport?

  init(
    _ look: LookRequest, _ opened: InputFile, _ converter: Converter,
    _ context: ConversionContext, _ output: LookOutput
  ) {
    self.look = look
    self.opened = opened
    self.converter = converter
    self.context = context
    page = RemotePage(output, look.page, look.request.options.groups)
    style = Style(isEnabled: look.page.usesColour)
  }

  var input: Request.Input { look.request.input }

  mutating func run() {
    do throws(ConversionError) {
      switch look.kind {
      case .facts: try showFacts()
      case .contents: try showContents()
      case .evidence: try showEvidence()
      case .separators: try showSeparators()
      case .photo: try showPhoto()
      }
    } catch {
      let error = error.resolved(by: context.limits)
      result.failure = error
      result.report = unfinished.map { rendered($0.failing(with: error)) }
    }
  }

  /// Shows the facts of each file; one that fails is reported and the rest go on.
  private mutating func showFacts() throws(ConversionError) {
    for (input, file) in try files() {
      let report = try FileReport(
        file(), of: input, as: look.model, converter: converter, in: context)
      addUnused(of: report.detection.type, input)
      guard let error = report.error else {
        show(report)
        continue
      }
      if error.isAboutPassword, look.stopsWithoutPassword {
        unfinished = report
        throw error
      }
      show(report)
      result.told.append(error.code)
      if !page.isJSON { page.note(Console.line(error, of: error.place(in: input))) }
    }
    sayWarnings()
  }

  private mutating func showContents() throws(ConversionError) {
    try showContent()
    addUnused(of: nil, input)
    sayWarnings()
  }

  /// Shows the evidence behind the detection of each file's type.
  private mutating func showEvidence() throws(ConversionError) {
    for (input, file) in try files() {
      let opened = try file()
      let detection = try converter.detector.detect(opened)
      // What is said of reading concerns archives on the way alone.
      try converter.answerUnusedOptions(of: nil, detection.type, in: context)
      addUnused(of: detection.type, input)
      let pages = PageCandidates(in: opened, detection.type, converter, context.forCompanion())
      show(Evidence(input: input, detection: detection, pages: pages))
    }
  }

  /// The files that an input means: itself, or those that a pattern names in an archive.
  private func files() throws(ConversionError) -> [(
    Request.Input, () throws(ConversionError) -> InputFile
  )] {
    let (input, opened) = (input, opened)
    guard case .entry(let path, let address) = input, address.isPattern else {
      return [
        (input, { () throws(ConversionError) in try converter.resolve(input, in: opened, context) })
      ]
    }
    let archive = try converter.resolve(address.steps.dropLast(), in: opened, context)
    let found = try converter.files(matching: address, in: opened, context)
    // Says why there are none.
    if found.isEmpty { _ = try converter.resolve([address.last], in: archive, context) }
    return found.map { file in
      (
        .entry(path, address.replacingLast(file.path)),
        { () throws(ConversionError) in try converter.resolve([file.path], in: archive, context) }
      )
    }
  }

  private mutating func addUnused(of type: ContentType?, _ input: Request.Input) {
    result.unused.append(.init(context.unusedOfReading, of: type?.id, input.display))
  }

  mutating func show(_ report: some Report) {
    let text = rendered(report)
    _ = page.print((result.hasReported && !page.isJSON ? "\n" : "") + text + "\n")
    result.hasReported = true
  }

  private func rendered(_ report: some Report) -> String {
    page.isJSON ? report.json.description : report.text(style, width: page.width)
  }

  /// Says what was odd about a file that could be read.
  private func sayWarnings() {
    let leftOut = context.ledger.filter { $0.action == .dropped }.map { entry in
      entry.what + " left out" + (entry.why.map { ": \($0)" } ?? "")
    }
    for warning in context.warnings {
      page.note("fairy: \(input.display): warning: \(warning.printable)")
    }
    for loss in leftOut { page.note("fairy: \(input.display): \(loss.printable)") }
  }
}

/// What is said of one file.
protocol Report {
  var json: JSONValue { get }
  /// - Parameter width: the columns that there are; `nil` where lines may have any length.
  func text(_ style: Style, width: Int?) -> String
}

extension ConversionError {
  /// The name by which people know what the error is about, where they named `input`.
  func place(in input: Request.Input) -> String? {
    input.address == nil ? file?.display : input.display
  }
}
