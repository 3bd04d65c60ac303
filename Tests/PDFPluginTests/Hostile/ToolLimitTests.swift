import ConverterCore
import ExternalTools
import SystemPackage
import TestSupport
import Testing

@testable import PDFPlugin

@Suite("What programs may take")
struct ToolLimitTests {
  private func run(
    _ program: String, _ arguments: [String], _ limits: Limits = .standard
  ) throws(ConversionError) {
    let context = ConversionContext(registry: Registry(), limits: limits)
    let run = try ExternalTool(FilePath(program), package: "a-package")
      .start(arguments, input: ToolInput(bytes: []), in: context)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1024, alignment: 1)
    defer { buffer.deallocate() }
    while try run.read(into: buffer, in: context) == buffer.count {}
  }

  @Test func `A program that is not installed is named`() {
    let error = #expect(throws: ConversionError.self) { try run("/usr/bin/no-such-tool", []) }
    #expect(error?.code == .missingLibrary)
    #expect(
      error?.message
        == "needs /usr/bin/no-such-tool, which is not installed; install the package a-package")
  }

  @Test(.enabled(if: Places.has(program: "awk")))
  func `Memory has a limit, which is named`() {
    var limits = Limits.standard
    limits.tool = 64 << 20
    let error = #expect(throws: ConversionError.self) {
      try run("/usr/bin/awk", [#"BEGIN { s = "x"; while (1) s = s s }"#], limits)
    }
    #expect(error?.code == .limitExceeded)
    #expect(
      error?.message
        == "awk needs more memory than the 67108864 bytes that it may use; "
        + "raise the limit with --limit tool=268435456")
  }

  @Test(.enabled(if: Places.has(program: "sh")))
  func `Processor time has a limit, which is named`() {
    let error = #expect(throws: ConversionError.self) {
      try run("/bin/sh", ["-c", "ulimit -S -t 1; while :; do :; done"])
    }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.hasPrefix("sh used more processor time than the ") == true)
  }

  /// The program goes on without what it has no memory for, and says so to nobody who does not listen.
  @Test(.enabled(if: Places.has(program: "sh")))
  func `What it says of memory counts although it goes on`() {
    let error = #expect(throws: ConversionError.self) {
      try run("/bin/sh", ["-c", "echo Out of memory >&2; sleep 30"])
    }
    #expect(error?.code == .limitExceeded)
  }

  /// More than a pipe holds.
  @Test(.enabled(if: Places.has(program: "sh")))
  func `Complaints without end hold nobody up`() throws {
    try run("/bin/sh", ["-c", "yes complaint | head -c 1000000 >&2; echo done"])
  }

  /// A picture of 10,000,000,000 pixels in some hundred bytes: neither minutes nor gigabytes.
  @Test(.enabled(if: Places.has(program: "pdftoppm")), arguments: ["png", "txt"])
  func `A picture that is too large is said to be`(type: String) throws {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
    let side = number(100_000)
    let page =
      number(0) + [0x30, 0, 1] + number(19) + side + side + number(0) + number(0) + [0, 0, 0]
    let region =
      side + side + number(0) + number(0) + [0, 0, 3, 0xFF, 0xFD, 0xFF, 2, 0xFE, 0xFE, 0xFE]
      + [UInt8](repeating: 0x55, count: 100)
    let data = page + number(1) + [38, 0, 1] + number(region.count) + region
    var file = WrittenPDF()
    file.addPage(3, "", "")
    // As content, it is decoded for text, too.
    file.add(4, "/Filter /JBIG2Decode", stream: data)
    let start = ContinuousClock.now
    let made = try Made([file.bytes], to: type)
    #expect(made.code == .limitExceeded, "\(made.outcome.status)")
    #expect(made.files.isEmpty)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func `One file may be silent for a minute, many for ten`() {
    #expect(Limits.forOneFile.stall == 60)
    #expect(Limits.standard.stall == 600)
    var limits = Limits.forOneFile
    limits.stall = Limits.standard.stall
    #expect(limits == .standard)
  }
}
