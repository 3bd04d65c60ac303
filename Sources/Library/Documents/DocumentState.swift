/// How far a document has come.
///
/// | from | edit | describe | save | begin sync | end sync | fail sync | abandon sync |
/// |---|---|---|---|---|---|---|---|
/// | `draft` | `draft` | `draft` | `savedLocal` | | | | |
/// | `savedLocal` | `draft` | `savedLocal` | `savedLocal` | `syncing` | | | |
/// | `syncing` | `draft` | `savedLocal` | `savedLocal` | | `synced` | `syncError` | `savedLocal` |
/// | `synced` | `draft` | `savedLocal` | `savedLocal` | `syncing` | | | |
/// | `syncError` | `draft` | `syncError` | `savedLocal` | `syncing` | | | |
public enum DocumentState: String, Sendable, CaseIterable {
  /// Its pages can be changed; there is no PDF of them as they are now.
  case draft
  /// It has a PDF, on this machine.
  case savedLocal
  /// It is being copied to the place that the library is synced with.
  case syncing
  /// The place has it as it is here.
  case synced
  /// It has a PDF, and could not be copied; that can be tried again.
  case syncError

  /// What happens to a document.
  public enum Event: String, Sendable, CaseIterable {
    /// A page is added, removed, moved, cropped, turned, filtered or taken again.
    case edit
    /// Its title, note or tags are changed, which no PDF shows.
    case describe
    /// A PDF is made.
    case save
    case beginSync, endSync, failSync
    /// Nobody is copying it any more.
    case abandonSync

    /// Whether it has to do with copies alone, and changes nothing that the user knows.
    var isOfSync: Bool { [.beginSync, .endSync, .failSync, .abandonSync].contains(self) }
  }

  /// The state after an event; `nil` where the event cannot happen.
  public func after(_ event: Event) -> DocumentState? {
    switch (self, event) {
    case (_, .edit): .draft
    case (_, .save): .savedLocal
    case (.draft, .describe): .draft
    case (.syncError, .describe): .syncError
    case (_, .describe): .savedLocal
    case (.savedLocal, .beginSync), (.synced, .beginSync), (.syncError, .beginSync): .syncing
    case (.syncing, .endSync): .synced
    case (.syncing, .failSync): .syncError
    case (.syncing, .abandonSync): .savedLocal
    case (_, .beginSync), (_, .endSync), (_, .failSync), (_, .abandonSync): nil
    }
  }
}
