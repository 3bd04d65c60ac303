import Broker
import ConverterCore
import SystemPackage

/// A file, or a file in an archive, as the broker knows it. Hummingbird has a `Request`, too.
typealias FileAddress = ConverterCore.Request.Input

/// Identifiers of files and folders in addresses, which nobody can make up and which say nothing of the path.
///
/// A path is encrypted under a key of this service: the first 16 bytes of a keyed digest of it, which are the initialisation
/// vector as well, then the path combined with further digests (deterministic authenticated encryption as in RFC 5297, with HMAC
/// in place of AES). The same file has the same address after the next start; an address that was not given out leads nowhere.
struct FileNames: Sendable {
  private let authenticationKey: [UInt8]
  private let encryptionKey: [UInt8]

  private static let vectorLength = 16

  /// - Parameter key: 32 bytes.
  init(key: [UInt8]) {
    authenticationKey = Digest.authenticated(Array("file names: authentication".utf8), with: key)
    encryptionKey = Digest.authenticated(Array("file names: encryption".utf8), with: key)
  }

  /// Reads the key, and makes one where there is none.
  init(keyAt path: FilePath) throws(ConversionError) {
    if let key = try? InputFile(path: path).contents(within: .standard), key.count == 32 {
      self.init(key: key)
    } else {
      let key = Secret.random(bytes: 32).bytes
      try path.replaceFile(with: key)
      self.init(key: key)
    }
  }

  /// The identifier of what is at a path such as `Pictures/2024/a.heic`.
  func identifier(of path: FilePath) -> String { identifier(of: path.bytes) }

  /// The identifier of a file, or of one in an archive.
  func identifier(of input: FileAddress) -> String { identifier(of: input.bytes) }

  /// The identifier of a file in an archive.
  ///
  /// - Parameter entry: its path in the archive.
  func identifier(of archive: FileAddress, entry: String) -> String {
    identifier(of: archive.bytes + Array("//\(entry)".utf8))
  }

  private func identifier(of bytes: [UInt8]) -> String {
    let vector = Array(
      Digest.authenticated(bytes, with: authenticationKey).prefix(Self.vectorLength))
    return Base64URL.text(of: vector + combined(bytes, vector))
  }

  /// The file, or the file in an archive, that an identifier stands for; `nil` for one that was not given out.
  func input(of identifier: some StringProtocol) -> FileAddress? {
    guard let bytes = Base64URL.bytes(of: identifier), bytes.count > Self.vectorLength else {
      return nil
    }
    let vector = Array(bytes.prefix(Self.vectorLength))
    let path = combined(Array(bytes.dropFirst(Self.vectorLength)), vector)
    let expected = Digest.authenticated(path, with: authenticationKey).prefix(Self.vectorLength)
    let difference = zip(expected, vector).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
    return difference == 0 ? FileAddress(parsing: path) : nil
  }

  /// The path that an identifier stands for; `nil` for a file in an archive, too.
  func path(of identifier: some StringProtocol) -> FilePath? {
    guard case .file(let path)? = input(of: identifier) else { return nil }
    return path
  }

  private func combined(_ bytes: [UInt8], _ vector: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (number, start) in stride(from: 0, to: bytes.count, by: 32).enumerated() {
      let stream = Digest.authenticated(
        vector + [UInt8(number >> 8 & 0xff), UInt8(number & 0xff)], with: encryptionKey)
      result += zip(bytes[start..<min(start + 32, bytes.count)], stream).map { $0 ^ $1 }
    }
    return result
  }
}

extension FileAddress {
  /// `Pictures/a.heic`, or `Pictures/a.zip//a.heic`.
  var text: String { members("input").first?.value.text ?? "" }

  /// What people call it: the last name.
  var shownName: String {
    text.split(separator: "/").last.map(String.init) ?? ""
  }
}

/// Base64 for addresses (RFC 4648, section 5), without padding.
enum Base64URL {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(digits[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { text.append(digits[Int(bits << UInt32(6 - count) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// `nil` for anything that ``text(of:)`` does not write.
  static func bytes(of text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, Int) = (0, 0)
    for digit in text.utf8 {
      guard let value = digits.firstIndex(of: digit) else { return nil }
      bits = (bits << 6 | UInt32(value)) & 0xfff
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(bits >> UInt32(count) & 0xff))
    }
    // What is left over is zero, so that every identifier is written in one way.
    guard count < 6, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
    return bytes
  }
}
