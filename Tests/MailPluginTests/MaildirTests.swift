import ConverterCore
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MailPlugin
@testable import MailboxModel

/// Folders of messages: what they are called, when they came, and what happens to them meanwhile.
@Suite struct MaildirTests {
  private let convert: Converting
  private var files: FileManager { .default }

  init() throws {
    convert = try Converting()
    for name in ["cur", "new", "tmp"] {
      try files.createDirectory(
        atPath: convert.scratch.file("box/\(name)"), withIntermediateDirectories: true)
    }
  }

  private func remove(_ name: String) throws {
    try files.removeItem(atPath: convert.scratch.file(name))
  }

  /// Every message, in order, by its subject.
  private func subjects() throws -> [String] {
    try convert("box", as: .maildir, to: "public.mbox", "out.mbox")
    defer { try? remove("out.mbox") }
    return try convert.text("out.mbox").split(separator: "\n").filter { $0.hasPrefix("Subject: ") }
      .map { String($0.dropFirst(9)) }
  }

  private func opened() throws -> Mailbox {
    let input = try InputFile(path: FilePath(convert.scratch.file("box")), allowsFolder: true)
    return try MaildirReader().read(
      input, type: .maildir, in: ReadingContext(ConversionContext(registry: Registry())))
  }

  @Test(arguments: ["cur", "new"]) func aFolderThatMayNotBeReadIsAnError(name: String) throws {
    let other = name == "cur" ? "new" : "cur"
    try convert.write("Subject: 1\n\n", to: "box/\(other)/1:2,")
    try convert.write("Subject: 2\n\n", to: "elsewhere/2:2,")
    try remove("box/\(name)")
    #expect(try opened().content.messageCount == 1)
    try files.createSymbolicLink(
      atPath: convert.scratch.file("box/\(name)"),
      withDestinationPath: convert.scratch.file("elsewhere"))
    for reason in ["a link", "a file"] {
      let error = #expect(throws: ConversionError.self, "\(reason)") { try opened() }
      #expect(error?.code == .readFailed)
      #expect(error?.message == "its folder \(name) may not be read: Not a directory")
      #expect(error?.file == FilePath(convert.scratch.file("box")))
      try remove("box/\(name)")
      try convert.write("", to: "box/\(name)")
    }
  }

  private func rename(_ name: String, _ other: String) throws {
    try files.moveItem(
      atPath: convert.scratch.file("box/\(name)"), toPath: convert.scratch.file("box/\(other)"))
  }

  /// Whoever reads mail changes the names of messages while they are converted.
  @Test func messagesAreFoundUnderNewNames() throws {
    for number in 1...3 {
      try convert.write("Subject: \(number)\n\n", to: "box/cur/\(number):2,")
      try convert.write("Subject: \(number + 3)\n\n", to: "box/new/\(number + 3)")
    }
    let context = ConversionContext(registry: Registry())
    let content = try opened().content
    try rename("cur/2:2,", "cur/2:2,S")
    try rename("new/5", "cur/5:2,RS")
    try remove("box/cur/3:2,")
    let source = try content.messages(from: nil, in: context)
    let batch = MessageBatch()
    #expect(try source.claim(batch))
    #expect(batch.messages.map(\.byteCount) == [12, 12, 0, 12, 12, 12])
    #expect(batch.messages.map(\.flags) == ["", "S", "", "", "RS", ""])
    #expect(context.warnings == ["3:2, is no longer there; it stands as an empty message"])
  }

  /// A folder is listed for many of them at once.
  @Test func manyNewNamesCostOneListing() throws {
    for number in 1...40 { try convert.write("x", to: "box/cur/\(number):2,S") }
    let folders = try MaildirFolders(
      in: OpenFolder(path: FilePath(convert.scratch.file("box"))))
    let renamed = MaildirRenames(folders)
    func open(_ stem: Int) throws -> String {
      let name = MaildirFolders.Name(bytes: Array("\(stem):2,".utf8), isNew: true)
      let (descriptor, found) = try renamed.open(name)
      try descriptor.close()
      return found.text
    }
    for number in 1...40 { #expect(try open(number) == "\(number):2,S") }
    #expect(renamed.listings == 1)
    // And once more.
    try rename("cur/7:2,S", "cur/7:2,RS")
    #expect(try open(7) == "7:2,RS")
    #expect(renamed.listings == 2)
    for number in 100..<200 {
      #expect(throws: Errno.noSuchFileOrDirectory) { try open(number) }
    }
    #expect(renamed.listings == MaildirRenames.mostListings)
    #expect(try open(8) == "8:2,S")
  }

  @Test func theOrderIsThatOfTheNumbers() throws {
    let names = ["1000000000.b:2,", "999999999.c:2,S", "zz", "12.10.x", "0012.1.x", "12.9.x", "7"]
    for name in names { try convert.write("Subject: \(name)\n\n", to: "box/cur/\(name)") }
    try convert.write("Subject: new\n\n", to: "box/new/999999999.d")
    #expect(
      try subjects() == [
        "7", "0012.1.x", "12.10.x", "12.9.x", "999999999.c:2,S", "new", "1000000000.b:2,", "zz",
      ])
  }

  /// A message without a date is dated by the line that divides, by its file, or by the message before it.
  @Test func theTimeOfAMessage() throws {
    let date = "Date: Thu, 1 Jan 2004 00:00:10 +0000\n"
    try convert.write(
      "From - \nSubject: 1\n\n\nFrom x Thu Jan  1 00:00:20 2004\nSubject: 2\n\n\n"
        + "From - \nSubject: 3\n\n\n\(fromLine)Subject: 4\n\(date)\n\n", to: "in.mbox")
    try remove("box")
    try convert("in.mbox", as: "public.mbox", to: .maildir, "box/")
    #expect(
      try FolderTree.lines(convert.scratch.file("box/cur")).filter { $0.hasPrefix("file") }.map {
        $0.split(separator: " ").dropFirst(2).prefix(2).joined(separator: " ")
      }.filter { !$0.hasPrefix("0.") } == [
        "1072915210.000004.fairy:2, @1072915210.0", "1072915220.000002.fairy:2, @1072915220.0",
        "1072915220.000003.fairy:2, @1072915220.0",
      ])
    #expect(try subjects() == ["1", "4", "2", "3"])
  }

  @Test func aMessageWithoutADateIsDatedByItsFile() throws {
    try convert.write("Subject: x\n\ntext\n", to: "box/cur/1:2,S")
    try files.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_072_915_210)],
      ofItemAtPath: convert.scratch.file("box/cur/1:2,S"))
    try convert("box", to: "public.mbox", "out.mbox")
    #expect(
      try convert.text("out.mbox")
        == "From MAILER-DAEMON Thu Jan  1 00:00:10 2004\nSubject: x\n\ntext\n")
    try convert("box", to: .maildir, "again/")
    #expect(try convert.files("again").map { $0.prefix(21) } == ["cur/1072915210.000001"])
  }

  /// The bytes of attachments are of the time of their message, whatever that is taken from.
  @Test func anAttachmentHasTheTimeOfItsMessage() throws {
    try convert.write(
      "From x Thu Jan  1 00:00:10 2004\nContent-Disposition: attachment; filename=a.txt\n\n1\n",
      to: "in.mbox")
    try convert("in.mbox", as: "public.mbox", to: .folder, "out/")
    #expect(
      try FolderTree.lines(convert.scratch.file("out")).contains {
        $0.contains("a.txt @1072915210.0")
      })
  }
}
