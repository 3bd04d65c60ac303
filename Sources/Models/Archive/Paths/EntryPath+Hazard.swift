public import ConverterCore

extension EntryPath {
  /// What makes a path unfit to be written under, or dangerous to show.
  public enum Hazard: Hashable, Sendable {
    /// It names nothing: "", ".", "./".
    case empty
    /// It begins at the root of the system: `/etc/passwd`, `\Windows`.
    case absolute
    /// It names a drive or a server, as Windows has them: `C:`, `\\server\share`.
    case drive
    /// A component is `..`, with slashes or backslashes around it.
    case parentReference
    /// A NUL, where the system's own functions would end the name.
    case nul
    /// A control character or line separator (C0, DEL, C1, U+2028, U+2029).
    case control(Unicode.Scalar)
    /// A character that turns the direction of what follows, so that the name looks like another one.
    case direction(Unicode.Scalar)
    /// A component of more bytes than file systems take (255).
    case longComponent(Int)
    /// More bytes than the system takes as a path (4095).
    case longPath(Int)
  }

  /// The first thing that is wrong with the path; `nil` for one that may be written.
  ///
  /// The marks that only say a direction (LRM, RLM) are allowed, as are bytes that are not UTF-8.
  public var hazard: Hazard? {
    if let hazard = Hazard(in: bytes.span) { return hazard }
    // "./C:/x" is made "C:/x" before anything is written.
    guard bytes.first == 0x2E, bytes.count > 1, bytes[1] == 0x2F else { return nil }
    let bytes = normalized.bytes
    return Hazard(in: bytes.span)
  }

  /// - Throws: `unsafeEntry`, with the hazard in words.
  public func checkHazards() throws(ConversionError) {
    if let hazard { throw hazard.error(of: self) }
  }
}

extension EntryPath.Hazard {
  fileprivate init?(in bytes: Span<UInt8>) {
    guard let first = bytes.first else {
      self = .empty
      return
    }
    if let root = Self.root(first, bytes) {
      self = root
      return
    }
    // Where the component begins, and the part of it since the last backslash.
    var (start, part) = (0, 0)
    var namesSomething = false
    for index in 0...bytes.count {
      let byte = index < bytes.count ? bytes[index] : 0x2F
      switch byte {
      case 0x2F, 0x5C:
        if index == part + 2, bytes[part] == 0x2E, bytes[part + 1] == 0x2E {
          self = .parentReference
          return
        }
        part = index + 1
        guard byte == 0x2F else { break }
        let length = index - start
        if length > 255 {
          self = .longComponent(length)
          return
        }
        if length > 1 || length == 1 && bytes[start] != 0x2E { namesSomething = true }
        start = index + 1
      case 0x20..<0x7F: break
      default:
        if let character = Self.character(byte, at: index, bytes) {
          self = character
          return
        }
      }
    }
    guard bytes.count <= 4095 else {
      self = .longPath(bytes.count)
      return
    }
    if namesSomething { return nil }
    self = .empty
  }

  private static func root(_ first: UInt8, _ bytes: Span<UInt8>) -> Self? {
    switch first {
    case 0x2F: return bytes.count > 1 && bytes[1] == 0x2F && bytes.count > 2 ? .drive : .absolute
    case 0x5C: return bytes.count > 1 && bytes[1] == 0x5C ? .drive : .absolute
    case 0x41...0x5A, 0x61...0x7A: return bytes.count > 1 && bytes[1] == 0x3A ? .drive : nil
    default: return nil
    }
  }

  /// What the character at `index` does, if it does harm.
  private static func character(
    _ byte: UInt8, at index: Int, _ bytes: Span<UInt8>
  ) -> Self? {
    if byte == 0 { return .nul }
    if byte < 0x80 { return .control(Unicode.Scalar(byte)) }
    func next(_ distance: Int) -> UInt8 {
      index + distance < bytes.count ? bytes[index + distance] : 0
    }
    if byte == 0xC2, (0x80...0x9F).contains(next(1)) { return .control(Unicode.Scalar(next(1))) }
    guard byte == 0xE2, next(1) == 0x80 || next(1) == 0x81, next(2) & 0xC0 == 0x80,
      let scalar = Unicode.Scalar(0x2000 + UInt32(next(1) & 1) << 6 + UInt32(next(2) & 0x3F))
    else { return nil }
    switch scalar.value {
    case 0x2028, 0x2029: return .control(scalar)
    case 0x202A...0x202E, 0x2066...0x2069: return .direction(scalar)
    default: return nil
    }
  }
}

extension EntryPath.Hazard: CustomStringConvertible {
  /// The end of a sentence about the entry: "has an absolute path, …".
  public var description: String {
    switch self {
    case .empty: "has an empty name"
    case .absolute: "has an absolute path, which leads out of the archive's folder"
    case .drive: "names a drive or server, which leads out of the archive's folder"
    case .parentReference: "has \"..\" in its path, which leads out of its folder"
    case .nul: "has a NUL in its name, behind which more of it is hidden"
    case .control(let scalar): "has the control character \(Self.code(scalar)) in its name"
    case .direction(let scalar):
      "has \(Self.code(scalar)) in its name, which turns the direction of the text after it"
    case .longComponent(let count):
      "has a name of \(count) bytes; file systems take 255 at the most"
    case .longPath(let count): "has a path of \(count) bytes; the system takes 4095 at the most"
    }
  }

  func error(of path: EntryPath) -> ConversionError {
    ConversionError(.unsafeEntry, "the entry \(path.shown) \(self)")
  }

  private static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
