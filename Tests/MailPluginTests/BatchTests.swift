import ConverterCore
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MailPlugin
@testable import MailboxModel

/// How messages come in batches, and how far they say that they are.
@Suite struct BatchTests {
  private static func counts(_ source: any MessageSource) throws -> [Int] {
    let batch = MessageBatch()
    var counts: [Int] = []
    while try source.claim(batch) { counts.append(batch.messages.count) }
    return counts
  }

  /// Results of a whole batch are in memory at once.
  @Test func aBatchOfFilesEndsWithTheirBytes() throws {
    let file = InputFile(bytes: [UInt8](repeating: 0x61, count: 1 << 20))
    let source = MessageFiles(holding: false) { number in
      number > 10 ? nil : MessageFiles.Found(file: file, range: 0..<file.byteCount)
    }
    #expect(try Self.counts(source) == [4, 4, 2])
    let small = MessageFiles(holding: false) { number in
      number > 100 ? nil : MessageFiles.Found(file: file, range: 0..<5)
    }
    #expect(try Self.counts(small) == [64, 36])
    let huge = MessageFiles(holding: false) { number in
      number > 2 ? nil : MessageFiles.Found(file: file, range: 1..<Int.max)
    }
    #expect(try Self.counts(huge) == [1, 1])
  }

  @Test func aBatchOfAnIndexEndsWithTheBytesOfItsMessages() throws {
    let long = String(repeating: String(repeating: "x", count: 99) + "\n", count: 15_000)
    let mail = try IndexedMail(
      (1...5).map { "\(fromLine)Subject: \($0)\n\n\(long)\n" }.joined()
        + (1...600).map { "\(fromLine)Subject: \($0)\n\nx\n\n" }.joined())
    var reading = ReadingOptions()
    reading.index = InputFile(bytes: mail.index)
    let context = try IndexedMail.context(reading)
    let content = try MboxReader().read(
      mail.mailbox, type: "public.mbox", in: ReadingContext(context)
    ).content
    #expect(try Self.counts(content.messages(from: nil, in: context)) == [3, 512, 90])
  }

  /// The fractions that are said while a mailbox is written as text.
  private static func fractions(
    _ make: (ConversionContext) throws -> Mailbox
  ) throws -> [Double] {
    let said = Mutex<[Double]>([])
    let context = ConversionContext(
      registry: Registry(), progress: { fraction in said.withLock { $0.append(fraction) } })
    let output = try OutputFile(.memory)
    try MessageTextWriter().write(
      try make(context), as: .plainText, to: output, options: MailOptions(ConversionOptions()),
      in: WritingContext(context))
    return said.withLock { $0 }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  private static let message = "Subject: x\n\n\(String(repeating: "x", count: 87))\n"

  private static func maildir(
    _ count: Int, in folder: ScratchFolder, _ context: ConversionContext
  ) throws -> Mailbox {
    for number in 1...count {
      try folder.write(Array(message.utf8), to: "box/cur/\(number):2,")
    }
    let input = try InputFile(path: FilePath(folder.file("box")), allowsFolder: true)
    return try MaildirReader().read(input, type: .maildir, in: ReadingContext(context))
  }

  @Test func aMaildirSaysHowFarItIs() throws {
    let folder = try ScratchFolder()
    #expect(
      try Self.fractions { try Self.maildir(256, in: folder, $0) } == [0, 0.25, 0.5, 0.75])
    let context = ConversionContext(registry: Registry())
    #expect(try Self.maildir(256, in: folder, context).content.byteCount == 25_600)
  }

  @Test func anIndexSaysHowFarItIs() throws {
    let text = (0..<1024).map { _ in "\(fromLine)\(Self.message)\n" }.joined()
    let mail = try IndexedMail(text)
    #expect(
      try Self.fractions { context in
        let index = InputFile(bytes: mail.index)
        return Mailbox(
          format: "mbox",
          content: try IndexedMailbox(mail.mailbox, index: index, MessageSelection(), in: context))
      } == [0, 0.5])
  }

  @Test func joinedMailboxesSayHowFarTheyAre() throws {
    let folder = try ScratchFolder()
    let fractions = try Self.fractions { context in
      let box = try Self.maildir(128, in: folder, context)
      let mbox = Mailbox(
        format: "mbox",
        content: MboxContent(
          input: InputFile(bytes: Array("\(fromLine)Subject: x\n\n".utf8)), quoting: .auto))
      let all = try box.joined(with: [mbox, box], in: context)
      #expect(all.content.byteCount == 2 * 12_800 + 46)
      return all
    }
    let all = 25_646.0
    #expect(fractions == [0, 6_400 / all, 12_800 / all, 12_846 / all, 19_246 / all])
  }
}
