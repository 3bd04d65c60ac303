internal import ConverterCore

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A compiled expression, which one thread at a time may use.
@safe final class RowExpressionHandle {
  private let compiled = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
  private let locale: locale_t?

  init(_ pattern: String) throws(ConversionError) {
    let (words, flags) = try Self.translated(pattern)
    // Letters are those of UTF-8, whatever the user's locale is.
    let locale = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    unsafe self.locale = unsafe locale
    let previous = unsafe locale.map { unsafe uselocale($0) } ?? nil
    defer { if let previous = unsafe previous { unsafe uselocale(previous) } }
    let status = unsafe regcomp(compiled, words, flags)
    guard status == 0 else {
      var message = [CChar](repeating: 0, count: 200)
      unsafe regerror(status, compiled, &message, message.count)
      let words = String(
        decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      unsafe compiled.initialize(to: regex_t())
      throw ConversionError(
        .usage, "\"\(pattern.printable)\" is no regular expression: \(words)")
    }
  }

  deinit {
    unsafe regfree(compiled)
    unsafe compiled.deallocate()
    if let locale = unsafe locale { unsafe freelocale(locale) }
  }

  /// Does `body` with the locale in which the expression is to be matched.
  func whileEntered(
    _ body: () throws(ConversionError) -> Void
  ) throws(ConversionError) {
    let previous = unsafe locale.map { unsafe uselocale($0) } ?? nil
    defer { if let previous = unsafe previous { unsafe uselocale(previous) } }
    try body()
  }

  func matches(_ cell: Span<UInt8>) -> Bool { unsafe cell.withUnsafeBytes { unsafe matches($0) } }

  private func matches(_ cell: UnsafeRawBufferPointer) -> Bool {
    guard let end = regoff_t(exactly: cell.count) else { return false }
    // Of an empty cell nothing is read, but it needs an address.
    let start = unsafe cell.baseAddress ?? UnsafeRawPointer(compiled)
    // Nothing is read but the bytes of this range: the cell ends where it does, NULs in it or not.
    var range = regmatch_t(rm_so: 0, rm_eo: end)
    return unsafe regexec(
      compiled, start.assumingMemoryBound(to: CChar.self), 1, &range, REG_STARTEND) == 0
  }

  /// What people write that POSIX does not know: `\d`, `(?:…)`, and `(?i)` at the beginning.
  ///
  /// - Throws: `usage` for what it cannot say: `\1`, `(?=…)`.
  private static func translated(
    _ pattern: String
  ) throws(ConversionError) -> (words: String, flags: Int32) {
    var flags = REG_EXTENDED | REG_NOSUB
    var rest = Array(pattern.utf8)[...]
    if rest.starts(with: "(?i)".utf8) {
      flags |= REG_ICASE
      rest.removeFirst(4)
    }
    func unknown(_ what: String) -> ConversionError {
      ConversionError(
        .usage,
        "the regular expression \"\(pattern.printable)\" has \(what), which fairy does not know"
      )
    }
    var words: [UInt8] = []
    var isInBrackets = false
    while let byte = rest.popFirst() {
      switch byte {
      case 0: throw unknown("a NUL")
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst() else { throw unknown("a backslash at its end") }
        switch next {
        case UInt8(ascii: "d"): words += isInBrackets ? "0-9".utf8 : "[0-9]".utf8
        case UInt8(ascii: "D") where !isInBrackets: words += "[^0-9]".utf8
        case UInt8(ascii: "t"): words.append(0x09)
        case UInt8(ascii: "n"): words.append(0x0A)
        case UInt8(ascii: "r"): words.append(0x0D)
        case UInt8(ascii: "s") where isInBrackets: words += "[:space:]".utf8
        case UInt8(ascii: "w") where isInBrackets: words += "[:alnum:]_".utf8
        case UInt8(ascii: "1")...UInt8(ascii: "9"): throw unknown("a reference to a group")
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
          guard !isInBrackets, "wWsSbB".utf8.contains(next) else {
            throw unknown("\\\(Unicode.Scalar(next))")
          }
          words += [byte, next]
        // In brackets POSIX has no escapes; what has a meaning there has a notation without it.
        default:
          if isInBrackets, "[]^-".utf8.contains(next) {
            words += [0x5B, 0x2E, next, 0x2E, 0x5D]
          } else {
            words += isInBrackets ? [next] : [byte, next]
          }
        }
      case UInt8(ascii: "[") where !isInBrackets:
        isInBrackets = true
        words.append(byte)
        if rest.first == UInt8(ascii: "^") { words.append(rest.removeFirst()) }
        if rest.first == UInt8(ascii: "]") { words.append(rest.removeFirst()) }
      case UInt8(ascii: "[") where rest.first == UInt8(ascii: ":"):
        // A class such as [:alpha:], which has a bracket of its own.
        words.append(byte)
        while let next = rest.popFirst() {
          words.append(next)
          if next == UInt8(ascii: "]") { break }
        }
      case UInt8(ascii: "]"):
        isInBrackets = false
        words.append(byte)
      case UInt8(ascii: "(") where !isInBrackets && rest.first == UInt8(ascii: "?"):
        guard rest.starts(with: "?:".utf8) else { throw unknown("a group that begins with (?") }
        rest.removeFirst(2)
        words.append(byte)
      default: words.append(byte)
      }
    }
    return (String(decoding: words, as: UTF8.self), flags)
  }
}
