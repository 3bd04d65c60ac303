import ConverterCore

/// What an index knows its mailbox by. A mailbox that has changed in all likelihood differs in it: mail is added at
/// the end, which changes the size, and whoever writes sets the time.
struct MailboxIdentity: Equatable {
  let byteCount: Int
  /// In nanoseconds since 1970.
  let modified: Int
  /// The digest of the first 64 KiB.
  let head: String

  /// How indexes are laid out, which changes with everything that would be read otherwise: tables, what is made of a
  /// message, how words are told apart.
  static let layout = 2
  private static let headByteCount = 1 << 16

  /// - Throws: `usage` for what is no file of its own; `readFailed`.
  init(of input: InputFile) throws(ConversionError) {
    guard input.identity != nil, let times = input.times else {
      throw ConversionError(
        .usage, "an index is made of an mbox file alone, not of one in an archive or from a pipe")
    }
    byteCount = input.byteCount
    modified = times.modified
    head = MD5.hexadecimal(of: try input.read(at: 0, count: Self.headByteCount)[...])
  }

  init(byteCount: Int, modified: Int, head: String) {
    self.byteCount = byteCount
    self.modified = modified
    self.head = head
  }

  /// All of it in the 32 bits that the header of a database has room for; the rest stands in a table.
  var mark: UInt32 {
    let words = Array("\(Self.layout) \(byteCount) \(modified) \(head)".utf8)
    return MD5.digest(of: words[...]).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }
}
