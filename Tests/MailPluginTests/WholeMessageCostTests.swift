import ConverterCore
import MIME
import Synchronization
import TestSupport
import Testing

@testable import MailPlugin
@testable import MailboxModel

/// What one message costs at most, whatever it is made of.
@Suite struct WholeMessageCostTests {
  private func message(_ text: String) throws -> Message {
    try OpenedMail(Array(text.utf8)).held()
  }

  private func mixed(_ parts: [String]) -> String {
    "Content-Type: multipart/mixed; boundary=b\n\n"
      + parts.map { "--b\nContent-Type: \($0)\n" }.joined() + "--b--\n"
  }

  private func html(_ message: Message) throws -> String {
    try MessagePage(message).bytes.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  private static let picture = "image/png\nContent-ID: <p>\n\nPNG"

  @Test func aPictureStandsInAllPagesTogetherFourTimes() throws {
    let pages = (0..<10).map { "text/html\n\n<p>\($0)<img src=\"cid:p\"><img src=\"cid:p\">" }
    let html = try html(message(mixed(pages + [Self.picture])))
    #expect(html.split(separator: "src=\"data:image/png;base64,UE5H\"").count == 5)
    #expect(html.split(separator: "[picture: p]").count == 17)
    #expect(html.contains("<p>9"))
  }

  @Test func textsOfAPageAreTogetherNoLongerThanOne() throws {
    let page = "<p>b</p>"
    let texts = (1...9).map { "text/plain\n\n\(String(repeating: "\($0)", count: 40))" }
    let made = try MessagePage(message(mixed(["text/html\n\n\(page)"] + texts)), mostText: 100)
    let html = made.bytes.withBytes { String(decoding: $0, as: UTF8.self) }
    let runs = html.split(separator: "<pre>").dropFirst().map { $0.prefix { $0 != "<" } }
    #expect(
      runs.map(String.init) == [
        String(repeating: "1", count: 40), String(repeating: "2", count: 40),
        String(repeating: "3", count: 12),
      ])
    let remarks = html.split(separator: "<p class=\"remark\">").dropFirst()
    let remark = "only the first 16 MiB of the text are shown"
    #expect(remarks.map { $0.prefix { $0 != "<" } } == [remark[...]])
  }

  @Test func whatASearchFindsWordsInIsLimitedForTheMessage() throws {
    let parts = ["abcd", "efgh", "i\u{E4}jk", "lmno"].map {
      "text/plain; charset=utf-8\n\n\($0)"
    }
    let text = ByteBuffer()
    try message(mixed(parts)).append(readableTextTo: text, atMost: 10)
    #expect(text.withBytes { String(decoding: $0, as: UTF8.self) } == "abcd\nefgh\ni\n")
    let all = ByteBuffer()
    try message(mixed(parts)).append(readableTextTo: all, atMost: 17)
    let whole = all.withBytes { String(decoding: $0, as: UTF8.self) }
    #expect(whole == "abcd\nefgh\ni\u{E4}jk\nlmno\n")
  }

  @Test(
    arguments: [
      ("utf-8", Array("\u{E4}\u{E4}\u{20AC}".utf8), 6, "\u{E4}\u{E4}"),
      ("gb2312", [0xD6, 0xD0, 0xCE, 0xC4, 0xD6, 0xD0], 5, "\u{4E2D}\u{6587}"),
      ("shift_jis", [0x83, 0x65, 0x83, 0x58, 0x83, 0x67], 3, "\u{30C6}"),
      ("utf-16le", [0x2D, 0x4E, 0x87, 0x65, 0x2D, 0x4E], 3, "\u{4E2D}"),
    ] as [(String, [UInt8], Int, String)])
  func aTextThatIsCutInACharacterIsNotDamaged(
    charset: String, bytes: [UInt8], most: Int, text: String
  ) throws {
    let head = "Content-Type: text/plain; charset=\(charset)\n\n"
    let message = try OpenedMail(Array(head.utf8) + bytes).held()
    let part = try message.text(of: message.structure.parts[0], atMost: most)
    #expect(part.bytes.withBytes { Array($0) } == Array(text.utf8))
    #expect(part.remark == nil)
    #expect(!part.isWhole)
  }

  @Test func linesThatMayDivideCostNoReadsOfTheirOwn() throws {
    let time = try processorTime {
      let text = mixed(["text/plain\n\n"]).dropLast(6) + String(repeating: "--\n", count: 700_000)
      let content = CountedContent(Array((text + "--b--\n").utf8))
      let message = try content.message(in: ConversionContext(registry: Registry()))
      #expect(try message.structure.parts.map(\.type.type) == ["multipart/mixed", "text/plain"])
      let size = content.byteCount
      let tally = content.tally.withLock { $0 }
      #expect(tally.reads < 20)
      #expect(tally.bytes < size + size / 10)
    }
    #expect(time < .seconds(20))
  }

