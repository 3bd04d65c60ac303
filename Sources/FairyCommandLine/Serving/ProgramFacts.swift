import ConverterCore
import Runner
import SystemPackage

/// What a report of a problem says of the program and the system; nothing in it tells who the user is.
enum ProgramFacts {
  private static let mostBytes = 1 << 16

  static func lines(sandbox: Sandbox.Policy) -> [String] {
    [
      "fairy \(Fairy.version)", "System: \(distribution), \(kernel)",
      "Cores: \(Cores.available)", "Sandbox: \(sandbox.rawValue)",
    ]
  }

  /// `Debian GNU/Linux 12 (bookworm)`
  private static var distribution: String {
    let lines = text(of: "/etc/os-release").split(separator: "\n")
    let name = lines.first { $0.hasPrefix("PRETTY_NAME=") }?.dropFirst("PRETTY_NAME=".count)
    return name.map { $0.filter { $0 != "\"" } } ?? "unknown"
  }

  /// `Linux 6.1.0-18-amd64`
  private static var kernel: String {
    let release = text(of: "/proc/sys/kernel/osrelease").filter { !$0.isNewline }
    return release.isEmpty ? "unknown kernel" : "Linux \(release)"
  }

  /// The beginning of a small file; empty where it cannot be read.
  private static func text(of path: FilePath) -> String {
    guard let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else {
      return ""
    }
    defer { try? file.close() }
    let bytes = (try? file.bytes(atMost: mostBytes)) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }
}
