import ConverterCore
import Glibc
import SystemPackage
import TestSupport
import Testing

/// Inputs whose bytes are taken over as they are.
@Suite struct CopiedInputTests {
  private let context = ConversionContext(registry: Registry())

  @Test func allBytesAreTaken() throws {
    let output = try OutputFile(.memory)
    let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    try output.write(everythingOf: InputFile(bytes: bytes), in: context)
    #expect(output.bytes == bytes)
  }

  /// One that another program cuts off meanwhile is not waited for.
  @Test func oneThatBecomesShorterIsRefused() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write(Array("some text".utf8), to: "a")
    let input = try InputFile(path: FilePath(path))
    #expect(truncate(path, 4) == 0)
    let output = try OutputFile(.memory)
    let error = #expect(throws: ConversionError.self) {
      try output.write(everythingOf: input, in: context)
    }
    #expect(error?.code == .readFailed)
    #expect(error?.message == "became shorter while it was read")
  }
}
