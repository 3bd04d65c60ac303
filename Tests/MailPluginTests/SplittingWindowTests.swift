import MailboxModel
import Testing

@testable import MailPlugin

/// What is found does not depend on how the file is read.
@Suite struct SplittingWindowTests {
  private static let counted = "one\n\nFrom here on\n--x\n\n\(fromLine)A: b\n\nof it\n"

  /// Messages of all kinds, small enough to be cut at each byte.
  private static let file: [UInt8] = {
    var text = "\n\n"
    let messages = [
      "Subject: 1\n\n--b\nA: b\n\n--b--\n", "Subject: 2\r\n\r\n--b\r\n>From me\r\n--b--\r\n",
      "Subject: 3\nContent-Length: \(counted.utf8.count)\n\n\(counted)",
      "Subject: 4\nContent-Length: 7\n\nFrom me to you\n-- \nme\n", "",
      "Subject: 5\n\n\(String(repeating: "long line ", count: 40))\n--x\n\n\nFrom \nno\n--",
      "Subject: 6\n\n\u{0}\u{0}--\n---\n\n--", "X: y\n\nFrom a@b 2001-01-01 00:00:00\nis prose\n",
      "Subject: 7\n\n\n--\n\n",
      "Subject: 8\n\n--b\n\n--b",
    ]
    for message in messages { text += fromLine + message + "\n" }
    text.removeLast()
    return Array(text.utf8)
  }()

  private static func sizes(_ window: Int, _ mostHeld: Int) -> MboxSource.Sizes {
    MboxSource.Sizes(window: window, mostHeld: mostHeld, lookahead: 200)
  }

  private static func whole() throws -> [FoundMessage] {
    try split(file, sizes: sizes(file.count, file.count))
  }

  @Test func thereAreTenMessages() throws {
    let whole = try Self.whole()
    #expect(whole.map(\.number) == Array(1...10))
    #expect(
      whole.map(\.isQuoted) == [true, true, false, false, true, false, true, false, true, true])
    for message in whole {
      let bytes = Array(Self.file[message.range])
      let dashes = bytes.indices.filter {
        $0 > 0 && bytes[$0 - 1] == 0x0A && bytes[$0...].starts(with: [0x2D, 0x2D])
      }
      #expect(message.dashes == dashes)
      #expect(message.held == bytes)
    }
    #expect(whole.map { $0.dashes?.count } == [2, 2, 1, 1, 0, 2, 2, 0, 1, 2])
  }

  @Test(arguments: [1 << 20, 600, 300, 100, 1]) func everyWindowFindsTheSame(mostHeld: Int) throws {
    let whole = try Self.whole()
    for window in 1...Self.file.count {
      let found = try split(Self.file, sizes: Self.sizes(window, mostHeld))
      let isSame = zip(found, whole).allSatisfy { found, whole in
        found.held == nil ? found == whole.place : found == whole
      }
      guard isSame, found.count == whole.count else {
        Issue.record("window \(window): \(found.map(\.place)), not \(whole.map(\.place))")
        break
      }
      if mostHeld == 1 << 20 { #expect(found.allSatisfy { $0.held != nil }) }
    }
  }

  @Test func readingBeginsAtAMark() throws {
    let whole = try Self.whole()
    for window in [50, 200, 700] {
      var marks: [MessageMark] = []
      _ = try split(Self.file, sizes: Self.sizes(window, 300)) { marks.append($0) }
      #expect(Set(marks).count > 1)
      for mark in marks {
        let rest = try split(Self.file, from: mark, sizes: Self.sizes(1 << 12, 1 << 12))
        #expect(rest == Array(whole[(mark.number - 1)...]))
      }
    }
  }

  private static let fragments = [
    "From ", "\n", "\n", "\r\n", ">\(fromLine)", fromLine, "\n\(fromLine)", "Content-Length: 12\n",
    "--x\n", "\0", "\0\0\n", "Subject: a\n", "From a@b\n", "text", "A: ", "-", "\n--",
    "Content-Length: 45\n\n",
  ].map { Array($0.utf8) }

  /// Nothing gets lost, whatever the file is: only blank lines before the first message belong to none.
  @Test func everyByteBelongsToAMessage() throws {
    for seed in 1...400 {
      var random = SeededGenerator(seed: UInt64(seed))
      var soup: [UInt8] = []
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        soup += Self.fragments[Int.random(in: 0..<Self.fragments.count, using: &random)]
      }
      let content = soup.drop { $0 == 0x0A || $0 == 0x0D }
      let whole = try split(soup, sizes: Self.sizes(soup.count, soup.count))
      #expect(whole.flatMap { soup[$0.extent] } == Array(content), "\(seed)")
      #expect(whole.map(\.number) == Array(1..<whole.count + 1))
      for message in whole {
        #expect(
          message.extent.contains(message.range.lowerBound) || message.range.isEmpty, "\(seed)")
        #expect(message.extent.clamped(to: message.range) == message.range, "\(seed)")
      }
      for window in [1, 2, 3, 7, 64, 200] {
        for mostHeld in [1, 100] {
          let found = try split(soup, sizes: Self.sizes(window, mostHeld))
          #expect(found.map(\.place) == whole.map(\.place), "\(seed), \(window)")
        }
      }
    }
  }
}
