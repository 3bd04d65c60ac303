import ConverterCore
import FairyLibrary
import Foundation
import SystemPackage
import TestSupport
import Testing

/// What programs that reach other machines are told, and what is made of what they say.
@Suite struct SyncProgramTests {
  /// Says what it is told to say, and keeps what it was started with: the words, and the lines of the lists among them.
  private final class Programs: SyncPrograms {
    var endings: [SyncProgramEnding] = []
    private(set) var runs: [[String]] = []
    private(set) var lists: [[String]] = []

    func run(
      _ program: String, of package: String, _ words: [String]
    ) throws(ConversionError) -> SyncProgramEnding {
      runs.append([program] + words)
      let list = zip(words, words.dropFirst()).first { ["-b", "--files-from-raw"].contains($0.0) }?
        .1
      let text = list.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
      lists.append(text.split(separator: "\n").map(String.init))
      return endings.isEmpty
        ? SyncProgramEnding(status: 0, lines: [], errorLines: []) : endings.removeFirst()
    }
  }

  private let programs = Programs()

  private func answer(_ status: Int = 0, _ lines: [String] = [], error: [String] = []) {
    programs.endings.append(SyncProgramEnding(status: status, lines: lines, errorLines: error))
  }

  @Test(arguments: [
    ("/media/stick", SyncPlace.folder("/media/stick")),
    ("ssh:me@host:scans", .ssh(host: "me@host", path: "scans")),
    ("ssh:host:/a:b", .ssh(host: "host", path: "/a:b")), ("rclone:box:", .rclone("box:")),
    ("rclone:box:scans/all", .rclone("box:scans/all")),
  ])
  func placesAreRead(text: String, place: SyncPlace) throws {
    #expect(try SyncPlace(text) == place)
    #expect(place.description == text)
  }

  @Test(arguments: [
    "", "stick", "ssh:host", "ssh::path", "ssh:host:", "ssh:-oProxyCommand=x:path", "rclone:box",
    "rclone:-v:x",
    "rclone::local:x", "/a\nb", "ssh:host:a\u{7F}b", "https://example.org/",
  ])
  func whatIsNoPlaceIsRefused(text: String) {
    #expect(errorCode { _ = try SyncPlace(text) } == .usage)
  }

  // MARK: ssh

  @Test func sftpGetsItsCommands() throws {
    let target = SSHTarget(host: "me@host", path: "my \"scans\"", programs)
    try target.put([
      SyncFile(name: "documents/a/pages/003.jpg", path: "/library/documents/a/pages/003.jpg"),
      SyncFile(name: "documents/a/thumbnail.jpg.4", path: "/library/documents/a/thumbnail.jpg"),
    ])
    #expect(
      programs.runs[0].filter { !$0.hasSuffix("/batch") } == [
        "sftp", "-q", "-b", "-oBatchMode=yes", "-oConnectTimeout=15", "-oServerAliveInterval=15",
        "-oServerAliveCountMax=3", "--", "me@host",
      ])
    #expect(
      programs.lists[0] == [
        #"cd "my \"scans\"""#, #"-mkdir "documents""#, #"-mkdir "documents/a""#,
        #"-mkdir "documents/a/pages""#,
        #"lcd "/library/documents/a/pages""#, #"put -f "003.jpg" "documents/a/pages/003.jpg""#,
        #"lcd "/library/documents/a""#, #"put -f "thumbnail.jpg" "documents/a/thumbnail.jpg.4""#,
      ])
    try target.rename([SyncMove("a", to: "b")])
    try target.remove(["c"])
    #expect(programs.lists[1].last == #"rename "a" "b""#)
    #expect(programs.lists[2].last == #"-rm "c""#)
  }

  @Test func itsListsAreRead() throws {
    let target = SSHTarget(host: "host", path: "/scans", programs)
    answer(
      0,
      [
        "sftp> cd \"/scans\"", "sftp> -ls -ln \"documents\"",
        "drwxr-xr-x    ? root     root         4096 Nov 27 18:49 documents/u1",
        "-rw-r--r--    1 1000     1000           12 Nov 27  2025 documents/read me",
      ])
    #expect(try target.folders(in: "documents") == ["u1"])
    answer(
      0,
      [
        "sftp> cd \"/scans\"",
        "-rw-r--r--    ? root     root            5 Nov 27 18:49 documents/u1/metadata.json",
        "drwxr-xr-x    ? root     root         4096 Nov 27 18:49 documents/u1/pages",
        "-rw-r--r--    ? root     root     99999999 Nov 27 18:49 documents/u1/pages/003.jpg",
      ])
    #expect(
      try target.sizes(in: ["documents/u1", "documents/u1/pages"]) == [
        "documents/u1/metadata.json": 5, "documents/u1/pages/003.jpg": 99_999_999,
      ])
  }

  @Test func whatSFTPSaysIsTheReason() throws {
    let target = SSHTarget(host: "host", path: "scans", programs)
    answer(
      255, [],
      error: ["ssh: connect to host host port 22: Connection refused", "Connection closed."])
    let error = #expect(throws: ConversionError.self) { try target.check() }
    #expect(error?.code == .readFailed)
    #expect(
      error?.message
        == "ssh:host:scans: ssh: connect to host host port 22: Connection refused; Connection closed."
    )
  }

  // MARK: rclone

  @Test func rcloneGetsItsWords() throws {
    let target = RcloneTarget("box:scans", programs)
    try target.rename([SyncMove("documents/a/metadata.json.new", to: "documents/a/metadata.json")])
    #expect(
      programs.runs[0] == [
        "rclone", "moveto", "--ask-password=false", "--stats=0", "--contimeout=15s",
        "--timeout=60s",
        "--retries=2", "--low-level-retries=3",
        // Without it a file of the same size stays as it is, and the new one is removed.
        "--ignore-times", "--", "box:scans/documents/a/metadata.json.new",
        "box:scans/documents/a/metadata.json",
      ])
    try target.remove(["documents/a/pages/003.jpg"])
    #expect(programs.lists[1] == ["documents/a/pages/003.jpg"])
    #expect(programs.runs[1].contains("box:scans"))
    try target.get(["a/metadata.json"], in: "documents", to: "/library/in")
    #expect(programs.lists[2] == ["a/metadata.json"])
    #expect(programs.runs[2].contains("box:scans/documents"))
    #expect(programs.runs[2].contains("/library/in"))
    try RcloneTarget("box:", programs).check()
    #expect(programs.runs[3].suffix(3) == ["--dirs-only", "--", "box:"])
  }

  @Test func itsListsOfFilesAreRead() throws {
    let target = RcloneTarget("box:scans", programs)
    answer(0, ["u1/", "u2/"])
    #expect(try target.folders(in: "documents") == ["u1", "u2"])
    answer(0, ["5;metadata.json", "7;pages/003.jpg", "9;other/deep/x.jpg", "1;a;b"])
    #expect(
      try target.sizes(in: ["documents/u1", "documents/u1/pages"]) == [
        "documents/u1/metadata.json": 5, "documents/u1/pages/003.jpg": 7, "documents/u1/a;b": 1,
      ])
    // A folder that is not there.
    answer(3, [], error: ["2026/11/27 18:49:28 ERROR : : error listing: directory not found"])
    #expect(try target.sizes(in: ["documents/u2"]) == [:])
    answer(3, [], error: ["2026/11/27 18:49:28 ERROR : : error listing: directory not found"])
    let error = #expect(throws: ConversionError.self) { try target.check() }
    #expect(error?.message == "rclone:box:scans: ERROR : : error listing: directory not found")
  }
}
