/// Whether lines that began with `From ` have got a `>` in front (mboxo, mboxrd), as the user says it or as it
/// is found.
enum MboxQuoting: String, CaseIterable, Sendable {
  /// They have, unless the message tells its length and has such a line all the same (mboxcl2).
  case auto
  case quoted
  case none

  func isQuoted(_ message: MboxSource.OpenMessage) -> Bool {
    switch self {
    case .auto: !message.hasBareFrom
    case .quoted: true
    case .none: false
    }
  }
}
