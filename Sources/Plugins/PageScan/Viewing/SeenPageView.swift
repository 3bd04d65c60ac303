import ConverterCore
import PictureModel
import RecognizedTextModel
import Scanning
import TerminalPictures

/// Writes one page to a terminal, a pipe or a script.
struct SeenPageView {
  private let seen: any SeenPage
  private let page: any Page
  private let context: ConversionContext

  init(_ seen: any SeenPage, on page: any Page, in context: ConversionContext) {
    (self.seen, self.page, self.context) = (seen, page, context)
  }

  /// - Returns: whether anybody still reads.
  func showJSON(number: Int) throws(ConversionError) -> Bool {
    for receipt in seen.receipts(try words().words) {
      let line = SeenPagesViewer.numbered(receipt, number).description + "\n"
      guard try page.write(Array(line.utf8)) else { return false }
    }
    return true
  }

  /// Facts at once, then the picture and its words, which take some seconds.
  ///
  /// - Returns: whether anybody still reads.
  func show() throws(ConversionError) -> Bool {
    guard try write(lines(of: seen.facts) + [""]) else { return false }
    let beside = page.graphics.map(WordsBesidePicture.init(on:))
    var picture: DrawnPicture?
    if let beside { picture = try drawn(on: beside.pictureGraphics) }
    let (words, how) = try words()
    let text = Self.text(of: words)
    if let beside, let picture {
      guard try page.write(beside.bytes(of: picture, text)) else { return false }
    } else {
      let broken = page.width.map { width in
        text.flatMap { TextWidth.wrapped($0, to: max(1, width)) }
      }
      guard try write(broken ?? text) else { return false }
    }
    guard let how else { return true }
    let isSetOff = picture != nil || !text.isEmpty
    return try write((isSetOff ? [""] : []) + lines(of: [how]))
  }

  private func write(_ lines: [String]) throws(ConversionError) -> Bool {
    try page.write(lines.flatMap { Array(($0 + "\n").utf8) })
  }

  private func lines(of facts: [Fact]) -> [String] {
    let layout = LabelledLines(labels: facts.compactMap(\.label), width: page.width)
    return facts.flatMap { layout.lines($0.label ?? "", $0.text.printable) }
  }

  /// The picture with its outline; why it cannot be shown is a warning.
  private func drawn(on graphics: TerminalGraphics) throws(ConversionError) -> DrawnPicture? {
    do throws(ConversionError) {
      // Facts take some lines, too.
      return try seen.drawn(
        on: graphics, rows: max(graphics.size.rows / 2, graphics.size.rows - 10), in: context)
    } catch {
      guard error.code != .interrupted, error.code != .writeFailed else { throw error }
      context.warn("it is not shown: \(error.message)")
      return nil
    }
  }

  /// The words, and a line about them; without an engine a page is shown all the same, which is said.
  private func words() throws(ConversionError) -> (words: [SeenWords], how: Fact?) {
    let own = context.forCompanion()
    let words: [SeenWords]
    do throws(ConversionError) {
      words = try seen.words(in: own)
    } catch  where [.missingLibrary, .unsupportedContent].contains(error.code) {
      // Who asks for a language by name wants to know why it cannot be had.
      let asks = RecognitionOptions.descriptors.contains {
        context.reading.settings[$0.key] != nil
      }
      guard !asks else { throw error }
      context.warn("its words are not recognised: \(error.message)")
      return ([], nil)
    }
    for warning in own.warnings { context.warn(warning) }
    for unused in own.unusedOfReading {
      for option in RecognitionOptions.descriptors where option.key == unused.option {
        context.noteUnused(option, why: unused.why)
      }
    }
    return (words, Self.summary(of: words, own.ledger))
  }

  private static func summary(of words: [SeenWords], _ ledger: [LedgerEntry]) -> Fact? {
    guard !words.isEmpty else { return nil }
    let all = words.map(\.page)
    let count = all.reduce(0) { $0 + $1.words.count }
    var parts = ["\(count)"]
    if let confidence = RecognizedPage(
      width: 1, height: 1, dpi: 72, blocks: all.flatMap(\.blocks)
    ).confidence, count > 0 {
      parts.append("\(Int((100 * confidence).rounded())) % sure")
    }
    for page in all where page.rotation != 0 { parts.append("turned by \(page.rotation)°") }
    if let how = ledger.first(where: { $0.what == "words" })?.why { parts.append(how) }
    return Fact(nil, "Words", parts.joined(separator: "; "), json: .null)
  }

  private static func text(of words: [SeenWords]) -> [String] {
    let parts = words.map { page in
      let lines = page.page.textLines.map(\.printable)
      return page.half.map { ["\($0.rawValue) page", ""] + lines } ?? lines
    }
    return Array(parts.joined(separator: [""]))
  }
}
