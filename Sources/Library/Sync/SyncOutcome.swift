public import ConverterCore

/// What a sync did with a document or with the settings.
public struct SyncOutcome: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// The target has it as it is here.
    case uploaded
    /// It came from the target.
    case downloaded
    /// It was changed by another machine, and is here as the target has it.
    case updated
    /// It was changed here and by another machine: the other version is a document of its own.
    case conflict
    /// It could not be copied; it is tried again.
    case failed
    /// It could not be copied earlier, and its time has not come.
    case waiting
  }

  public let kind: Kind
  /// `nil` for the settings.
  public let id: DocumentID?
  public let title: String
  /// Why, or what became of it, where there is more to say.
  public let message: String?
  /// When it is tried again.
  public let nextTry: StoredDate?
  /// What went wrong.
  public let error: ConversionError.Code?

  init(
    _ kind: Kind, _ metadata: DocumentMetadata?, _ message: String? = nil,
    nextTry: StoredDate? = nil,
    error: ConversionError.Code? = nil
  ) {
    (self.kind, id, title) = (kind, metadata?.id, metadata?.title ?? "settings")
    (self.message, self.nextTry, self.error) = (message, nextTry, error)
  }
}

/// How long is waited before something is tried again.
enum SyncPause {
  private static let first = 60
  private static let longest = 86_400

  /// One minute after the first failure, twice as long after each other, a day at most.
  ///
  /// - Parameter count: how often in a row it has failed, from 1 on.
  static func seconds(after count: Int) -> Int {
    min(longest, first << min(max(0, count - 1), 20))
  }

  static func end(after count: Int, from now: StoredDate) -> StoredDate {
    StoredDate(seconds: now.seconds + seconds(after: count)) ?? now
  }
}