  @Test func toLookForPartsCanBeStopped() throws {
    let cancellation = Cancellation()
    let content = CountedContent(
      Array((mixed([]) + String(repeating: "--\n", count: 100)).utf8))
    let message = try content.message(
      in: ConversionContext(registry: Registry(), cancellation: cancellation))
    cancellation.cancel()
    #expect { try message.structure } throws: { ($0 as? ConversionError)?.code == .interrupted }
  }

  private func limited(_ limits: Limits, _ text: String) throws -> Message {
    try CountedContent(Array(text.utf8)).message(
      in: ConversionContext(registry: Registry(), limits: limits))
  }

  @Test func pagesAreUnderTheLimitsOfTheConversion() throws {
    var limits = Limits()
    limits.input = 20
    let text = "Content-Type: text/html\n\n<p>longer than twenty bytes</p>\n"
    #expect { try MessagePage(limited(limits, text)) } throws: {
      ($0 as? ConversionError)?.code == .limitExceeded
    }
    #expect { try limited(limits, text).readableLines() } throws: {
      ($0 as? ConversionError)?.code == .limitExceeded
    }
  }
}

extension WholeMessageCostTests {
  /// A file in uuencode, and one in yEnc.
  private static let files =
    "begin 644 a.txt\n#86)C\n`\nend\n\nwords\n=ybegin line=128 size=3 name=b.bin\nkl\n\r\n=yend size=3\n"

  /// What is behind a long one was lost, and what is behind the first 16 MiB.
  @Test func filesInTextsAreFoundHoweverLongThatIs() throws {
    let time = try processorTime {
      let long =
        "=ybegin line=128 size=17 name=long\n"
        + String(repeating: String(repeating: "k", count: 127) + "\n", count: 17 << 13)
        + "=yend size=17\n"
      let text = "Subject: x\n\n\(Self.files)\(long)\(Self.files)"
      let mail = try OpenedMail(Array(text.utf8))
      let message = try mail.unheld(pieceSize: 1 << 18)
      let files = try message.attachments
      #expect(files.map(\.name) == ["a.txt", "b.bin", "long", "a.txt", "b.bin"])
      #expect(
        files.map(\.encodedByteCount) == [28, 53, long.utf8.count, 28, 53])
      #expect(try message.content(of: files[3]).all() == Array("abc".utf8))
      #expect(mail.context.warnings == [])
    }
    #expect(time < .seconds(20))
  }

  @Test func filesInTextsAreFoundInWindowsOfAnySize() throws {
    let time = try processorTime {
      let words = String(repeating: "begin to read\n=yes\n\n", count: 700)
      let text = "Subject: x\n\n\(words)\(Self.files)\(words)\(Self.files)begin 644 c\n#0V%T\n\n"
      let mail = try OpenedMail(Array(text.utf8))
      let held = try mail.held().attachments
      #expect(held.map(\.name) == ["a.txt", "b.bin", "a.txt", "b.bin", "c"])
      for pieceSize in [8, 9, 10, 61, 1000] {
        let unheld = try mail.unheld(pieceSize: pieceSize).attachments
        #expect(unheld.map(\.name) == held.map(\.name))
        #expect(unheld.map(\.embedded?.range) == held.map(\.embedded?.range))
      }
    }
    #expect(time < .seconds(20))
  }

  @Test func filesThatAreTooManyAreNotLostInSilence() throws {
    let text = "Subject: x\n\n" + String(repeating: "begin 644 a\n#86)C\n`\nend\n", count: 1001)
    let mail = try OpenedMail(Array(text.utf8))
    #expect(try mail.held().attachments.count == 1000)
    #expect(mail.context.warnings == ["of the files in a text only the first 1000 are taken"])
  }
}

/// Bytes of a file of which is counted what is read.
private final class CountedContent: RandomAccessContent {
  let all: [UInt8]
  let tally = Mutex((reads: 0, bytes: 0))

  init(_ bytes: [UInt8]) { all = bytes }

  var byteCount: Int { all.count }

  func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) -> Int {
    let count = min(buffer.count, all.count - offset)
    buffer.copyBytes(from: all[offset..<offset + count])
    tally.withLock { $0 = ($0.reads + 1, $0.bytes + count) }
    return count
  }

  /// A message that is not in memory.
  func message(in context: ConversionContext) throws -> Message {
    let file = InputFile(content: self, name: nil)
    let stored = StoredMessage(number: 1, file: file, range: 0..<byteCount)
    return try MessageReader(in: context).open(stored, in: nil)
  }
}
