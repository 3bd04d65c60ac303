import SystemPackage
import TestSupport
import Testing

/// No file is read, changed or made but those that the sandbox grants.
@Suite(.enabled(if: Probe.hasWalls)) struct FileWallTests {
  static let trespasses: [Trespass] = [
    .init("read", "other", refusal: .permissionDenied),
    .init("read", "/etc/passwd", refusal: .permissionDenied),
    .init("read", "in/../other", refusal: .permissionDenied),
    .init("read", "out/b", refusal: .permissionDenied),
    .init("list", ".", refusal: .permissionDenied),
    .init("list", "out", refusal: .permissionDenied),
    .init("list", "/", refusal: .permissionDenied),
    .init("write", "other", refusal: .permissionDenied),
    .init("write", "in/a", refusal: .permissionDenied),
    .init("make-file", "new", refusal: .permissionDenied),
    .init("make-file", "in/new", refusal: .permissionDenied),
    .init("make-file", "out/../new", refusal: .permissionDenied),
    .init("make-folder", "new", refusal: .permissionDenied),
    .init("make-pipe", "out/new", refusal: .notPermitted),
    .init("symbolic-link", "../other", "out/new", refusal: .permissionDenied),
    .init("truncate", "other", refusal: .notPermitted),
    .init("truncate", "in/a", refusal: .notPermitted),
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
    .init("mode", "in/a", refusal: .notPermitted),
    .init("owner", "in/a", refusal: .notPermitted),
    .init("times", "in/a", refusal: .notPermitted),
    .init("times", "out/b", refusal: .notPermitted),
    .init("watch", "folder", refusal: .notPermitted),
  ]

  @Test(arguments: trespasses)
  func isHeldBack(trespass: Trespass) throws {
    let inside = try Premises()
    #expect(
      try Probe.attempt(trespass.words, inside.sandbox, in: inside.scratch.path)
        == trespass.refusal)
    #expect(inside.isUntouched)
    let outside = try Premises()
    #expect(
      try Probe.attempt(trespass.words, ["--sandbox", "off"], in: outside.scratch.path) == nil)
  }

  /// Where they do not work outside either, the file system or the kernel has them not.
  @Test(arguments: [
    Trespass("mode-newly", "in/a", refusal: .notPermitted),
    Trespass("set-attribute", "in/a", refusal: .notPermitted),
    Trespass("remove-attribute", "in/a", refusal: .notPermitted),
    Trespass("get-attribute", "other", refusal: .notPermitted),
    Trespass("get-attributes", "other", refusal: .notPermitted),
    Trespass("set-flags", "in/a", refusal: .notPermitted),
    Trespass("open-by-handle", "in/a", refusal: .notPermitted),
    Trespass("open-by-structure", "in/a", refusal: .noFunction),
  ])
  func isHeldBackWhereItExists(trespass: Trespass) throws {
    let inside = try Premises()
    #expect(
      try Probe.attempt(trespass.words, inside.sandbox, in: inside.scratch.path)
        == trespass.refusal)
    let outside = try Premises()
    let reason = try Probe.attempt(
      trespass.words, ["--sandbox", "off"], in: outside.scratch.path)
    let known: [Errno?] = [nil, .notSupported, .noFunction, .inappropriateIOCTLForDevice]
    #expect(known.contains(reason))
  }

  /// A kernel whose Landlock knows less holds back no less.
  @Test(arguments: 1...6, trespasses)
  func olderKernelsHoldToo(version: Int, trespass: Trespass) throws {
    let inside = try Premises()
    let reason = try Probe.attempt(
      trespass.words, inside.sandbox + ["--landlock", "\(version)"], in: inside.scratch.path)
    // Version 1 refuses all links and renames between folders.
    let expected =
      version == 1 && reason == .improperLink ? .improperLink : trespass.refusal
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
    let premises = try Premises()
    #expect(try Probe.attempt(words, premises.sandbox, in: premises.scratch.path) == nil)
    #expect(premises.isUntouched)
  }

  /// The way of an output: O_TMPFILE, fchmod, futimens, fsync, linkat from /proc/self/fd.
  @Test(arguments: 1...7) func outputsArePublished(version: Int) throws {
    let premises = try Premises()
    let options = premises.sandbox + ["--landlock", "\(version)"]
    #expect(
      try Probe.attempt(["publish", "out", "out/new"], options, in: premises.scratch.path) == nil)
    #expect(try premises.scratch.bytes("out/new") == Array("whole".utf8))
  }

  @Test func severalFoldersAreOneForOutputs() throws {
    let premises = try Premises()
    try premises.scratch.write([], to: "second/d")
    let options = premises.sandbox + ["--writable", "second"]
    let path = premises.scratch.path
    #expect(try Probe.attempt(["publish", "out", "second/new"], options, in: path) == nil)
    #expect(try Probe.attempt(["rename", "out/b", "second/b"], options, in: path) == nil)
    #expect(try Probe.attempt(["link", "second/b", "out/e"], options, in: path) == nil)
  }

  @Test func aFileIsGrantedWithoutItsFolder() throws {
    let premises = try Premises()
    let options = ["--readable", "in/a", "--readable", "missing"]
    let path = premises.scratch.path
    try premises.scratch.write([], to: "in/z")
    #expect(try Probe.attempt(["read", "in/a"], options, in: path) == nil)
    #expect(try Probe.attempt(["read", "in/z"], options, in: path) == .permissionDenied)
    #expect(try Probe.attempt(["list", "in"], options, in: path) == .permissionDenied)
    #expect(try Probe.attempt(["read", "missing"], options, in: path) == .noSuchFileOrDirectory)
  }
}
