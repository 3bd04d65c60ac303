public import SystemPackage

extension ConversionError {
  /// The limit that an error with the code `limitExceeded` ran into.
  public struct Limit: Sendable, Equatable {
    /// A name that `--limit` takes, or what is counted where no option raises the limit: `side`, `cell`.
    public let name: String
    /// The least amount that is known to be needed; `nil` where not even the limit is known.
    public private(set) var needed: Int?
    /// `nil` until the conversion fills it in, for code that does not know the limits of its conversion.
    public private(set) var allowed: Int?

    /// One of `limits`.
    ///
    /// - Parameters:
    ///   - name: of the limit.
    ///   - needed: in its unit; `nil` where it is not known how much would have been enough.
    ///   - limits: of the conversion.
    public init(_ name: Limits.Name, needed: Int? = nil, of limits: Limits) {
      self.init(fixed: name.rawValue, needed: needed, allowed: limits[name])
    }

    /// A limit that an option other than `--limit` sets, or that a format or library has by itself.
    public init(fixed name: String, needed: Int? = nil, allowed: Int) {
      self.name = name
      self.allowed = allowed
      self.needed = Self.amount(needed, above: allowed)
    }

    /// Memory or another limit, met by code that does not know how much is allowed.
    public init(unresolved name: Limits.Name) {
      self.name = name.rawValue
    }

    /// What stopped at a limit would have needed one more at least.
    private static func amount(_ needed: Int?, above allowed: Int) -> Int {
      max(needed ?? 0, allowed == .max ? .max : allowed + 1)
    }
  }

  /// An error of the code `limitExceeded`.
  public static func exceeding(
    _ limit: Limit, _ message: String, file: FilePath? = nil, cause: (any Error)? = nil
  ) -> ConversionError {
    ConversionError(.limitExceeded, message, file: file, cause: cause).limited(by: limit)
  }

  /// The same error, which has the code `limitExceeded`, with its limit.
  public func limited(by limit: Limit) -> ConversionError {
    var copy = self
    copy.limit = limit
    return copy
  }
}

extension ConversionError.Limit {
  /// The same with the amount that `limits` allow, where it was not known.
  func resolved(by limits: Limits) -> Self {
    guard allowed == nil, let name = Limits.Name(rawValue: name) else { return self }
    return Self(name, needed: needed, of: limits)
  }
}

extension ConversionError {
  /// The same error with all that is known of its limit, in a conversion within `limits`.
  package func resolved(by limits: Limits) -> ConversionError {
    var copy = self
    copy.limit = limit?.resolved(by: limits)
    return copy
  }
}

extension ConversionError.Limit {
  /// `{"name":"memory","needed":3000000000,"allowed":2000000000}`
  package var json: JSONValue {
    .object([
      .init("name", .string(name)), .init("needed", needed.map { .integer($0) } ?? .null),
      .init("allowed", allowed.map { .integer($0) } ?? .null),
    ])
  }

  /// Reads what ``json`` wrote; `nil` for anything else.
  package init?(json: JSONValue) {
    guard let name = json["name"]?.text else { return nil }
    self.name = name
    needed = json["needed"]?.int
    allowed = json["allowed"]?.int
  }
}
