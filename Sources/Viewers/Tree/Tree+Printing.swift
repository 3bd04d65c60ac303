internal import ConverterCore
import TreeModel

extension Tree {
  /// Prints all values: laid out as jq does for people, on a line each for scripts.
  ///
  /// An error in the middle is thrown after what comes before it has been printed.
  func print(on page: any Page, in context: ConversionContext) throws(ConversionError) {
    // In a pipe it is JSON and nothing else.
    if page.width == nil { page.omitTitle() }
    if page.isJSON {
      try print(TreePrinter(.compact), on: page, in: context)
    } else if page.usesColour || page.width != nil {
      let style = TerminalStyle(usesColour: page.usesColour, isForTerminal: page.width != nil)
      try print(TreePrinter(.spaces(2), style: style), on: page, in: context)
    } else {
      try print(TreePrinter(.spaces(2)), on: page, in: context)
    }
  }

  private func print<Style>(
    _ printer: TreePrinter<Style>, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) {
    var printer = printer
    let buffer = ByteBuffer(capacity: 1 << 17)
    var isRead = true
    func flush() throws(ConversionError) {
      guard buffer.count > 0, isRead else { return buffer.removeAll() }
      isRead = try page.write(buffer.array)
      buffer.removeAll()
    }
    let batch = TokenBatch()
    do throws(ConversionError) {
      let tokens = try content.tokens(in: context)
      while isRead, try tokens.next(batch) {
        try context.checkpoint()
        try printer.print(batch, to: buffer, whenever: 1 << 16, flush)
        batch.removeAll()
      }
    } catch {
      // What comes before the error is shown, and the error gets a line of its own.
      try printer.print(batch, to: buffer, whenever: 1 << 16, flush)
      if !printer.isComplete { buffer.append(0x0A) }
      try flush()
      throw error
    }
    try flush()
  }

  /// The values as JSON: in the file itself, where they stand so, else in memory.
  ///
  /// - Throws: `limitExceeded` when they would need more than ``Limits/memory``.
  func text(in context: ConversionContext) throws(ConversionError) -> InputFile {
    if let text = (content as? any JSONTextContent)?.text { return text }
    var printer = TreePrinter(.compact)
    let buffer = ByteBuffer(capacity: 1 << 17)
    var text: [UInt8] = []
    func flush() throws(ConversionError) {
      try context.limits.check(.memory, text.count + buffer.count, for: "the tree as JSON")
      text.append(buffer.span)
      buffer.removeAll()
    }
    let tokens = try content.tokens(in: context)
    let batch = TokenBatch()
    while try tokens.next(batch) {
      try context.checkpoint()
      try printer.print(batch, to: buffer, whenever: 1 << 16, flush)
    }
    try flush()
    return InputFile(bytes: text)
  }

  /// Whether it can be printed without anything scrolling away.
  ///
  /// - Parameter text: the values as JSON.
  func fits(
    _ page: any Page, as text: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    guard let height = page.height, let width = page.width else { return false }
    // The title above, and the prompt below.
    var rest = height - 2
    guard text.byteCount <= 8 * width * height else { return false }
    var walker = try TextWalker(
      TextWindow(text), isSequence: isSequence, deepest: max(1024, context.limits.memory / 64))
    while !walker.isOver {
      let start = walker.place.offset
      let depth = walker.place.depth
      try walker.advance()
      // Blanks in the file count as if they were shown: the lines are rather too long than too short.
      rest -= 1 + (2 * depth + walker.place.offset - start) / max(1, width)
      if rest < 0 { return false }
    }
    // What is said of it comes below.
    for remark in try remarks(in: context) {
      rest -= 1 + (remark.utf8.count + (page.title?.utf8.count ?? 0) + 16) / max(1, width)
    }
    return rest >= 0
  }

  /// What printing would warn of; the context does not hear of it yet.
  private func remarks(in context: ConversionContext) throws(ConversionError) -> [String] {
    guard content is any JSONTextContent else { return context.warnings }
    let trial = ConversionContext(
      registry: context.registry, limits: context.limits, reading: context.reading)
    let batch = TokenBatch()
    do throws(ConversionError) {
      let tokens = try content.tokens(in: trial)
      while try tokens.next(batch) { batch.removeAll() }
    } catch {
      // The sentence, the line, the caret.
      let lines = error.code == .damagedInput ? [error.message, "", ""] : []
      return context.warnings + trial.warnings + lines
    }
    return context.warnings + trial.warnings
  }
}
