import ConverterCore
import FairyLibrary

/// What is being done for drafts while people go on: pages that are looked for, sheets that are scanned, PDFs that are made.
///
/// For each draft one thing follows the other.
actor DraftTasks {
  enum Kind: String, Sendable { case add, scan, save }

  /// How it stands with a draft.
  struct Progress: Sendable {
    /// What is being done, the first of them first.
    fileprivate(set) var waiting: [Kind] = []
    /// Why something was not done, the last at the end.
    fileprivate(set) var failures: [ConversionError] = []

    var isBusy: Bool { !waiting.isEmpty }
  }

  private struct Begun {
    let kind: Kind
    let task: Task<Void, Never>
  }

  private var known: [DocumentID: Progress] = [:]
  /// What waits in `known`, in the same order.
  private var begun: [DocumentID: [Begun]] = [:]

  private static let mostFailures = 5

  /// How it stands with a draft.
  func progress(of id: DocumentID) -> Progress { known[id] ?? Progress() }

  /// Does something for a draft when what came before is done.
  ///
  /// What is cancelled may still throw what somebody has to know; it is no failure if it throws `CancellationError`.
  func add(
    _ kind: Kind, to id: DocumentID, _ body: @escaping @Sendable () async throws -> Void
  ) {
    known[id, default: Progress()].waiting.append(kind)
    let before = begun[id]?.last?.task
    let task = Task {
      await before?.value
      var failure: ConversionError?
      do {
        try Task.checkCancellation()
        try await body()
      } catch is CancellationError {
      } catch {
        failure =
          error as? ConversionError
          ?? ConversionError(.internalError, "it failed: \(error)", cause: error)
      }
      self.end(of: id, failure)
    }
    begun[id, default: []].append(Begun(kind: kind, task: task))
  }

  /// Ends all of a kind that is being done for a draft, or waits.
  func cancel(_ kind: Kind, of id: DocumentID) {
    for one in begun[id] ?? [] where one.kind == kind { one.task.cancel() }
  }

  /// Forgets what failed, which somebody has read.
  func forgetFailures(of id: DocumentID) { known[id]?.failures = [] }

  private func end(of id: DocumentID, _ failure: ConversionError?) {
    guard var progress = known[id] else { return }
    progress.waiting.removeFirst()
    if let failure { progress.failures = (progress.failures + [failure]).suffix(Self.mostFailures) }
    begun[id]?.removeFirst()
    if !progress.isBusy { begun[id] = nil }
    known[id] = progress.isBusy || !progress.failures.isEmpty ? progress : nil
  }
}
