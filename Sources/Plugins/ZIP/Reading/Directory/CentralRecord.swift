/// What the directory says of one entry (APPNOTE 4.3.12), with what its extra fields add.
struct CentralRecord: Sendable {
  static let byteCount = 46

  /// How the name is to be understood.
  enum Spelling: UInt8 {
    case ascii
    /// Flag 11 says that it is UTF-8.
    case declared
    /// UTF-8 stands in an extra field.
    case unicodeField
    /// Nothing says.
    case unknown
  }

  /// Where the local header is in the file.
  var header: Int
  /// Where the next thing in the file begins, which the content must not reach.
  var extentEnd = 0
  var compressedByteCount: Int
  var byteCount: Int
  /// Where the name is in the bytes of the directory; extra fields and comment follow it.
  let nameOffset: Int
  /// Where the field with the name in UTF-8 is, and how long that is.
  var unicodeOffset = 0
  var unicodeByteCount = 0
  let checksum: UInt32
  let attributes: UInt32
  let dosTime: UInt32
  let nameByteCount: UInt16
  let extraByteCount: UInt16
  let commentByteCount: UInt16
  let flags: Flags
  /// As the header has it: 99 where AES hides the real one.
  let storedMethod: UInt16
  var method: UInt16
  /// The system whose attributes these are (APPNOTE 4.4.2.2).
  let host: UInt8
  var spelling = Spelling.ascii
  /// Whether a `\` is in the name.
  var hasBackslash = false
  var aes: AES?

  /// General purpose bits (APPNOTE 4.4.4).
  struct Flags: OptionSet {
    let rawValue: UInt16
    static let encrypted = Flags(rawValue: 1 << 0)
    /// LZMA data ends with a mark.
    static let endMark = Flags(rawValue: 1 << 1)
    /// Implode has a window of 8 KiB.
    static let largeWindow = Flags(rawValue: 1 << 1)
    /// Implode has a code for literals.
    static let literalCode = Flags(rawValue: 1 << 2)
    /// Sizes and checksum come after the data.
    static let dataDescriptor = Flags(rawValue: 1 << 3)
    static let patch = Flags(rawValue: 1 << 5)
    static let strongEncryption = Flags(rawValue: 1 << 6)
    static let utf8 = Flags(rawValue: 1 << 11)
    static let maskedHeader = Flags(rawValue: 1 << 13)
  }

  /// The field of WinZip's encryption.
  struct AES: Equatable {
    let version: UInt8
    let strength: UInt8
  }

  var name: Range<Int> { nameOffset..<nameOffset + Int(nameByteCount) }
  var extra: Range<Int> { name.upperBound..<name.upperBound + Int(extraByteCount) }
  var comment: Range<Int> { extra.upperBound..<extra.upperBound + Int(commentByteCount) }

  /// Whether `other` describes the same entry.
  func repeats(_ other: CentralRecord) -> Bool {
    header == other.header && compressedByteCount == other.compressedByteCount
      && byteCount == other.byteCount && checksum == other.checksum && flags == other.flags
      && storedMethod == other.storedMethod && attributes == other.attributes
  }
}
