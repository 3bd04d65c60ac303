import ConverterCore
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Runner

/// A journal as a file: who has it, where it stands, what a full disk does.
@Suite struct JournalFileTests {
  @Test("one run at a time")
  func lock() throws {
    let scratch = try JournalScratch()
    var first: Journal? = try Journal(opening: scratch.path)
    try first?.append(scratch.failed(1))
    let before = try scratch.bytes()
    let error = #expect(throws: ConversionError.self) { try Journal(opening: scratch.path) }
    #expect(error?.code == .usage)
    #expect(error?.message.contains("going on") == true)
    #expect(try scratch.bytes() == before)
    first = nil
    #expect(try scratch.lookup(1) == .failed(scratch.failed(1)))
  }

  @Test("programs that are started do not hold the lock")
  func lockIsNotInherited() throws {
    let scratch = try JournalScratch()
    var journal: Journal? = try Journal(opening: scratch.path)
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sleep")
    child.arguments = ["60"]
    try child.run()
    defer { child.terminate() }
    try journal?.append(scratch.failed(1))
    journal = nil
    #expect(try scratch.lookup(1) == .failed(scratch.failed(1)))
  }

  @Test("places where no journal can be")
  func impossiblePlaces() throws {
    let scratch = try JournalScratch()
    let places: [(FilePath, ConversionError.Code)] = [
      (FilePath(scratch.scratch.path), .cannotCreateOutput),
      (FilePath(scratch.scratch.file("missing/journal")), .cannotCreateOutput),
      ("/dev/full", .usage),
    ]
    for (place, code) in places {
      let error = #expect(throws: ConversionError.self) { try Journal(opening: place) }
      #expect(error?.code == code)
      #expect(error?.file == place)
    }
    #expect(mkfifo(scratch.path.string, 0o600) == 0)
    #expect(throws: ConversionError.self) { try Journal(opening: scratch.path) }
  }

  @Test("where there is no more room the torn line is taken back and nothing more is written")
  func fullDisk() async throws {
    await #expect(processExitsWith: .success) {
      let scratch = try JournalScratch()
      signal(SIGXFSZ, SIG_IGN)
      // Stands for a full disk: a line that crosses the limit is written in part.
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let journal = try Journal(opening: scratch.path)
      var whole = try scratch.bytes()
      var failure: ConversionError?
      for number in 1...20 {
        do throws(ConversionError) {
          try journal.append(scratch.failed(number))
          whole += scratch.failed(number).line
        } catch {
          failure = error
          break
        }
      }
      #expect(failure?.code == .writeFailed)
      #expect(failure?.file == scratch.path)
      #expect(whole.count < 1000)
      #expect(try scratch.bytes() == whole)
      let short = JournalRecord(
        key: scratch.key(1), input: "/", bytesIn: 0, ending: .failed(.usage, message: ""))
      #expect(throws: ConversionError.self) { try journal.append(short) }
      #expect(throws: ConversionError.self) { try journal.sync() }
      #expect(try scratch.bytes() == whole)
    }
  }

  @Test("the usual place is beside the folder, under its real name")
  func place() throws {
    let scratch = try ScratchFolder()
    try scratch.write([], to: "real/out/a.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("link"), withDestinationPath: "real/out")
    let root = try #require(
      FilePath(scratch.path).withPlatformString { realpath($0, nil) }.map { start in
        defer { free(start) }
        return FilePath(platformString: start)
      })
    let expected = root.appending("real/out.fairy-journal")
    for folder in ["real/out", "real/out/", "link", "link/", "real/./out/../out"] {
      #expect(Journal.place(beside: FilePath(scratch.file(folder))) == expected)
    }
    #expect(Journal.place(beside: "/") == "/.fairy-journal")
    #expect(Journal.place(beside: "/none/x/../out") == "/none/out.fairy-journal")
  }

  @Test("walks leave journals out")
  func walks() throws {
    let tree = try Tree([
      "a.heic", "out.fairy-journal", "out/b", "fairy-journal", "x.fairy-journal.a",
    ])
    #expect(try tree.found().files == ["a.heic", "fairy-journal", "out/b", "x.fairy-journal.a"])
  }
}
