import TestSupport
import Testing

/// A system without /proc, as in some containers and early at a start.
@Suite(.enabled(if: HiddenProc.isPossible, "namespaces cannot be made here"))
struct NoProcTests {
  @Test(arguments: ["info a.png", "convert a.png --to jpeg", "open a.png", "plan a.png --to jpeg"])
  func whatIsMissingIsSaid(command: String) throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("rgb.png"), as: "a.png")
    let result = try Program.shell("\(HiddenProc.command) \"$FAIRY\" \(command)", in: scratch.path)
    #expect(result.status == 69)
    #expect(
      result.error
        == "fairy: needs the file system /proc, which is not there; mount it with: "
        + "mount -t proc proc /proc\n")
    #expect(result.output.isEmpty)
    #expect(scratch.names == ["a.png"])
  }

  @Test(arguments: ["--version", "formats png", "convert --help"])
  func wordsAreUnderstoodAllTheSame(command: String) throws {
    let usual = try Program.shell("\"$FAIRY\" \(command)")
    let result = try Program.shell("\(HiddenProc.command) \"$FAIRY\" \(command)")
    #expect(result.status == 0)
    #expect(result.text == usual.text)
  }
}

/// A mount namespace in which an empty file system covers /proc.
private enum HiddenProc {
  /// What stands before a command.
  static let command = "unshare -rm sh -c 'mount -t tmpfs none /proc && exec \"$@\"' sh"
  static let isPossible = (try? Program.shell("\(command) true").status) == 0
}
