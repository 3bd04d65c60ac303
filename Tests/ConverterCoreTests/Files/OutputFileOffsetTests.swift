import ConverterCore
import SystemPackage
import TestSupport
import Testing

/// Outputs that are written at any offset, and read again.
@Suite struct OutputFileOffsetTests {
  private func write(_ text: String, at offset: Int, _ output: OutputFile) throws {
    try Array(text.utf8).withUnsafeBytes { try output.write($0, at: offset) }
  }

  private func read(at offset: Int, count: Int, _ output: OutputFile) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0xFF, count: count)
    let got = try bytes.withUnsafeMutableBytes { try output.read(at: offset, into: $0) }
    return Array(bytes.prefix(got))
  }

  private func check(_ output: OutputFile) throws {
    try write("world", at: 7, output)
    #expect(output.byteCount == 12)
    try write("hello", at: 0, output)
    try write("W", at: 7, output)
    #expect(output.byteCount == 12)
    #expect(try read(at: 0, count: 100, output) == Array("hello\0\0World".utf8))
    #expect(try read(at: 8, count: 2, output) == Array("or".utf8))
    #expect(try read(at: 12, count: 1, output).isEmpty)
  }

  @Test func inMemory() throws {
    let output = try OutputFile(.memory)
    try check(output)
    #expect(output.bytes == Array("hello\0\0World".utf8))
  }

  @Test func inAFile() throws {
    let scratch = try ScratchFolder()
    let output = try OutputFile(.file(FilePath(scratch.file("a"))))
    try check(output)
    try output.complete()
    #expect(scratch.names.isEmpty)
    try output.publish()
    #expect(try scratch.bytes("a") == Array("hello\0\0World".utf8))
  }

  /// What was written is replaced, whether it is still in the buffer or not, and writing goes on at the end.
  private func replace(in output: OutputFile, filling: Int) throws {
    try output.write(Array("size: ????, ".utf8))
    try output.write([UInt8](repeating: 0x2E, count: filling))
    try output.replace(Array("0012".utf8), at: 6)
    #expect(output.byteCount == 12 + filling)
    try output.write(Array("end".utf8))
    try output.replace([], at: 15 + filling)
  }

  @Test(arguments: [0, 10, 1 << 18, 1_000_000])
  func replacing(filling: Int) throws {
    let expected =
      Array("size: 0012, ".utf8) + [UInt8](repeating: 0x2E, count: filling) + Array("end".utf8)
    let memory = try OutputFile(.memory)
    try replace(in: memory, filling: filling)
    #expect(memory.bytes == expected)
    let scratch = try ScratchFolder()
    let output = try OutputFile(.file(FilePath(scratch.file("a"))))
    try replace(in: output, filling: filling)
    try output.complete()
    try output.publish()
    #expect(try scratch.bytes("a") == expected)
  }
}
