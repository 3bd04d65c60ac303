import ConverterCore
import SystemPackage

/// What the kernel reads of a program before it starts it.
enum ProgramFile {
  /// The programs that the kernel starts in place of `program`, or together with it: the dynamic loader
  /// that an ELF file names, the interpreter of a script's first line, and theirs in turn.
  static func interpreters(of program: FilePath) -> [FilePath] {
    var found: [FilePath] = []
    var current = program
    // The kernel follows four scripts at most.
    while found.count < 5, let next = interpreter(of: current), !found.contains(next) {
      found.append(next)
      current = next
    }
    return found
  }

  private static func interpreter(of program: FilePath) -> FilePath? {
    guard let file = try? FileDescriptor.open(program, .readOnly, options: .closeOnExec) else {
      return nil
    }
    defer { try? file.close() }
    let head = bytes(of: file, at: 0, count: 4096)
    if head.starts(with: Array("#!".utf8)) {
      let line = head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
      return path(line.drop { isBlank($0) }.prefix { !isBlank($0) })
    }
    return dynamicLoader(in: file, head: head)
  }

  /// The segment of type PT_INTERP of an ELF file of 64 bits (System V ABI, chapter 5). One of 32 bits
  /// cannot run in the sandbox.
  private static func dynamicLoader(in file: FileDescriptor, head: [UInt8]) -> FilePath? {
    guard head.starts(with: [0x7F] + Array("ELF".utf8)), head.count >= 64, head[4] == 2,
      let table = number(head[32..<40])
    else { return nil }
    let size = Int(head[54]) | Int(head[55]) << 8
    let count = Int(head[56]) | Int(head[57]) << 8
    guard size >= 56 else { return nil }
    let segments = bytes(of: file, at: table, count: size * count)
    for start in stride(from: 0, to: segments.count - 55, by: size) {
      let segment = segments[start..<start + 56]
      guard segment.starts(with: [3, 0, 0, 0]), let offset = number(segment.dropFirst(8).prefix(8))
      else { continue }
      return path(bytes(of: file, at: offset, count: 4096).prefix { $0 != 0 })
    }
    return nil
  }

  /// A little-endian number that may be an offset.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    let value = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D, 0].contains(byte) }

  private static func path(_ bytes: some Collection<UInt8>) -> FilePath? {
    let path = FilePath(cBytes: bytes)
    return path.isAbsolute ? path : nil
  }

  /// As many bytes as there are.
  private static func bytes(of file: FileDescriptor, at offset: Int, count: Int) -> [UInt8] {
    let bytes = try? file.bytes(atMost: count, at: offset)
    return bytes ?? []
  }
}
