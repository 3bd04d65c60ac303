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
}
