import ConverterCore

extension FormatTable {
  /// Whether files of a type can be read, or written, on this system, and what stands in the way.
  struct Ability {
    /// The name of the reader or writer; `nil` where there is none.
    let plugin: String?
    /// Why no file of the type can be read, though there is a reader for it.
    private let refusal: String?
    private let requirements: [SystemRequirement]

    init(_ reader: (any Reader)?, _ type: ContentType.ID) {
      plugin = reader?.name
      refusal = reader?.refusal(of: type)
      requirements = reader?.requirements(for: type) ?? []
    }

    init(_ writer: (any Writer)?, _ type: ContentType.ID) {
      plugin = writer?.name
      refusal = nil
      requirements = writer?.requirements(for: type) ?? []
    }

    /// Whether it can be done where the system lacks nothing.
    var isOffered: Bool { plugin != nil && refusal == nil }

    var isThere: Bool { isOffered && !missing.contains { $0.purpose == nil } }

    /// What this system lacks.
    private var missing: [SystemRequirement] { requirements.filter { !$0.isMet } }

    /// The reasons why nothing, or not everything, can be done.
    var obstacles: [String] {
      if let refusal { return [refusal] }
      return missing.map { requirement in
        (requirement.purpose.map { "\($0): " } ?? "")
          + "\(requirement.name) is missing; install the Debian package \(requirement.package)"
      }
    }

    /// A line for people.
    var text: String {
      guard let plugin else { return "no" }
      let reasons = obstacles.joined(separator: "; ")
      if !isThere { return "no: \(reasons)" }
      return reasons.isEmpty ? "yes, as \(plugin)" : "yes, as \(plugin), but not \(reasons)"
    }

    /// What the documentation says, whatever this system lacks.
    var documentation: String {
      if let refusal { return "no: \(refusal)" }
      return plugin == nil ? "" : "yes"
    }

    /// What this system lacks, for scripts.
    ///
    /// - Parameter action: what it is needed for: `read` or `write`.
    func missing(to action: String) -> [JSONValue] {
      missing.map { requirement in
        .object([
          .init("name", .string(requirement.name)), .init("package", .string(requirement.package)),
          .init("to", .string(action)),
          .init("for", requirement.purpose.map { .string($0) } ?? .null),
        ])
      }
    }
  }
}
