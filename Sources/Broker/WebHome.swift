import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is kept of the service from one start to the next, so that addresses of views stay as they are: the name of its host
/// and its port.
///
/// The name is random: cookies do not tell ports of one host apart, so that a host of its own keeps those of other services on
/// this machine away. Names under `.localhost` always mean this machine.
public struct WebHome: Sendable {
  /// `3f6c….localhost`
  public let host: String
  /// The port of last time; 0 for any.
  public var port: UInt16
  private let path: FilePath

  private static let mostBytes = 4096

  /// Reads what is kept, or makes it up.
  ///
  /// - Parameter path: of the file.
  public init(at path: FilePath) {
    self.path = path
    if let bytes = try? InputFile(path: path).contents(within: .standard),
      bytes.count <= Self.mostBytes, let json = try? JSONValue(parsing: bytes),
      let host = json["host"]?.text, Self.isName(host)
    {
      self.host = host
      port = json["port"]?.int.flatMap { UInt16(exactly: $0) } ?? 0
    } else {
      host = Secret.random(bytes: 16).hexadecimal + ".localhost"
      port = 0
    }
  }

  private static func isName(_ host: String) -> Bool {
    let label = host.prefix { $0 != "." }
    return label.count == 32 && label.allSatisfy { $0.isHexDigit } && host == "\(label).localhost"
  }

  /// Keeps it; where that fails, addresses change with the next start.
  public func save() {
    let text = JSONValue.object([.init("host", .string(host)), .init("port", .integer(Int(port)))])
    guard let name = path.lastComponent.map({ Array($0.string.utf8) }),
      let folder = try? OpenFolder(path: path.removingLastComponent())
    else { return }
    let temporary = Array(".serve-\(Secret.random(bytes: 8).hexadecimal)".utf8)
    do {
      let file = try folder.open(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      defer { try? file.close() }
      try file.writeAll(Array("\(text)\n".utf8).span)
      try folder.rename(temporary, to: name)
    } catch {
      try? folder.remove(temporary, isFolder: false)
    }
  }
}

/// Bytes that nobody can guess.
public struct Secret: Sendable {
  public let bytes: [UInt8]

  /// Of the system's source of randomness.
  public static func random(bytes count: Int) -> Secret {
    var source = SystemRandomNumberGenerator()
    return Secret(bytes: (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &source) })
  }

  /// In lower case.
  public var hexadecimal: String { bytes.hexadecimal }
}
