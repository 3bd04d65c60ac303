internal import ConverterCore
internal import MIME

/// A message that may be one that is meant: what an index says of it, and where that is not enough, the message itself.
package final class FoundMessage {
  let stored: StoredMessage
  private let index: Int
  private let batch: MessageBatch
  private let reader: MessageReader
  private var opened: Message?

  /// - Parameter index: in the batch, which is not used again as long as this is.
  init(_ index: Int, in batch: MessageBatch, by reader: MessageReader) {
    stored = batch.messages[index]
    self.index = index
    self.batch = batch
    self.reader = reader
  }

  /// Until another is opened by the same reader.
  var message: Message {
    get throws(ConversionError) {
      if let opened { return opened }
      let message = try reader.open(stored, in: batch)
      opened = message
      return message
    }
  }

  private var indexed: IndexedMessage? {
    batch.indexed.isEmpty ? nil : batch.indexed[index]
  }

  private func text(_ place: KeyPath<IndexedMessage, Range<Int>?>, _ indexed: IndexedMessage)
    -> String
  {
    IndexedMessage.text(at: indexed[keyPath: place], in: batch.bytes) ?? ""
  }

  package var summary: MessageSummary {
    get throws(ConversionError) {
      guard let indexed else { return try MessageSummary(of: message) }
      return try MessageSummary(of: stored, indexed, in: batch.bytes)
    }
  }

  /// As ``Message/moment``.
  var moment: Int? {
    get throws(ConversionError) {
      if let indexed { indexed.moment } else { try message.moment }
    }
  }

  var subject: String {
    get throws(ConversionError) {
      if let indexed { text(\.subject, indexed) } else { try message.subject ?? "" }
    }
  }

  var messageID: String {
    get throws(ConversionError) {
      if let indexed { text(\.messageID, indexed) } else { try message.messageID ?? "" }
    }
  }

  var senders: String {
    get throws(ConversionError) {
      if let indexed { text(\.from, indexed) } else { try message.people("from")?.text ?? "" }
    }
  }

  /// Those of To, Cc and Bcc, a line each.
  var recipients: String {
    get throws(ConversionError) {
      var all: [String?] = []
      if let indexed {
        for place in [indexed.to, indexed.cc, indexed.bcc] {
          all.append(IndexedMessage.text(at: place, in: batch.bytes))
        }
      } else {
        let message = try message
        for name: StaticString in ["to", "cc", "bcc"] { all.append(message.people(name)?.text) }
      }
      return all.compactMap(\.self).joined(separator: "\n")
    }
  }

  /// The files in it.
  var files: [any AttachedFile] {
    get throws(ConversionError) {
      if indexed != nil { try summary.files } else { try message.attachments }
    }
  }
}
