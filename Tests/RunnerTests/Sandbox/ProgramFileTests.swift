import ConverterCore
import SystemPackage
import TestSupport
import Testing

@testable import Runner

/// What the kernel starts in place of a program, or together with it.
@Suite struct ProgramFileTests {
  private func interpreters(of bytes: [UInt8]) throws -> [FilePath] {
    let scratch = try ScratchFolder()
    return ProgramFile.interpreters(of: FilePath(try scratch.write(bytes, to: "program")))
  }

  @Test(arguments: [
    ("#!/no/such/sh\n", ["/no/such/sh"]), ("#! \t/no/such/sh -e\nexit\n", ["/no/such/sh"]),
    ("#!/no/such/sh", ["/no/such/sh"]), ("#!\n", []), ("#!", []), ("#!relative\n", []),
    ("", []), ("\u{7F}ELF", []), ("text", []),
  ])
  func ofScripts(text: String, expected: [FilePath]) throws {
    #expect(try interpreters(of: Array(text.utf8)) == expected)
  }

  @Test func ofAScriptOfAScript() throws {
    let scratch = try ScratchFolder()
    let first = try scratch.write(Array("#!/no/such/sh\n".utf8), to: "first")
    let second = try scratch.write(Array("#!\(first)\n".utf8), to: "second")
    #expect(
      ProgramFile.interpreters(of: FilePath(second)) == [FilePath(first), "/no/such/sh"])
    let loop = scratch.file("loop")
    try scratch.write(Array("#!\(loop)\n".utf8), to: "loop")
    #expect(ProgramFile.interpreters(of: FilePath(loop)) == [FilePath(loop)])
  }

  /// A header, one segment that names a loader, and the name.
  private func elf(
    segments: UInt8 = 1, size: UInt8 = 56, table: [UInt8] = [64, 0, 0, 0, 0, 0, 0, 0],
    offset: [UInt8] = [120, 0, 0, 0, 0, 0, 0, 0]
  ) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 64)
    header.replaceSubrange(0..<5, with: [0x7F, 0x45, 0x4C, 0x46, 2])
    header.replaceSubrange(32..<40, with: table)
    header[54] = size
    header[56] = segments
    let segment = [3, 0, 0, 0, 0, 0, 0, 0] + offset + [UInt8](repeating: 0, count: 40)
    return header + segment + Array("/no/such/ld.so\0junk".utf8)
  }

  @Test func ofAnELFFile() throws {
    #expect(try interpreters(of: elf()) == ["/no/such/ld.so"])
    #expect(try interpreters(of: elf(segments: 0)).isEmpty)
    #expect(try interpreters(of: elf(size: 55)).isEmpty)
  }

  @Test func ofAnELFFileThatLies() throws {
    let far: [UInt8] = [255, 255, 255, 255, 255, 255, 255, 127]
    let negative = [UInt8](repeating: 255, count: 8)
    #expect(try interpreters(of: elf(table: far)).isEmpty)
    #expect(try interpreters(of: elf(table: negative)).isEmpty)
    #expect(try interpreters(of: elf(offset: far)).isEmpty)
    #expect(try interpreters(of: elf(offset: negative)).isEmpty)
    #expect(try interpreters(of: elf(segments: 255)) == ["/no/such/ld.so"])
    for count in 0..<elf().count - 19 {
      #expect(try interpreters(of: Array(elf().prefix(count))).isEmpty, "\(count)")
    }
  }

  #if os(Linux)
    @Test func ofThisSystemsPrograms() throws {
      let loader = try #require(ProgramFile.interpreters(of: "/bin/sh").first)
      #expect(FileIdentity(path: loader) != nil)
    }
  #endif
}
