import ArchiveModel
import ConverterCore
import TestSupport
import Testing

@Suite struct BodyTests {
  private func opened(
    codePage: Int? = 1252, _ properties: [TinyTNEF.Property], body: [UInt8]? = nil
  ) throws -> Opened {
    var file = TinyTNEF(codePage: codePage)
    if let body { file.message(0x2800C, body + [0]) }
    file.message(0x69003, TinyTNEF.block(properties))
    return try Opened(file.bytes)
  }

  @Test func textIsUTF8() throws {
    #expect(try opened([.unicode(0x1000, "日本 😀")]).text("body.txt") == "日本 😀")
    #expect(try opened([.string8(0x1000, [0x80])]).text("body.txt") == "€")
    #expect(try opened(codePage: 1251, [], body: [0xFF]).text("body.txt") == "я")
    #expect(
      try opened([.unicode(0x1000, "new")], body: Array("old".utf8)).text("body.txt") == "new")
  }

  @Test func pageIsTakenAsItIsStored() throws {
    #expect(try opened([.binary(0x1013, [0x3C, 0xFF])]).content("body.html") == [0x3C, 0xFF])
    #expect(try opened([.unicode(0x1013, "<p>ü")]).text("body.html") == "<p>ü")
  }

  @Test func propertiesOfAllKindsArePassedOver() throws {
    let set = [UInt8](repeating: 7, count: 16)
    let name = TinyTNEF.number(1, 4) + TinyTNEF.number(6, 4) + [0x61, 0, 0x62, 0, 0, 0, 0, 0]
    let properties: [TinyTNEF.Property] = [
      .init(0x1, type: 0x02, value: [1, 0]), .init(0x2, type: 0x0B, value: [1, 0]),
      .init(0x3, type: 0x05, value: TinyTNEF.number(1, 8)),
      .init(0x4, type: 0x48, value: set),
      .init(
        0x8001, type: 3, name: set + TinyTNEF.number(0, 4) + TinyTNEF.number(5, 4),
        value: [1, 0, 0, 0]),
      .init(0x8002, type: 3, name: set + name, value: [1, 0, 0, 0]),
      .init(0x5, type: 0x1003, value: TinyTNEF.number(2, 4) + TinyTNEF.number(9, 8)),
      .init(
        0x6, type: 0x101E,
        value: TinyTNEF.number(2, 4) + TinyTNEF.number(2, 4) + [0x61, 0, 0, 0]
          + TinyTNEF.number(2, 4) + [0x62, 0, 0, 0]),
      .unicode(0x1000, "end"),
    ]
    let opened = try opened(properties)
    #expect(opened.context.warnings == [])
    #expect(try opened.text("body.txt") == "end")
  }

  @Test func brokenPropertiesGiveWhatComesBefore() throws {
    for value in [
      TinyTNEF.number(0xFFFF_FFFF, 4), TinyTNEF.number(1, 4) + TinyTNEF.number(0xFFFF_FFFF, 4), [],
    ] {
      let opened = try opened([
        .unicode(0x1000, "before"), .init(0x1, type: 0x1F, value: value),
      ])
      #expect(try opened.text("body.txt") == "before")
      #expect(
        opened.context.warnings == [
          "the properties of a message are damaged: something of it may be missing"
        ])
    }
  }

  @Test func appointmentsAreNamed() throws {
    var file = TinyTNEF()
    file.message(0x78008, Array("IPM.Microsoft Schedule.MtgReq\0".utf8))
    #expect(
      try Opened(file.bytes).context.warnings == [
        "this is an appointment (IPM.Microsoft Schedule.MtgReq), whose dates, places and people are "
          + "no files and are left out"
      ])
  }
}
