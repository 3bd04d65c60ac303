import SystemPackage
import TestSupport
import Testing

/// A kernel without a part of the sandbox: `auto` goes on and says so once, `require` refuses.
@Suite(.enabled(if: Probe.hasSandbox)) struct LackingSystemTests {
  struct Lack: Sendable, CustomTestStringConvertible {
    let systemCall: Int
    let words: String
    var testDescription: String { words }
  }

  static let lacks: [Lack] = [
    Lack(systemCall: 444, words: "no Landlock: only a mount namespace hides files"),
    Lack(systemCall: 446, words: "no Landlock: only a mount namespace hides files"),
    Lack(
      systemCall: seccomp, words: "no seccomp: network and other processes can be reached"),
  ]

  #if arch(x86_64)
    private static let seccomp = 317
  #else
    private static let seccomp = 277
  #endif

  private func fairy(without lack: Lack, _ words: String...) throws -> Program.Result {
    let outside = ["--sandbox", "off", "--without", "\(lack.systemCall)"]
    return try Program.run(
      Probe.path, outside + ["turn-into", Program.fairy] + words, in: Places.fixture(""))
  }

  @Test(arguments: lacks)
  func autoGoesOnAndSaysSoOnce(lack: Lack) throws {
    let result = try fairy(without: lack, "info", "rgb.png", "gray.png", "photo.heic")
    #expect(result.status == 0)
    #expect(
      result.error == """
        fairy: this system lacks parts of the sandbox (\(lack.words)); --sandbox require refuses \
        to go on without them, --sandbox off says nothing\n
        """)
    let plain = try Program.fairy(
      "info", "rgb.png", "gray.png", "photo.heic", "--sandbox", "off", in: Places.fixture(""))
    #expect(result.text == plain.text)
  }

  @Test(arguments: lacks, ["info", "open", "why"])
  func requireRefuses(lack: Lack, verb: String) throws {
    let result = try fairy(without: lack, verb, "rgb.png", "--sandbox", "require")
    #expect(result.status == 69)
    #expect(result.output.isEmpty)
    #expect(
      result.error == """
        fairy: this system lacks parts of the sandbox (\(lack.words)); \
        --sandbox auto goes on without them\n
        """)
  }

  @Test(arguments: lacks)
  func offSaysNothing(lack: Lack) throws {
    let result = try fairy(
      without: lack, "plan", "rgb.png", "--to", "jpeg", "--sandbox", "off")
    #expect(result.status == 0)
    #expect(result.error.isEmpty)
  }

  /// Programs are started all the same. That one has ended is noticed without pidfd_open (434), too.
  @Test(
    .enabled(if: Places.has(program: "pdftotext")), arguments: [444, 446, seccomp, 434, 436])
  func programsAreStarted(without systemCall: Int) throws {
    let scratch = try ScratchFolder()
    let result = try Program.run(
      Probe.path,
      [
        "--sandbox", "off", "--without", "\(systemCall)", "turn-into", Program.fairy, "convert",
        Places.root + "/Tests/Golden/Examples/letter.pdf", "-o", scratch.file("letter.txt"),
      ])
    #expect(result.status == 0, "\(result.error)")
    #expect(try scratch.bytes("letter.txt").isEmpty == false)
  }

  @Test(arguments: lacks)
  func theOtherPartsHold(lack: Lack) throws {
    let folder = try AttemptFolder()
    let options = ["--without", "\(lack.systemCall)", "--sandbox", "auto"]
    let path = folder.scratch.path
    let reading = try Probe.attempt(["read", "other"], options, in: path)
    let network = try Probe.attempt(["udp"], options, in: path)
    #expect(reading == .permissionDenied)
    #expect(network == (lack.systemCall == Self.seccomp ? nil : .notPermitted))
  }
}
