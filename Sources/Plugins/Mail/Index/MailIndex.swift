public import ConverterCore
internal import SQLiteDatabases

/// Files that fairy writes down what a mailbox holds in (`mail.mbox.fairy-index`).
public enum MailIndex {
  /// What stands in the place of an index.
  public enum State: Sendable {
    case fresh
    /// An index of fairy's, of another mailbox, of this one before it was changed, or not whole.
    case stale
    /// Something else, which is none of fairy's business.
    case foreign
  }

  /// What its databases are marked with: `fMIx`.
  static let applicationID: UInt32 = 0x664D_4978

  /// Tells from the beginnings of both files, without SQLite, what an index is worth.
  ///
  /// - Throws: `readFailed`; `usage` for a mailbox that is no file of its own.
  public static func state(
    of index: InputFile, for mailbox: InputFile
  ) throws(ConversionError) -> State {
    let header: DatabaseHeader
    do throws(ConversionError) {
      header = try DatabaseHeader(of: index)
    } catch {
      guard error.code == .damagedInput else { throw error }
      return .foreign
    }
    guard header.applicationID == applicationID else { return .foreign }
    let isFresh = try header.userVersion == MailboxIdentity(of: mailbox).mark
    do throws(ConversionError) {
      try header.checkLength()
    } catch {
      return .stale
    }
    return isFresh ? .fresh : .stale
  }
}
