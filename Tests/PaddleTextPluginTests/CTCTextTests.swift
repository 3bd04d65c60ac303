import Testing

@testable import PaddleTextPlugin

/// What columns of likelihoods say.
@Suite struct CTCTextTests {
  private let characters = CTCText.characters(listed: "a\nb\nc")

  /// Columns in which one character is the likeliest.
  private func text(_ columns: [(character: Int, likely: Float)]) -> CTCText {
    var values = [Float](repeating: 0, count: columns.count * characters.count)
    for (column, best) in columns.enumerated() {
      values[column * characters.count + best.character] = best.likely
    }
    return values.withUnsafeBufferPointer {
      CTCText($0, columns: columns.count, characters: characters)
    }
  }

  @Test func charactersBeginWithNoneAndEndWithASpace() {
    #expect(characters == ["", "a", "b", "c", " "])
  }

  @Test func whatIsRepeatedIsOneLetter() {
    let read = text([(0, 1), (1, 0.5), (1, 1), (0, 1), (1, 0.75), (2, 0.25), (0, 1)])
    #expect(
      read.letters == [
        .init(text: "a", column: 1, confidence: 0.5), .init(text: "a", column: 4, confidence: 0.75),
        .init(text: "b", column: 5, confidence: 0.25),
      ])
    #expect(read.text == "aab")
    #expect(read.confidence == 0.5)
  }

  @Test func spacesDivideWords() {
    let read = text([(1, 1), (0, 1), (2, 1), (4, 1), (0, 1), (3, 1), (4, 1)])
    #expect(read.words.map(\.text) == ["ab", "c"])
    #expect(read.words.map { $0.letters.map(\.column) } == [[0, 2], [5]])
  }

  @Test func wordsReachHalfALetterFurther() {
    let read = text([(1, 1), (0, 1), (2, 1), (0, 1), (3, 1)])
    #expect(read.pitch == 2)
    #expect(read.columns(pitch: read.pitch) == -0.5...5.5)
  }

  @Test func nothingIsNothing() {
    let read = text([(0, 1), (0, 1)])
    #expect(read.letters.isEmpty)
    #expect(read.confidence == 0)
    #expect(read.words.isEmpty)
  }
}
