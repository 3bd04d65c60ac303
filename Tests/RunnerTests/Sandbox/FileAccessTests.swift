import SystemPackage
import TestSupport
import Testing

/// No file is read, changed or made but those that the sandbox grants.
@Suite(.enabled(if: Probe.hasSandbox)) struct FileAccessTests {
  static let attempts: [EscapeAttempt] = [
    .init("read", "other", refusal: .permissionDenied),
    .init("read", "/etc/passwd", refusal: .permissionDenied),
    .init("read", "in/../other", refusal: .permissionDenied),
    .init("list", ".", refusal: .permissionDenied),
    .init("list", "/", refusal: .permissionDenied),
    .init("write", "other", refusal: .permissionDenied),
    .init("write", "in/a", refusal: .permissionDenied),
    .init("make-file", "new", refusal: .permissionDenied),
    .init("make-file", "in/new", refusal: .permissionDenied),
    .init("make-file", "out/../new", refusal: .permissionDenied),
    .init("make-folder", "new", refusal: .permissionDenied),
    .init("make-pipe", "out/new", refusal: .noFunction),
    .init("symbolic-link", "../other", "out/new", refusal: .noFunction),
    .init("truncate", "other", refusal: .noFunction),
    .init("truncate", "in/a", refusal: .noFunction),
    .init("open-truncating", "in/a", refusal: .notPermitted),
    .init("open-truncating-only", "in/a", refusal: .notPermitted),
    .init("open-truncating-only", "other", refusal: .notPermitted),
    .init("remove", "other", refusal: .permissionDenied),
    .init("remove", "in/a", refusal: .permissionDenied),
    .init("rename", "other", "new", refusal: .permissionDenied),
    .init("rename", "other", "out/new", refusal: .permissionDenied),
    .init("rename", "out/b", "other", refusal: .permissionDenied),
    .init("link", "other", "new", refusal: .permissionDenied),
    .init("link", "in/a", "out/new", refusal: .improperLink),
    .init("link", "out/b", "new", refusal: .permissionDenied),
    .init("publish", ".", "new", refusal: .permissionDenied),
    .init("publish", "out", "new", refusal: .permissionDenied),
    .init("mode", "in/a", refusal: .noFunction),
    .init("owner", "in/a", refusal: .noFunction),
    .init("times", "in/a", refusal: .notPermitted),
    .init("times", "out/b", refusal: .notPermitted),
    .init("watch", "folder", refusal: .noFunction),
  ]

  @Test(arguments: attempts)
  func isHeldBack(attempt: EscapeAttempt) throws {
    let inside = try AttemptFolder()
    #expect(
      try Probe.attempt(attempt.words, inside.sandbox, in: inside.scratch.path)
        == attempt.refusal)
    #expect(inside.isUntouched)
    let outside = try AttemptFolder()
    #expect(
      try Probe.attempt(attempt.words, ["--sandbox", "off"], in: outside.scratch.path) == nil)
  }

  /// Where they do not work outside either, the file system or the kernel has them not.
  @Test(arguments: [
    EscapeAttempt("mode-newly", "in/a", refusal: .noFunction),
    EscapeAttempt("set-attribute", "in/a", refusal: .noFunction),
    EscapeAttempt("remove-attribute", "in/a", refusal: .noFunction),
    EscapeAttempt("get-attribute", "other", refusal: .noFunction),
    EscapeAttempt("get-attributes", "other", refusal: .noFunction),
    EscapeAttempt("set-flags", "in/a", refusal: .inappropriateIOCTLForDevice),
    EscapeAttempt("open-by-handle", "in/a", refusal: .noFunction),
    EscapeAttempt("open-by-structure", "in/a", refusal: .noFunction),
  ])
  func isHeldBackWhereItExists(attempt: EscapeAttempt) throws {
    let inside = try AttemptFolder()
    #expect(
      try Probe.attempt(attempt.words, inside.sandbox, in: inside.scratch.path)
        == attempt.refusal)
    let outside = try AttemptFolder()
    let reason = try Probe.attempt(
      attempt.words, ["--sandbox", "off"], in: outside.scratch.path)
    let known: [Errno?] = [nil, .notSupported, .noFunction, .inappropriateIOCTLForDevice]
    #expect(known.contains(reason))
  }

  /// A kernel whose Landlock knows less holds back no less.
  @Test(arguments: 1...6, attempts)
  func olderKernelsHoldToo(version: Int, attempt: EscapeAttempt) throws {
    let inside = try AttemptFolder()
    let reason = try Probe.attempt(
      attempt.words, inside.sandbox + ["--landlock", "\(version)"], in: inside.scratch.path)
    // Version 1 refuses all links and renames between folders.
    let expected =
      version == 1 && reason == .improperLink ? .improperLink : attempt.refusal
    #expect(reason == expected)
    #expect(inside.isUntouched)
  }

  @Test(arguments: [
    ["read", "in/a"], ["list", "in"], ["look", "other"], ["read", "/usr/share/misc/magic.mgc"],
    ["read", "/dev/urandom"], ["write", "/dev/null"], ["times-of-descriptor", "in/a"],
    ["make-file", "out/new"], ["make-folder", "out/new"], ["write", "out/b"],
    ["remove", "out/b"], ["rename", "out/b", "out/new"], ["link", "out/b", "out/new"],
  ])
  func whatIsGrantedWorks(words: [String]) throws {
    let folder = try AttemptFolder()
    #expect(try Probe.attempt(words, folder.sandbox, in: folder.scratch.path) == nil)
    #expect(folder.isUntouched)
  }

  /// The way of an output: O_TMPFILE, fchmod, futimens, fsync, linkat from /proc/self/fd.
  @Test(arguments: 1...7) func outputsArePublished(version: Int) throws {
    let folder = try AttemptFolder()
    let options = folder.sandbox + ["--landlock", "\(version)"]
    #expect(
      try Probe.attempt(["publish", "out", "out/new"], options, in: folder.scratch.path) == nil)
    #expect(try folder.scratch.bytes("out/new") == Array("whole".utf8))
  }

  @Test(
    .enabled(if: Probe.hasNamespaces),
    arguments: [
      ["read", "/usr/share/misc/magic.mgc"], ["read", "/dev/urandom"],
      ["load-library", "liblcms2.so.2"],
      ["list", "/usr/lib"],
    ])
  func theSystemHasNames(words: [String]) throws {
    #expect(try Probe.attempt(words, Probe.namespacesAlone) == nil)
  }

  /// A kernel without Landlock: the namespace alone hides files, and makes those of the system read-only.
  @Test(
    .enabled(if: Probe.hasNamespaces),
    arguments: [
      EscapeAttempt("read", "/etc/passwd", refusal: .noSuchFileOrDirectory),
      EscapeAttempt("look", "/etc/passwd", refusal: .noSuchFileOrDirectory),
      EscapeAttempt("read", "other", refusal: .noSuchFileOrDirectory),
      EscapeAttempt("make-file", "/new", refusal: .readOnlyFileSystem),
      EscapeAttempt("make-file", "/usr/lib/new", refusal: .readOnlyFileSystem),
      EscapeAttempt("write", "/etc/ld.so.cache", refusal: .readOnlyFileSystem),
    ])
  func namespacesHoldAlone(attempt: EscapeAttempt) throws {
    let folder = try AttemptFolder()
    #expect(
      try Probe.attempt(attempt.words, Probe.namespacesAlone, in: folder.scratch.path)
        == attempt.refusal)
  }

  /// A kernel that has nothing to say which files may be opened: none can be.
  @Test(arguments: [
    ["read", "in/a"], ["look", "other"], ["list", "/"], ["read", "/dev/urandom"],
  ])
  func nothingIsOpenedWhereNothingHoldsFilesBack(words: [String]) throws {
    let folder = try AttemptFolder()
    let options = ["--sandbox", "auto", "--landlock", "0"]
    #expect(
      try Probe.attempt(words, options, in: folder.scratch.path) == .permissionDenied)
  }

  @Test(arguments: ["--readable", "--writable"])
  func aFolderIsNotWorkedOnWhereNothingHoldsFilesBack(option: String) throws {
    let folder = try AttemptFolder()
    let result = try Program.run(
      Probe.path, ["--sandbox", "auto", "--landlock", "0", option, "in", "report"],
      in: folder.scratch.path)
    #expect(result.status == 69)
    #expect(
      result.lines == [
        "sandboxUnavailable: this system has neither Landlock nor user namespaces, so that work on a folder "
          + "cannot be confined to it; --sandbox off works without a sandbox"
      ])
  }

  @Test func aFileIsGrantedWithoutItsFolder() throws {
    let folder = try AttemptFolder()
    let options = ["--readable", "in/a", "--readable", "missing"]
    let path = folder.scratch.path
    try folder.scratch.write([], to: "in/z")
    #expect(try Probe.attempt(["read", "in/a"], options, in: path) == nil)
    #expect(try Probe.attempt(["read", "in/z"], options, in: path) == .permissionDenied)
    #expect(try Probe.attempt(["list", "in"], options, in: path) == .permissionDenied)
    #expect(try Probe.attempt(["read", "missing"], options, in: path) == .noSuchFileOrDirectory)
  }
}
