/// A library of the system that is opened when it is first needed.
@safe public struct SystemLibrary: Sendable {
  /// Its name, as its project has it: "libtiff".
  public let name: String
  /// The package of Debian that has it.
  public let package: String
  private let opening: @Sendable () -> UnsafePointer<CChar>?

  /// - Parameters:
  ///   - name: as its project has it: "libtiff".
  ///   - package: the one of Debian that has it.
  ///   - opening: opens the library, any number of times; `nil`, or why it cannot be opened.
  public init(
    _ name: String, package: String, opening: @escaping @Sendable () -> UnsafePointer<CChar>?
  ) {
    self.name = name
    self.package = package
    unsafe self.opening = unsafe opening
  }

  /// Why it cannot be opened; `nil` where it is open now.
  public var problem: String? { unsafe opening().map { unsafe String(cString: $0) } }

  /// Opens it, unless it is open.
  ///
  /// - Throws: `missingLibrary`.
  public func open() throws(ConversionError) {
    if let problem { throw missing(because: problem) }
  }

  /// The error for a library that is not there, or is not the one that fairy was built for.
  public func missing(because problem: String) -> ConversionError {
    ConversionError(
      .missingLibrary,
      "needs \(name), which cannot be opened (\(problem)); install the Debian package \(package)")
  }
}
