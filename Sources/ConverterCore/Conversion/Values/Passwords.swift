import Synchronization

/// Passwords for inputs that turn out to be encrypted, and for results that are to be encrypted.
///
/// A process that reads files holds none before it asks for them, so that code in a file that needs no password never
/// sees one.
public struct Passwords: Sendable {
  /// The passwords that this process has without asking, in the order in which they are tried.
  public let held: [Password]
  private let remote: RemotePasswords?

  public init(_ held: [Password] = []) {
    self.held = held
    remote = nil
  }

  /// - Parameter ask: gets the passwords; it is called once, when they are first needed.
  public init(asking ask: @escaping @Sendable () throws(ConversionError) -> [Password]) {
    held = []
    remote = RemotePasswords(ask)
  }

  /// The same after others, which are tried first.
  public func preceded(by others: [Password]) -> Passwords {
    guard let remote else { return Passwords(others + held) }
    return Passwords { () throws(ConversionError) in others + (try remote.all()) }
  }

  /// All of them, in the order in which they are tried.
  ///
  /// - Throws: `interrupted` where they are asked for and nobody answers.
  public func all() throws(ConversionError) -> [Password] {
    guard let remote else { return held }
    return try remote.all()
  }

}

extension WritingContext {
  /// The password that is to encrypt a result.
  ///
  /// - Throws: `usage` where it could be one of several; what ``Passwords/all()`` throws.
  public func passwordForResult() throws(ConversionError) -> Password? {
    let all = try reading.passwords.all()
    guard all.count < 2 else {
      let protected = registry.typesWithPasswords.compactMap(\.extensions.first)
      let advice = protected.map {
        ": of a \($0.uppercased()), say which with \(ConversionOptions.Name.userPasswordFile.words)"
      }
      throw ConversionError(
        .usage,
        "a result is encrypted with one password, and several are given" + (advice.first ?? ""))
    }
    return all.first
  }
}

extension Registry {
  /// Types whose files can have passwords of their own.
  var typesWithPasswords: [ContentType] {
    writers.filter(\.takesPasswords).flatMap(\.types).compactMap { catalog[$0] }
  }
}

extension Writer {
  fileprivate var takesPasswords: Bool { Options.takesPasswords }
}

/// Passwords that another process has, until they are asked for.
private final class RemotePasswords: Sendable {
  private let ask: @Sendable () throws(ConversionError) -> [Password]
  private let answer = Mutex<[Password]?>(nil)

  init(_ ask: @escaping @Sendable () throws(ConversionError) -> [Password]) {
    self.ask = ask
  }

  func all() throws(ConversionError) -> [Password] {
    try answer.withLock { (answer) throws(ConversionError) in
      if let answer { return answer }
      let all = try ask()
      answer = all
      return all
    }
  }
}

/// A password, as bytes, which no description shows.
public struct Password: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  public var description: String { "(a password)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
