import ArgumentParser
import ConverterCore
import Runner

/// A look at files from behind a sandbox: what `fairy info` and `fairy open` have in common.
struct Look {
  private let converter = Converter(registry: .builtin())
  private let limits: Limits
  private let output: OutputFlags
  private let terminal: Terminal?
  private let inputs: [SandboxedInput]
  /// The key of the model to see files as, where there is a choice.
  private let key: String?
  /// Known before the sandbox hides it.
  private let threads = Cores.available
  private var reading: ReadingOptions
  /// Whether passwords were given before anybody was asked.
  private let hasGivenPasswords: Bool
  private var failures: [ConversionError] = []
  private var unused = UnusedOptionTally()
  private var isFirst = true
  /// What is known of a file that could not be read.
  private var unfinished: FileReport?
  /// They keep what was looked at until the end.
  private var contexts: [ConversionContext] = []

  /// Enters the sandbox.
  ///
  /// - Parameter terminal: the one that a viewer may take as a whole.
  init(
    at files: [PathArgument], as key: String? = nil, limits: Limits, reading: ReadingOptions,
    sandbox: SandboxFlags, output: OutputFlags, terminal: Terminal? = nil
  ) throws(ConversionError) {
    self.key = key
    self.limits = limits
    self.output = output
    self.reading = reading
    hasGivenPasswords = reading.password != nil
    self.terminal = terminal
    inputs = try sandbox.enter(
      reading: files.map(\.input), limits: limits, registry: converter.registry)
  }

  /// Prints the facts of each file; one that fails is reported and the rest go on.
  mutating func printFacts() throws {
    try each { look, input, context throws(ConversionError) in
      let opened = try input.open(within: look.limits)
      for (input, file) in try look.files(of: input.input, in: opened, context) {
        let report = try FileReport(
          file(), of: input, as: look.key, converter: look.converter, in: context)
        look.unused.add(context.unusedOfReading, of: report.detection.type, input.display)
        guard let error = report.error else {
          look.printReport(report)
          continue
        }
        if error.isAboutPassword, PasswordPrompt.isPossible {
          look.unfinished = report
          throw error
        }
        look.print(report, failedBy: error, input)
      }
      look.sayWarnings(of: context, input.input)
    }
  }

  /// Shows what is in each file.
  ///
  /// - Parameter selection: what of a table is meant.
  mutating func printContents(of selection: TableSelection, view: StandardPage.View) throws {
    let page = StandardPage(
      output, selection: selection, view: view, terminal: terminal)
    try each(isViewing: true) { look, input, context throws(ConversionError) in
      try look.showContent(of: input.input, in: input.open(within: look.limits), on: page, context)
      look.unused.add(context.unusedOfReading, of: nil, input.input.display)
      look.sayWarnings(of: context, input.input)
    }
  }

  /// Prints the evidence behind the detection of each file's type.
  mutating func printEvidence() throws {
    try each { look, input, context throws(ConversionError) in
      let opened = try input.open(within: look.limits)
      for (input, file) in try look.files(of: input.input, in: opened, context) {
        let detection = try look.converter.detector.detect(file())
        // The content is not read: what is said of reading concerns archives on the way alone.
        try look.converter.answerUnusedOptions(of: nil, detection.type, in: context)
        look.unused.add(context.unusedOfReading, of: detection.type, input.display)
        look.printReport(Evidence(input: input, detection: detection))
      }
    }
  }

  /// - Parameter isViewing: whether the content is shown, and not its facts.
  private mutating func each(
    isViewing: Bool = false,
    _ body: (inout Look, SandboxedInput, ConversionContext) throws(ConversionError) -> Void
  ) throws {
    for input in inputs {
      do {
        var reading = reading
        try PasswordPrompt.asking(
          for: input.input.display, &reading, typed: !hasGivenPasswords
        ) { reading in
          let context = converter.viewing(
            within: limits, reading, threads: threads, isViewing: isViewing,
            unusedOptions: inputs.count == 1 ? .fail : .note)
          contexts.append(context)
          unfinished = nil
          try body(&self, input, context)
        }
        self.reading = reading
      } catch let error as ConversionError {
        let error = error.resolved(by: limits)
        if let unfinished {
          print(unfinished.failing(with: error), failedBy: error, input.input)
        } else {
          report(error, input.input)
        }
      }
    }
    sayUnused()
    try Console.standard.check()
    let status = ExitCode(failures: failures.map(\.code))
    if status != .success { throw status }
  }

  /// Says which options made no difference to which kinds of files; one that made none to any is an error.
  private mutating func sayUnused() {
    let (everywhere, lines) = (unused.everywhere, unused.lines)
    if !everywhere.isEmpty {
      let error = ConversionError.unused(everywhere)
      failures.append(error)
      Console.standard.report(error)
    } else if !output.json {
      for line in lines { Console.standard.note("fairy: \(line)") }
    }
  }

