import TestSupport

/// A folder for one attempt: `in` may be read, `out` may be written, the rest is somebody else's.
struct AttemptFolder {
  let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    for name in Self.files { try scratch.write(Array(name.utf8), to: name) }
  }

  private static let files = ["in/a", "out/b", "other", "folder/c"]

  var sandbox: [String] { ["--sandbox", "require", "--readable", "in", "--writable", "out"] }

  /// Whether everything but `out` is as it was.
  var isUntouched: Bool {
    let others = Self.files.filter { !$0.hasPrefix("out") }
    let names = scratch.names.filter { !$0.hasPrefix("out") }
    return names == (others + ["in", "folder"]).sorted()
      && others.allSatisfy { (try? scratch.bytes($0)) == Array($0.utf8) }
  }
}
