import ConverterCore
import PDFObjects

/// Text that is shown in rendering mode 3 (ISO 32000-1, 9.3.6): the words that a scan got before.
enum InvisibleText {
  /// Forms within forms are looked at so far.
  private static let mostLevels = 8

  /// Takes it out of a page and the forms that it draws.
  static func remove(from page: PDFObject, in context: ConversionContext) throws(ConversionError) {
    try context.checkpoint()
    var seen: Set<PDFObject.ID> = []
    try removeFromForms(of: page.inherited("/Resources"), &seen, level: 0, in: context)
    guard let content = try page.pageContent(in: context), let rest = removed(from: content) else {
      return
    }
    let stream = try page.file.stream()
    stream.replaceData(rest, filter: page.file.null, parameters: page.file.null)
    page["/Contents"] = stream
  }

  private static func removeFromForms(
    of resources: PDFObject, _ seen: inout Set<PDFObject.ID>, level: Int,
    in context: ConversionContext
  ) throws(ConversionError) {
    guard level < mostLevels else { return }
    for key in resources["/XObject"].keys {
      let form = resources["/XObject"][key]
      guard form["/Subtype"].name == "/Form", let id = form.id, seen.insert(id).inserted else {
        continue
      }
      try removeFromForms(of: form["/Resources"], &seen, level: level + 1, in: context)
      if let content = try form.content(in: context), let rest = removed(from: content) {
        form.replaceData(rest, filter: form.file.null, parameters: form.file.null)
      }
    }
  }

  /// Content without it; `nil` where there is none, or not all of the content can be understood.
  static func removed(from content: [UInt8]) -> [UInt8]? {
    var scanner = ContentScanner(content)
    var rest: [UInt8] = []
    var copied = 0
    var isFound = false
    // Where the operands of the next operator begin, the last number, and the modes that were saved.
    var (start, number, mode): (Int, Double, Double) = (0, 0, 0)
    var saved: [Double] = []
    while true {
      let token = scanner.next()
      switch token {
      case .end:
        guard isFound, scanner.isSound else { return nil }
        return rest + content[copied...]
      case .number(let value): number = value
      case .operator(.beginInlineImage):
        guard scanner.inlineImage(from: max(start, scanner.position - 2)) != nil else { return nil }
        start = scanner.position
      case .operator(let meaning):
        switch meaning {
        case .unknown: return nil
        case .saveState: saved.append(mode)
        case .restoreState: mode = saved.popLast() ?? 0
        case .showText where mode == 3:
          isFound = true
          rest += content[copied..<start]
          // Two of them go to the next line first.
          let last = content[scanner.position - 1]
          if last == UInt8(ascii: "'") || last == UInt8(ascii: "\"") { rest += " T* ".utf8 }
          copied = scanner.position
        case .other where content[..<scanner.position].hasSuffix("Tr"): mode = number
        default: break
        }
        start = scanner.position
      default: break
      }
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
