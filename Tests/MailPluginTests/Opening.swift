import ConverterCore
import MIME
import TestSupport
import Testing

@testable import MailPlugin
@testable import MailboxModel

/// Messages as readers give them, in one batch.
final class OpenedMail {
  let batch = MessageBatch()
  let context: ConversionContext
  private let source: any MessageSource

  /// - Parameter mbox: whether it is an mbox and not one message.
  init(_ bytes: [UInt8], mbox: Bool = false) throws {
    context = ConversionContext(registry: Registry())
    let input = InputFile(bytes: bytes)
    source =
      mbox
      ? MboxSource(input, from: nil, quoting: .auto)
      : MessageFiles(holding: true) {
        $0 == 1 ? MessageFiles.Found(file: input, range: 0..<input.byteCount) : nil
      }
    _ = try source.claim(batch)
  }

  /// A message of which nothing is known yet.
  func found(_ index: Int = 0) -> MailboxModel.FoundMessage {
    MailboxModel.FoundMessage(index, in: batch, by: MessageReader(in: context))
  }

  /// A message that is in memory.
  func held(_ index: Int = 0) throws -> Message {
    let stored = batch.messages[index]
    try #require(stored.isHeld)
    return try MessageReader(in: context).open(stored, in: batch)
  }

  /// The same read in pieces.
  func unheld(_ index: Int = 0, pieceSize: Int) throws -> Message {
    var stored = batch.messages[index]
    stored.isHeld = false
    stored.dashes = 0..<0
    return try MessageReader(in: context, pieceSize: pieceSize).open(stored, in: batch)
  }
}

func structure(_ text: String) throws -> MessageStructure {
  try OpenedMail(Array(text.utf8)).held().structure
}

extension Message {
  func bytes(of part: Part) throws -> [UInt8] { try content(of: part).all() }

  /// All that is known of it, to compare.
  func description() throws -> [String] {
    let summary = try MessageSummary(of: self)
    let structure = try structure
    let bodies = structure.bodies
    var lines = [
      "\(summary.date?.iso8601 ?? "-") \(summary.from ?? "-") \(summary.to ?? "-")",
      "\(summary.cc ?? "-") \(summary.subject ?? "-") \(summary.messageID ?? "-")",
    ]
    for part in structure.parts {
      lines.append(
        "\(structure.number(of: part)) \(part.kind) \(part.type.type) \(part.header) \(part.body) "
          + "\(part.encoding) \(part.fileName ?? "-") \(part.contentID ?? "-") \(part.fault ?? "-")"
      )
      if part.kind == .leaf { lines.append("\(try bytes(of: part).hashValue)") }
    }
    for part in [bodies.plain, bodies.html, bodies.calendar].compactMap(\.self) + bodies.further {
      let text = try self.text(of: part)
      lines.append("\(part.index) \(text.encoding) \(text.remark ?? "-") \(text.text.hashValue)")
    }
    for file in try attachments {
      let content = content(of: file)
      lines.append(
        "\(file.role) \(file.name ?? "-") \(file.mediaType) \(try content.all().hashValue) "
          + "\(content.fault ?? "-") \(try byteCount(of: file))")
    }
    return lines
  }
}

extension ContentStream {
  func all() throws -> [UInt8] {
    var all: [UInt8] = []
    while let piece = try next() {
      let count = piece.count
      #expect(count > 0)
      all.append(piece)
    }
    return all
  }
}

/// The messages of the fixtures, and of the corpus where it is there, each without the mbox that it is in.
let foundMessages: [[(name: String, bytes: [UInt8])]] = {
  Sample.present(["fixtures/others/mail", "mail"], name: \.self).map { folder in
    Sample.files(in: folder).flatMap { file -> [(String, [UInt8])] in
      guard let bytes = try? file.bytes() else { return [] }
      guard file.name.hasSuffix(".mbox") else { return [(file.name, bytes)] }
      return ((try? split(bytes)) ?? []).map {
        ("\(file.name) \($0.number)", Array(bytes[$0.range]))
      }
    }
  }
}()

let allMessages = foundMessages.flatMap(\.self)
