/// Messages of the corpus with damage, the same in each run.
enum Damaged {
  /// The beginnings of messages, cut and changed.
  ///
  /// - Parameter changesBytes: whether bytes become any others, too.
  static func heads(changesBytes: Bool) -> [(name: String, bytes: [UInt8])] {
    foundMessages.flatMap { messages in
      messages.enumerated().flatMap { number, message in
        damaged(
          Array(message.bytes.prefix(2048)), message.name, seed: UInt64(number + 1),
          changesBytes: changesBytes)
      }
    }
  }

  /// - Returns: the message cut at every 97th byte, with bytes changed, and with lines left out or written twice.
  private static func damaged(
    _ bytes: [UInt8], _ name: String, seed: UInt64, changesBytes: Bool
  ) -> [(name: String, bytes: [UInt8])] {
    var random = SeededGenerator(seed: seed)
    var all: [(String, [UInt8])] = stride(from: 1, to: bytes.count, by: 97).map {
      ("\(name), cut at \($0)", Array(bytes[..<$0]))
    }
    guard !bytes.isEmpty else { return all }
    for round in 1...20 where changesBytes {
      var changed = bytes
      for _ in 0..<5 {
        changed[Int.random(in: 0..<changed.count, using: &random)] =
          .random(in: 0...255, using: &random)
      }
      all.append(("\(name), changed \(round)", changed))
    }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for round in 1...20 {
      var changed = lines
      let index = Int.random(in: 0..<lines.count, using: &random)
      if round % 2 == 0 {
        changed.remove(at: index)
      } else {
        changed.insert(lines[index], at: index)
      }
      all.append(("\(name), lines \(round)", Array(changed.joined(separator: [0x0A]))))
    }
    return all
  }
}
