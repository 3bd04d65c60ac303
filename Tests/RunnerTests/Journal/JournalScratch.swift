import ConverterCore
import Runner
import SystemPackage
import TestSupport

/// A journal in a folder of its own, and records for it.
struct JournalScratch {
  let scratch: ScratchFolder
  var path: FilePath { FilePath(scratch.file("out.fairy-journal")) }

  init(_ bytes: [UInt8]? = nil) throws {
    scratch = try ScratchFolder()
    if let bytes { try write(bytes) }
  }

  func write(_ bytes: [UInt8]) throws {
    try scratch.write(bytes, to: "out.fairy-journal")
  }

  func bytes() throws -> [UInt8] { try scratch.bytes("out.fairy-journal") }

  func key(_ number: Int) -> JournalKey {
    JournalKey(
      version: "1", input: input(number), output: FilePath("/out/\(number).jpg"), byteCount: number,
      modified: 7, request: [])
  }

  func input(_ number: Int) -> FilePath { FilePath("/in/\(number).heic") }

  func failed(_ number: Int, _ message: String = "is no picture") -> JournalRecord {
    JournalRecord(
      key: key(number), input: input(number), bytesIn: number,
      ending: .failed(.damagedInput, message: message))
  }

  func done(_ number: Int, _ outputs: [JournalRecord.Output]) -> JournalRecord {
    JournalRecord(
      key: key(number), input: input(number), bytesIn: number, ending: .done(outputs))
  }

  /// Writes a file and tells what a journal says of it.
  func output(_ name: String, _ bytes: [UInt8] = [1, 2, 3]) throws -> JournalRecord.Output {
    let path = FilePath(try scratch.write(bytes, to: name))
    let descriptor = try FileDescriptor.open(path, .readOnly)
    defer { try? descriptor.close() }
    return try JournalRecord.Output(path: path, of: descriptor)
  }

  /// What a run that is started now knows of file `number`.
  func lookup(_ number: Int) throws -> Journal.Entry {
    try Journal(opening: path).lookup(key(number), attempt: key(number), input: input(number))
  }
}
