import ConverterCore
import Runner
import SystemPackage

/// Has sealed workers look for separator sheets in the files of a batch, one worker for each file.
struct SeparatorSearch {
  let mark: SeparatorMark
  let batch: ScanBatch
  let options: ConversionOptions
  let limits: Limits
  let workers: LookWorkers
  /// The passwords that were given, and those that were asked for.
  private(set) var reading: ReadingOptions
  /// What the user should hear.
  private(set) var notes: [String] = []
  private var hasNotedSandbox = false

  init(
    _ mark: SeparatorMark, in batch: ScanBatch, _ options: ConversionOptions, limits: Limits,
    sandbox: Sandbox.Policy
  ) {
    (self.mark, self.batch, self.options, self.limits) = (mark, batch, options, limits)
    workers = LookWorkers(
      command: SealedProcess.command, sandbox: sandbox, programs: { SealedProcess.programs })
    reading = options.reading
  }

  /// What is known of the pages of each file of the batch; `nil` for one that could not be looked at.
  ///
  /// - Throws: what no other file would fare better with: `missingLibrary`, `sandboxUnavailable`, `interrupted`.
  mutating func pages(until interruption: Interruption) throws -> [[SeparatedPage]?] {
    var found: [[SeparatedPage]?] = []
    var begun: [Result<LookProcess, ConversionError>] = []
    var rest = batch.inputs[...]
    defer { show(nil) }
    while found.count < batch.inputs.count {
      // The next ones are under way while one is waited for.
      while begun.count < Cores.available, let input = rest.popFirst() {
        begun.append(begin(input))
      }
      guard !interruption.isRaised else {
        throw ConversionError(
          .interrupted, "interrupted while separator sheets were looked for; nothing was written")
      }
      show(found.count)
      found.append(try finish(begun.removeFirst(), batch.inputs[found.count]))
    }
    return found
  }

  private func begin(_ input: Request.Input) -> Result<LookProcess, ConversionError> {
    Result { () throws(ConversionError) in
      var request = Request(
        input: input, target: try ContentType.named(ContentType.ID.data.rawValue, in: .builtin),
        output: .memory, options: options, limits: limits)
      request.options.reading = reading
      request.options.settings[LookWork.separatorKey] = mark.word
      // They are about pages of the result.
      for key in ["crop", "rotate"] { request.options.settings[key] = nil }
      // Bars that are a third of a millimetre wide are seen.
      request.options.settings["dpi"] = "200"
      request.unusedOptions = .note
      let look = LookRequest(
        .separators, of: request, on: PageDescription(),
        stopsWithoutPassword: PasswordPrompt.isPossible)
      return try LookProcess(look, at: try DirectFiles().open(input, within: limits), by: workers)
    }
  }

  private mutating func finish(
    _ process: Result<LookProcess, ConversionError>, _ input: Request.Input
  ) throws -> [SeparatedPage]? {
    var first: Result<LookProcess, ConversionError>? = process
    var pages: [SeparatedPage] = []
    var reading = reading
    do {
      try PasswordPrompt.asking(
        for: name(of: input), &reading, typed: !options.reading.passwords.held.isEmpty
      ) { reading in
        self.reading = reading
        let process = first ?? begin(input)
        first = nil
        pages = try self.pages(seenBy: process.get(), reading.passwords)
      }
      self.reading = reading
    } catch let error as ConversionError {
      self.reading = reading
      guard ![.missingLibrary, .sandboxUnavailable, .interrupted, .usage].contains(error.code)
      else { throw error }
      note(error.message, of: input)
      return nil
    }
    for page in pages where page.failure != nil {
      note(page.failure ?? "", of: input, page: page.number)
    }
    return pages
  }

  private mutating func pages(
    seenBy process: LookProcess, _ passwords: Passwords
  ) throws(ConversionError) -> [SeparatedPage] {
    let audience = GatheringAudience()
    var missing: [String] = []
    let result = try process.result(for: audience, passwords) { missing = $0 }
    if !missing.isEmpty, !hasNotedSandbox {
      hasNotedSandbox = true
      notes.append(Sandbox.note(ofMissing: missing))
    }
    if let error = result?.failure { throw error.resolved(by: limits) }
    var pages: [SeparatedPage] = []
    for line in audience.bytes.split(separator: UInt8(ascii: "\n")) {
      pages.append(try SeparatedPage(try JSONValue(parsing: Array(line))))
    }
    guard !pages.isEmpty else { throw ConversionError(.damagedInput, "has no pages") }
    return pages
  }

  private func name(of input: Request.Input) -> String {
    input.path.flatMap { batch.names[$0] }?.display ?? input.display
  }

  private mutating func note(_ why: String, of input: Request.Input, page: Int? = nil) {
    let place = page.map { "page \($0) of " } ?? ""
    notes.append(
      "\(place)\(name(of: input).printable): no separator sheet was looked for: \(why.printable)")
  }

  /// Tells people at a terminal how far it is.
  private func show(_ count: Int?) {
    guard Console.errorIsTerminal, batch.inputs.count > 1 else { return }
    let text = count.map { "fairy: looking for separator sheets: \($0) of \(batch.inputs.count)" }
    Console.standard.noteRaw(ProgressLine.erase + (text ?? ""))
  }
}