  /// The files that an input means: itself, or those that a pattern names in an archive.
  private func files(
    of input: Request.Input, in opened: InputFile, _ context: ConversionContext
  ) throws(ConversionError) -> [(Request.Input, () throws(ConversionError) -> InputFile)] {
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

  private mutating func showContent(
    of input: Request.Input, in opened: InputFile, on page: StandardPage,
    _ context: ConversionContext
  ) throws(ConversionError) {
    if let address = input.address {
      let found = try converter.files(matching: address, in: opened, context)
      guard found.count == 1, found[0].path == address.last else {
        let archive = try converter.resolve(address.steps.dropLast(), in: opened, context)
        return try converter.show(
          archive, narrowedTo: address.last, on: titled(page, input), in: context)
      }
    }
    let file = try converter.resolve(input, in: opened, context)
    let type: ContentType
    do throws(ConversionError) {
      type = try converter.detect(file, in: context).type
    } catch {
      throw error.about(input.path)
    }
    if file.byteCount > 0 || file.isFolder || converter.mayBeEmpty(type) {
      let titled = titled(page, input, type)
      if try show(file, input, type, on: titled, context) { return }
      if !converter.isRead(type), try showText(file, type, on: titled, context) { return }
    }
    printReport(try FileReport(file, of: input, as: key, converter: converter, in: context))
  }

  /// Shows the content of a file, as the model that it is read as.
  ///
  /// - Returns: whether there is nothing to add.
  private mutating func show(
    _ file: InputFile, _ input: Request.Input, _ type: ContentType, on page: TitledPage,
    _ context: ConversionContext
  ) throws(ConversionError) -> Bool {
    do throws(ConversionError) {
      return try converter.show(file, type: type, as: key, on: page, in: context)
    } catch {
      if error.meansNothingToRead, key == nil {
        return try showText(file, type, on: page, context)
      }
      if error.code == .unsupportedContent {
        unfinished = try? FileReport(file, of: input, as: key, converter: converter, in: context)
      }
      throw error
    }
  }

  /// Shows a text that no model was found in.
  ///
  /// - Returns: whether there was any to show.
  private func showText(
    _ file: InputFile, _ type: ContentType, on page: TitledPage, _ context: ConversionContext
  ) throws(ConversionError) -> Bool {
    // The content itself is for scripts only where it is a model.
    guard !output.json, let text = TextContent(file, type: type, in: converter.catalog) else {
      return false
    }
    if !converter.isRead(type) {
      try converter.answerUnusedOptions(of: nil, type, but: [.encoding], in: context)
    }
    try text.show(on: page, in: context)
    return true
  }

  /// The page, with a title for people.
  private func titled(
    _ page: StandardPage, _ input: Request.Input, _ type: ContentType? = nil
  ) -> TitledPage {
    let name = input.display
    return TitledPage(
      page, title: name.split(separator: "/").last.map(String.init) ?? name,
      heading: output.json ? nil : type.map { "\(name): \($0.name)" } ?? name, output.style)
  }

  private mutating func printReport(_ report: some Report) {
    if !output.json, !isFirst { Console.standard.print("") }
    isFirst = false
    let width = Console.isTerminal ? Console.outputWidth : nil
    Console.standard.print(
      output.json ? report.json.description : report.text(output.style, width: width))
  }

  /// Prints what is known of a file whose content cannot be read, and why it cannot.
  private mutating func print(
    _ report: FileReport, failedBy error: ConversionError, _ input: Request.Input
  ) {
    printReport(report)
    failures.append(error)
    if !output.json { note(error, input) }
  }

  /// Says what was odd about a file that could be read.
  private func sayWarnings(of context: ConversionContext, _ input: Request.Input) {
    let leftOut = context.ledger.filter { $0.action == .dropped }.map { entry in
      entry.what + " left out" + (entry.why.map { ": \($0)" } ?? "")
    }
    for warning in context.warnings {
      Console.standard.note("fairy: \(input.display): warning: \(warning.printable)")
    }
    for loss in leftOut { Console.standard.note("fairy: \(input.display): \(loss.printable)") }
  }

  private mutating func report(_ error: ConversionError, _ input: Request.Input) {
    failures.append(error)
    guard output.json else { return note(error, input) }
    Console.standard.print(
      JSONValue.object(input.members("path") + [.init("error", error.json)]).description)
  }

  private func note(_ error: ConversionError, _ input: Request.Input) {
    Console.standard.report(
      error, of: input.address == nil ? error.file?.display : input.display)
  }
}

/// What is said of one file.
protocol Report {
  var json: JSONValue { get }
  /// - Parameter width: the columns that there are; `nil` where lines may have any length.
  func text(_ style: Style, width: Int?) -> String
}

/// A page with a heading, which is printed when there is something below it.
private final class TitledPage: Page {
  private let page: StandardPage
  /// The file's name without its folder.
  let title: String?
  private var heading: String?
  private let style: Style

  init(_ page: StandardPage, title: String, heading: String?, _ style: Style) {
    self.page = page
    self.title = title
    self.heading = heading
    self.style = style
  }

  var isJSON: Bool { page.isJSON }
  var width: Int? { page.width }
  var height: Int? { page.height }
  var usesColour: Bool { page.usesColour }
  var graphics: TerminalGraphics? { page.graphics }
  var selection: TableSelection { page.selection }
  var mayTakeScreen: Bool { page.mayTakeScreen }

  func takeScreen(_ body: (any Screen) throws(ConversionError) -> Void) throws(ConversionError) {
    try page.takeScreen(body)
  }

  func omitTitle() { heading = nil }

  func write(_ lines: [UInt8]) throws(ConversionError) -> Bool {
    if let heading { Console.standard.print(style.strong(heading)) }
    heading = nil
    return try page.write(lines)
  }
}
