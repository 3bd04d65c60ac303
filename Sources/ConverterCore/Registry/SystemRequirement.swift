/// A library or a program of the system that a reader or a writer needs.
public struct SystemRequirement: Sendable {
  /// The name of the library or program.
  public let name: String
  /// The package of Debian that has it.
  public let package: String
  /// What cannot be done without it; `nil` where nothing can be done.
  public let purpose: String?
  private let check: @Sendable () -> Bool

  /// - Parameters:
  ///   - name: of the library or program.
  ///   - package: the one of Debian that has it.
  ///   - purpose: what cannot be done without it; `nil` where nothing can be done.
  ///   - check: whether it is there.
  public init(
    _ name: String, package: String, purpose: String?, check: @escaping @Sendable () -> Bool
  ) {
    self.name = name
    self.package = package
    self.purpose = purpose
    self.check = check
  }

  /// Whether this system has it. A library is opened to find out.
  public var isMet: Bool { check() }
}

extension SystemLibrary {
  /// Nothing works without the library.
  public var required: SystemRequirement { requirement(for: nil) }

  /// Only some work needs the library.
  ///
  /// - Parameter purpose: that work, as "entries compressed with bzip2".
  public func required(for purpose: String) -> SystemRequirement { requirement(for: purpose) }

  private func requirement(for purpose: String?) -> SystemRequirement {
    SystemRequirement(name, package: package, purpose: purpose) { problem == nil }
  }
}
