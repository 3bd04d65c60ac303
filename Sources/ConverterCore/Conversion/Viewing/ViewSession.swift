#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A viewer that keeps a model open and answers questions about parts of it.
public protocol SessionViewer<Model>: Viewer {
  /// Opens a model.
  ///
  /// - Parameters:
  ///   - model: what the reader made of the file; the session keeps it.
  ///   - context: made for this file, with ``ConversionContext/isViewing``; the session keeps it.
  func session(
    of model: Model, in context: ConversionContext
  ) throws(ConversionError) -> any ViewSession
}

/// A model that stays open and answers one question after the other.
///
/// It belongs to one thread. What takes long goes on in the background: an answer says how far it has come, and the question
/// is asked again.
public protocol ViewSession: AnyObject {
  /// What is known from the start, such as the columns of a table or the pages of a document.
  var summary: [JSONValue.Member] { get }

  /// Answers a question.
  ///
  /// - Throws: `usage` for a question that it does not know; what reading the file throws.
  func answer(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member]
}

/// A question to a ``ViewSession``: `{"ask":"rows","from":100,"count":50}`.
public struct ViewQuestion: Sendable {
  /// What is asked for.
  public let word: String
  /// The question as it was asked.
  public let json: JSONValue

  /// - Throws: `usage` for JSON that is no question.
  public init(_ json: JSONValue) throws(ConversionError) {
    guard let word = try json["ask"]?.text(of: "ask") else {
      throw ConversionError(.usage, "a question needs \"ask\"")
    }
    (self.word, self.json) = (word, json)
  }

  /// Refuses members that the question has no use for.
  ///
  /// - Throws: `usage`.
  public func check(takes keys: String...) throws(ConversionError) {
    for member in json.members ?? [] where member.key != "ask" && !keys.contains(member.key) {
      throw ConversionError(
        .usage, "the question \"\(word)\" takes no \"\(member.key)\"; it takes \(Self.list(keys))")
    }
  }

  /// The error of a session that does not know the question.
  ///
  /// - Parameter known: the questions that it knows.
  public func unknown(_ known: String...) -> ConversionError {
    ConversionError(.usage, "\"\(word)\" is no question to this file; it takes \(Self.list(known))")
  }

  private static func list(_ words: [String]) -> String {
    words.isEmpty ? "nothing else" : words.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// A whole number from 0.
  ///
  /// - Parameters:
  ///   - key: of the member.
  ///   - standard: what counts where the member is missing; `nil` where it must be there.
  ///   - most: what a greater one is brought to.
  /// - Throws: `usage`.
  public func count(
    _ key: String, or standard: Int? = nil, atMost most: Int = .max
  ) throws(ConversionError) -> Int {
    guard let value = json[key] else {
      guard let standard else { throw missing(key) }
      return standard
    }
    return min(try value.count(of: key), most)
  }

  /// A text that must be there.
  ///
  /// - Throws: `usage` where it is missing or something else.
  public func text(_ key: String) throws(ConversionError) -> String {
    guard let value = json[key] else { throw missing(key) }
    return try value.text(of: key)
  }

  /// A text that may be missing.
  ///
  /// - Throws: `usage` for anything else.
  public func textIfAny(_ key: String) throws(ConversionError) -> String? {
    guard let value = json[key], value != .null else { return nil }
    return try value.text(of: key)
  }

  /// A list of texts; empty where it is missing.
  ///
  /// - Throws: `usage` for anything else.
  public func texts(_ key: String) throws(ConversionError) -> [String] {
    try json[key]?.texts(of: key) ?? []
  }

  /// Whether a member is `true`.
  ///
  /// - Throws: `usage` for what is neither true nor false.
  public func flag(_ key: String) throws(ConversionError) -> Bool {
    try json[key]?.flag(of: key) ?? false
  }

  /// Waits as long as the question allows (`"wait"`, in milliseconds, up to 10,000; 0 where it says nothing), or until there
  /// is something to answer.
  ///
  /// - Parameter isThere: asked every few milliseconds, at least once.
  /// - Throws: `usage`; what `isThere` throws.
  public func wait(
    until isThere: () throws(ConversionError) -> Bool
  ) throws(ConversionError) {
    let deadline = ContinuousClock.now + .milliseconds(try count("wait", or: 0, atMost: 10_000))
    while try !isThere(), .now < deadline { usleep(5_000) }
  }

  private func missing(_ key: String) -> ConversionError {
    ConversionError(.usage, "the question \"\(word)\" needs \"\(key)\"")
  }
}
