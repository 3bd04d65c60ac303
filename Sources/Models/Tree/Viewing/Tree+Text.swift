internal import ConverterCore

extension Tree {
  /// The values as JSON: in the file itself, where they stand so, else in memory.
  ///
  /// - Throws: `limitExceeded` when they would need more than ``Limits/memory``.
  func text(in context: ConversionContext) throws(ConversionError) -> InputFile {
    if let text = (content as? any JSONTextContent)?.text { return text }
    var printer = TokenPrinter(isPretty: false)
    var text: [UInt8] = []
    let tokens = try content.tokens(in: context)
    let batch = TokenBatch()
    while try tokens.next(batch) {
      try context.checkpoint()
      printer.print(batch)
      try context.limits.check(
        .memory, text.count + printer.text.count, for: "the tree as JSON")
      text.append(contentsOf: printer.text.bytes)
      printer.text.removeAll()
    }
    return InputFile(bytes: text)
  }

  /// Whether it can be printed without anything scrolling away.
  ///
  /// - Parameter text: the values as JSON.
  func fits(
    _ page: any Page, as text: InputFile, _ limits: Limits
  ) throws(ConversionError) -> Bool {
    guard let height = page.height, let width = page.width else { return false }
    // The title above, and the prompt below.
    var rest = height - 2
    guard text.byteCount <= 8 * width * height else { return false }
    var walker = try TextWalker(
      TextWindow(text), isSequence: isSequence, deepest: max(1024, limits.memory / 64))
    while !walker.isOver {
      let start = walker.place.offset
      let depth = walker.place.depth
      try walker.advance()
      // Blanks in the file count as if they were shown: the lines are rather too long than too short.
      rest -= 1 + (2 * depth + walker.place.offset - start) / max(1, width)
      if rest < 0 { return false }
    }
    return true
  }

  func print(on page: any Page, in context: ConversionContext) throws(ConversionError) {
    var printer = TokenPrinter(isPretty: !page.isJSON)
    printer.usesColour = page.usesColour && !page.isJSON
    printer.isForTerminal = page.width != nil
    let tokens = try content.tokens(in: context)
    let batch = TokenBatch()
    while try next(batch, of: tokens, printed: &printer, on: page) {
      try context.checkpoint()
      printer.print(batch)
      if printer.text.count >= 1 << 16, try !printer.flush(to: page) { return }
    }
    _ = try printer.flush(to: page)
  }

  private func next(
    _ batch: TokenBatch, of tokens: any TokenSource, printed printer: inout TokenPrinter,
    on page: any Page
  ) throws(ConversionError) -> Bool {
    do throws(ConversionError) {
      return try tokens.next(batch)
    } catch {
      printer.endLine()
      _ = try printer.flush(to: page)
      throw error
    }
  }
}
