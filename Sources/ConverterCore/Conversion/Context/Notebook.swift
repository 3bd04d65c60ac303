import Synchronization

/// What is said of a conversion: what became of its content, warnings, options without effect, parts left out.
///
/// Any thread of the conversion may write into it.
final class Notebook: Sendable {
  private struct Content {
    var entries = LedgerEntries()
    var warnings = Warnings()
    var omissions: [ConversionError] = []
    var unreadPages: [ConversionError] = []
    var unused: [UnusedOption] = []
  }

  private let content = Mutex(Content())

  /// All entries of the ledger, in order.
  var entries: [LedgerEntry] { content.withLock(\.entries.inOrder) }
  var warnings: Warnings { content.withLock(\.warnings) }
  var omissions: [ConversionError] { content.withLock(\.omissions) }
  var unreadPages: [ConversionError] { content.withLock(\.unreadPages) }
  var unused: [UnusedOption] { content.withLock(\.unused) }

  func note(_ entry: LedgerEntry) { content.withLock { $0.entries.add(entry) } }

  func note(_ entries: [LedgerEntry]) {
    content.withLock { content in
      for entry in entries { content.entries.add(entry) }
    }
  }

  func warn(_ text: String) { content.withLock { $0.warnings.add(text) } }

  func warn(_ warning: PartWarning) { content.withLock { $0.warnings.add(warning) } }

  func warn(_ warnings: Warnings) { content.withLock { $0.warnings.add(warnings) } }

  func leaveOut(_ error: ConversionError) { content.withLock { $0.omissions.append(error) } }

  /// Each message once.
  func leaveOutPage(_ error: ConversionError) {
    content.withLock { content in
      guard !content.unreadPages.contains(where: { $0.message == error.message }) else { return }
      content.unreadPages.append(error)
    }
  }

  /// Each option once.
  func noteUnused(_ option: UnusedOption) {
    content.withLock { content in
      guard !content.unused.contains(where: { $0.option == option.option }) else { return }
      content.unused.append(option)
    }
  }

  /// Forgets options that a further part uses. What no step of the route uses is unused whatever the parts say.
  func keepUnused(among names: Set<String>) {
    content.withLock { $0.unused.removeAll { $0.applies && !names.contains($0.option) } }
  }

  func forgetEntries() { content.withLock { $0.entries = LedgerEntries() } }

  func forgetAll() { content.withLock { $0 = Content() } }
}

/// Entries of a ledger, each once; an archive may have a hundred thousand bad ones.
private struct LedgerEntries {
  private(set) var inOrder: [LedgerEntry] = []
  private var known: Set<LedgerEntry> = []

  mutating func add(_ entry: LedgerEntry) {
    if known.insert(entry).inserted { inOrder.append(entry) }
  }
}
