import CWebResources

/// A file of Sources/Web/Resources, which is part of the program.
///
/// What it points to is constant and stays for as long as the program runs.
@safe struct WebResource: @unchecked Sendable {
  let name: String
  private let start: UnsafePointer<CChar>

  private init(_ resource: fairy_web_resource) {
    name = unsafe String(cString: resource.name)
    unsafe start = resource.text
  }

  /// In the order of their names.
  static let all = (0..<fairy_web_resource_count).map { number in
    unsafe WebResource(fairy_web_resource(number))
  }

  /// Those whose names end like this.
  static func all(_ ending: String) -> [WebResource] { all.filter { $0.name.hasSuffix(ending) } }

  /// - Parameter name: of one that there is.
  static func named(_ name: String) -> WebResource {
    guard let resource = all.first(where: { $0.name == name }) else {
      preconditionFailure("there is no resource \(name)")
    }
    return resource
  }

  var text: String { unsafe String(cString: start) }
}
