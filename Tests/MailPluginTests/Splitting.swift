import ConverterCore
import MailboxModel
import TestSupport
import Testing

@testable import MailPlugin

/// A message as it was found in an mbox.
struct FoundMessage: Equatable {
  var number: Int
  var range: Range<Int>
  var extent: Range<Int>
  var isQuoted: Bool
  /// From where the message begins; `nil` for one that is not held.
  var dashes: [Int]?
  /// Its bytes as the batch has them; `nil` for one that is not held.
  var held: [UInt8]?

  /// But for what is only known of a message that is held.
  var place: FoundMessage {
    var place = self
    (place.dashes, place.held) = (nil, nil)
    return place
  }
}

/// The messages of an mbox, all batches after each other.
func split(
  _ bytes: [UInt8], from mark: MessageMark? = nil, quoting: MboxQuoting = .auto,
  sizes: MboxSource.Sizes = MboxSource.Sizes(), marks: ((MessageMark) -> Void)? = nil
) throws -> [FoundMessage] {
  let source = MboxSource(InputFile(bytes: bytes), from: mark, quoting: quoting, sizes: sizes)
  let batch = MessageBatch()
  var found: [FoundMessage] = []
  while try source.claim(batch) {
    if let mark = batch.mark { marks?(mark) }
    for message in batch.messages {
      let range = message.range
      var dashes: [Int]?
      var held: [UInt8]?
      if message.isHeld {
        dashes = batch.dashes[message.dashes].map { batch.origin + Int($0) }
          .filter(range.contains).map { $0 - range.lowerBound }
        let start = range.lowerBound - batch.origin
        held = Array(batch.bytes.bytes[start..<start + range.count])
      }
      found.append(
        FoundMessage(
          number: message.number, range: range, extent: message.extent,
          isQuoted: message.isQuoted, dashes: dashes, held: held))
    }
  }
  return found
}

func split(_ text: String) throws -> [String] {
  let bytes = Array(text.utf8)
  return try split(bytes).map { String(decoding: bytes[$0.range], as: UTF8.self) }
}

/// A line that divides messages.
let fromLine = "From a@b Mon Jan  1 00:00:00 2001\n"

extension String {
  var crlf: String {
    var text = ""
    for scalar in unicodeScalars {
      if scalar == "\n" { text += "\r\n" } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}

/// Numbers that are the same in each run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
