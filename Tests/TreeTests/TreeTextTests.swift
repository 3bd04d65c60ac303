import ConverterCore
import Testing
import TreeModel
import TreeTestSupport

@Suite struct TreeTextTests {
  private func decode(_ text: String) -> (text: String, isExact: Bool) {
    let buffer = ByteBuffer()
    let bytes = Array(text.utf8)
    let isExact = TreeText.decode(bytes.span, into: buffer)
    return (String(decoding: buffer.bytes, as: UTF8.self), isExact)
  }

  private func encode(_ bytes: [UInt8]) -> (text: String, isExact: Bool) {
    let buffer = ByteBuffer()
    let isExact = TreeText.encode(bytes.span, into: buffer)
    return (String(decoding: buffer.bytes, as: UTF8.self), isExact)
  }

  @Test(arguments: [
    ("", "", true), ("abc", "abc", true), (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t", true),
    (#"\u0041\u00e9\u6F22"#, "Aé漢", true), (#"\ud83d\ude00"#, "😀", true),
    (#"x\ud83d"#, "x\u{FFFD}", false),
    (#"\ude00y"#, "\u{FFFD}y", false), (#"\ud83d\ud83d\ude00"#, "\u{FFFD}😀", false),
    (#"\ud83dx"#, "\u{FFFD}x", false),
    (#"\ud83d\n"#, "\u{FFFD}\n", false), (#"\uD83D\uDE00é"#, "😀é", true),
  ])
  func decodes(text: String, expected: String, isExact: Bool) {
    let result = decode(text)
    #expect(result.text == expected)
    #expect(result.isExact == isExact)
  }

  @Test(
    arguments: [
      (Array("aé漢😀".utf8), "aé漢😀", true),
      (Array("\"\\\n\u{1}\u{1F}\u{7F}".utf8), "\\\"\\\\\\n\\u0001\\u001f\u{7F}", true),
      ([0x61, 0xFF, 0x62], "a\u{FFFD}b", false), ([0xC3], "\u{FFFD}", false),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", false),
      ([0xC0, 0x80], "\u{FFFD}\u{FFFD}", false),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", false),
      ([0xE2, 0x82], "\u{FFFD}\u{FFFD}", false), ([], "", true),
    ] as [([UInt8], String, Bool)])
  func encodes(bytes: [UInt8], expected: String, isExact: Bool) {
    let result = encode(bytes)
    #expect(result.text == expected)
    #expect(result.isExact == isExact)
  }

  @Test func everyCharacterGoesThereAndBack() {
    for value in stride(from: UInt32(0), to: 0x110000, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(Character(scalar))
      #expect(decode(encode(Array(text.utf8)).text).text == text)
    }
  }

  @Test func cursorGoesOverBatches() throws {
    let context = ConversionContext(registry: Registry())
    let cursor = try TokenCursor(TreeJSON.tree("[1,{\"a\":\"b\"}]", batch: 1).content, in: context)
    var kinds: [Token.Kind] = []
    while let token = try cursor.next() {
      kinds.append(token.kind)
      if token.kind == .key {
        let text = cursor.text(of: token).array
        #expect(text == Array("a".utf8))
        #expect(try cursor.peek()?.kind == .string)
      }
    }
    #expect(kinds == [.beginArray, .number, .beginObject, .key, .string, .endObject, .endArray])
    #expect(try cursor.peek() == nil)
  }
}
