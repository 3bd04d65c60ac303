import ConverterCore
import Markup
import Synchronization

/// The texts that cells refer to by number, read when the first cell does.
final class SharedStrings: Sendable {
  private let part: String?
  private let package: WorkbookPackage
  private let loaded = Mutex<Texts?>(nil)

  /// All texts in one piece, and where each ends.
  struct Texts: Sendable {
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var ends: [Int] = []

    var count: Int { ends.count }

    func range(of index: Int) -> Range<Int> {
      (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }
  }

  /// - Parameter part: `nil` where the workbook has none.
  init(_ part: String?, of package: WorkbookPackage) {
    self.part = part
    self.package = package
  }

  /// - Throws: `limitExceeded` for more than ``Limits/memory``; what reading them throws.
  func texts(in context: ConversionContext) throws(ConversionError) -> Texts {
    try loaded.withLock { (loaded) throws(ConversionError) in
      if let texts = loaded { return texts }
      let events = StringEvents(context.limits)
      if let part, package.has(part) { try package.parse(part, events, in: context) }
      let texts = events.texts
      loaded = texts
      return texts
    }
  }
}

private final class StringEvents: MarkupEvents {
  private(set) var texts = SharedStrings.Texts()
  private let limits: Limits
  private var isInText = false
  private var isInPhonetic = false
  private var start = 0

  init(_ limits: Limits) { self.limits = limits }

  func start(_ name: ElementName, _ attributes: ElementAttributes) throws(ConversionError) {
    if name == "t" {
      isInText = !isInPhonetic
    } else if name == "rPh" {
      isInPhonetic = true
    } else if name == "si" {
      start = texts.bytes.count
    }
  }

  func end(_ name: ElementName) throws(ConversionError) {
    if name == "t" {
      isInText = false
    } else if name == "rPh" {
      isInPhonetic = false
    } else if name == "si" {
      unescape()
      texts.ends.append(texts.bytes.count)
      try check()
    }
  }

  func text(_ bytes: Span<UInt8>) throws(ConversionError) {
    guard isInText else { return }
    texts.bytes.append(bytes)
    try check()
  }

  private func unescape() {
    var all = texts.bytes.mutableSpan
    guard let end = EscapedText.unescape(&all, from: start) else { return }
    texts.bytes.removeLast(texts.bytes.count - end)
  }

  private func check() throws(ConversionError) {
    try limits.check(
      .memory, texts.bytes.count + 8 * texts.ends.count, for: "the list of texts of the workbook")
  }
}
