import ConverterCore
import SystemPackage

/// What pip has installed that workers may open: ONNX Runtime's library, and the networks of PP-OCR.
///
/// The process that starts workers decides where they are, and passes that in two variables of a worker's environment.
/// A worker adds what these name to the files that it may read, before it receives any message.
enum InstalledPackages {
  static let library = "FAIRY_ONNXRUNTIME"
  static let networks = "FAIRY_PADDLE_MODELS"
  static let variables = [library, networks]

  /// The variables of a worker, as "NAME=path"; those of which nothing is installed are left away.
  ///
  /// What the user's own variables say is taken as it is; an empty one says that nothing is.
  static let assignments: [String] = assignments(
    ["HOME", "VIRTUAL_ENV", library, networks].reduce(into: [:]) { values, name in
      values[name] = Environment[name]
    })

  static func assignments(_ environment: [String: String]) -> [String] {
    let folders = folders(environment)
    let places = [
      (library, "onnxruntime/capi/libonnxruntime.so.*"), (networks, "rapidocr/models"),
    ]
    return places.compactMap { name, below in
      let path = environment[name] ?? paths(folders.map { "\($0)/\(below)" }).first
      guard let path, FilePath(path).isAbsolute else { return nil }
      return "\(name)=\(path)"
    }
  }

  /// Where pip installs for the user and for all users, as patterns; the first that has something is taken.
  private static func folders(_ environment: [String: String]) -> [String] {
    let own = [("VIRTUAL_ENV", "/lib"), ("HOME", "/.local/lib")].compactMap { name, below in
      environment[name].flatMap { FilePath($0).isAbsolute ? escaped($0) + below : nil }
    }
    return own.map { "\($0)/python3.*/site-packages" } + [
      "/usr/local/lib/python3.*/dist-packages", "/usr/local/lib/python3.*/site-packages",
      "/usr/lib/python3/dist-packages",
    ]
  }

  /// A path in which the signs of patterns mean themselves.
  private static func escaped(_ path: String) -> String {
    path.reduce(into: "") { $0 += "*?[\\".contains($1) ? "\\\($1)" : "\($1)" }
  }

  private static func paths(_ patterns: [String]) -> [String] {
    patterns.flatMap { Environment.paths(matching: $0) }
  }
}
