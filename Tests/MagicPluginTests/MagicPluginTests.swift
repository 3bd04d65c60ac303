import ConverterCore
import MagicPlugin
import TestSupport
import Testing

@Suite struct MagicPluginTests {
  private func detect(_ bytes: [UInt8], named name: String? = nil) throws -> Detection {
    var registry = Registry()
    try MagicPlugin.register(in: &registry)
    return try Detector(
      catalog: .complete, marks: Registry.plugins.marks, namers: registry.typeNamers
    )
    .detect(InputFile(bytes: bytes, name: name))
  }

  @Test func registersOneNamer() throws {
    var registry = Registry()
    try MagicPlugin.register(in: &registry)
    #expect(registry.typeNamers.count == 1)
    #expect(registry.readers.isEmpty)
  }

  @Test func namesWhatTheCatalogDoesNot() throws {
    let pattern =
      [UInt8](repeating: 0, count: 20) + Array("GPAT".utf8) + [UInt8](repeating: 1, count: 20)
    let detection = try detect(pattern, named: "a.pat")
    #expect(detection.type.id == "dyn.image/x-gimp-pat")
    #expect(detection.type.mediaTypes == ["image/x-gimp-pat"])
    #expect(detection.type.name.hasPrefix("GIMP pattern data"))
    #expect(detection.confidence == 0.3)
    #expect(detection.evidence.map(\.source) == [.libmagic])
    #expect(detection.mismatch == nil)
    #expect(
      try detect(pattern, named: "a.jpg").mismatch?.hasPrefix("named .jpg but holds a GIMP pattern")
        == true)
  }

  @Test func hasNoOpinionOnNoise() throws {
    let bytes: [UInt8] = (0..<200).map { UInt8(truncatingIfNeeded: 0x80 &+ $0 &* 37) }
    #expect(try detect([0x03] + bytes).type.id == .data)
  }

  @Test func isNotAskedAboutWhatIsKnown() throws {
    let jpeg = try detect([0xFF, 0xD8, 0xFF, 0xE0])
    #expect(jpeg.type.id == "public.jpeg")
    #expect(jpeg.evidence.allSatisfy { $0.source != .libmagic })
    #expect(try detect([]).type.id == .empty)
    #expect(try detect(Array("text".utf8)).type.id == .plainText)
  }

  @Test func servesThreadsAtOnce() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 0..<16 {
        group.addTask {
          _ = try detect(
            (0..<300).map { UInt8(truncatingIfNeeded: $0 &* (seed &* 2 &+ 3) &+ 0x90) })
        }
      }
      try await group.waitForAll()
    }
  }
}
