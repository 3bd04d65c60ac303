public import ConverterCore

/// A request to show something of a file.
public struct LookRequest: Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// Type, size and what else is known of it.
    case facts
    /// What is in it.
    case contents
    /// Why it is taken for what it is.
    case evidence
    /// Which of its pages are separator sheets.
    case separators
    /// What is known of a photo, and how the terminal shows it.
    case photo
  }

  public var kind: Kind
  /// The input, how it is read and what of it is meant, and the limits; there is no output.
  public var request: Request
  /// The key of the model to see it as, where there is a choice: `table`.
  public var model: String?
  public var page: PageDescription
  /// Whether the look ends where a password is missing or wrong, because the user can be asked for one; otherwise it
  /// shows what is known without one.
  public var stopsWithoutPassword: Bool
  /// How many threads may be kept busy, at least 1.
  public var threads: Int

  public init(
    _ kind: Kind, of request: Request, as model: String? = nil, on page: PageDescription,
    stopsWithoutPassword: Bool = false, threads: Int = 1
  ) {
    self.kind = kind
    self.request = request
    self.model = model
    self.page = page
    self.stopsWithoutPassword = stopsWithoutPassword
    self.threads = max(1, threads)
  }
}

extension LookRequest {
  /// All but the request.
  var manner: JSONValue {
    .object([
      .init("kind", .string(kind.rawValue)), .init("model", model.map { .string($0) } ?? .null),
      .init("page", page.json), .init("stopsWithoutPassword", .bool(stopsWithoutPassword)),
      .init("threads", .integer(threads)),
    ])
  }

  /// - Throws: `damagedInput` for what is no such message.
  init(of request: Request, manner: JSONValue) throws(ConversionError) {
    guard let kind = manner["kind"]?.text.flatMap(Kind.init), let page = manner["page"],
      let threads = manner["threads"]?.int
    else { throw ConversionError(.damagedInput, "no message of a supervisor") }
    self.init(
      kind, of: request, as: manner["model"]?.text, on: try PageDescription(page),
      stopsWithoutPassword: manner["stopsWithoutPassword"] == .bool(true), threads: threads)
  }
}
