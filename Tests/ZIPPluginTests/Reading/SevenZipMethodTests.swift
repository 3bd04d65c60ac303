import ArchiveModel
import ConverterCore
import TestSupport
import Testing

@testable import ZIPPlugin

/// Deflate64 and PPMd, as 7-Zip writes them.
@Suite(.enabled(if: Places.has(program: "7z"))) struct SevenZipMethodTests {
  /// Text, bytes without a pattern, runs longer than a match, and repetitions farther apart than 32 KiB.
  static let contents: [[UInt8]] = {
    var random = Xorshift(state: 17)
    let noise = random.bytes(60_000)
    let text = (0..<60_000).flatMap { Array("line \($0 % 977)\n".utf8) }
    return [
      [], [65], text, noise, noise + noise, [UInt8](repeating: 7, count: 1 << 20),
      noise + text + noise + [UInt8](repeating: 0, count: 200_000) + noise,
    ]
  }()

  /// A content in Deflate64, alone.
  private static let pieces: (content: [UInt8], data: [UInt8]) = {
    let content = Array(contents[6].suffix(70_000).prefix(12_000))
    guard let bytes = try? archive(content, ["-mm=Deflate64"]),
      let opened = try? OpenArchive(bytes),
      let count = opened.entries[0].compressedByteCount
    else { return (content, []) }
    // Behind a header with a name of one letter.
    return (content, Array(bytes[31..<31 + count]))
  }()

  private static func archive(_ content: [UInt8], _ words: [String]) throws -> [UInt8] {
    let folder = try ScratchFolder()
    try folder.write(content, to: "a")
    let result = try Program.run(
      "/usr/bin/env", ["7z", "a", "-tzip"] + words + ["a.zip", "a"], in: folder.path)
    #expect(result.status == 0, "\(result.error)")
    return try folder.bytes("a.zip")
  }

  @Test(
    arguments: [
      ["-mm=Deflate64"], ["-mm=Deflate64", "-mx=1"], ["-mm=Deflate64", "-mx=9"], ["-mm=PPMd"],
      ["-mm=PPMd", "-mx=9"], ["-mm=PPMd", "-psecret"], ["-mm=Deflate64", "-psecret"],
      ["-mm=PPMd", "-psecret", "-mem=AES256"],
    ], contents.indices)
  func isRead(words: [String], index: Int) throws {
    let archive = try Self.archive(Self.contents[index], words)
    let opened = try OpenArchive(archive, password: "secret")
    #expect(try opened.outcomes() == [.content(Self.contents[index])])
    let word = words[0] == "-mm=PPMd" ? "ppmd" : "deflate64"
    // What does not become smaller is stored.
    #expect([0, 1, 3].contains(index) || opened.entries[0].method == word)
  }

  @Test(arguments: [["-mm=Deflate64"], ["-mm=PPMd"]]) func isCheckedWhereverItIsCutOrChanged(
    words: [String]
  ) throws {
    let content = Array(Self.contents[2].prefix(4000))
    let bytes = try Self.archive(content, words)
    let opened = try OpenArchive(bytes)
    let count = try #require(opened.entries[0].compressedByteCount)
    let method = words[0] == "-mm=PPMd" ? 98 : 9
    // Behind a header with a name of one letter.
    let data = Array(bytes[31..<31 + count])
    func outcome(_ data: [UInt8]) throws -> OpenArchive.Outcome {
      let entry = SyntheticArchive.Entry(
        Array("a".utf8), data: data, method: method, content: content)
      return try OpenArchive(SyntheticArchive([entry]).bytes).outcomes()[0]
    }
    #expect(try outcome(data) == .content(content))
    for place in data.indices {
      #expect(try outcome(Array(data[..<place])) != .content(content) || method == 98, "\(place)")
      var changed = data
      changed[place] ^= 0x55
      switch try outcome(changed) {
      case .content(let other): #expect(other == content, "\(place)")
      case .failure(let code):
        #expect([.damagedInput, .limitExceeded].contains(code), "\(place)")
      }
    }
    if method == 9 { #expect(try outcome(data + [0]) == .failure(.damagedInput)) }
  }

  @Test func memoryOfPPMdIsLimited() throws {
    let archive = try Self.archive(Self.contents[2], ["-mm=PPMd"])
    var limits = Limits.standard
    limits.memory = 1 << 19
    #expect(try OpenArchive(archive, limits: limits).outcomes() == [.failure(.limitExceeded)])
  }

  /// Whatever pieces come in and out, the content is the same.
  @Test(arguments: [1, 2, 3, 7, 64, 1000, 1 << 16], [1, 3, 257, 1 << 16])
  func piecesOfAnySize(input: Int, output: Int) throws {
    let (content, data) = Self.pieces
    let decoder = Deflate64Decoder()
    var found: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: output)
    var isAtEnd = false
    var isStuck = false
    var taken = 0
    while !isAtEnd, !isStuck {
      let piece = Array(data.dropFirst(taken).prefix(input))
      var room = buffer.mutableSpan
      let step = try decoder.decode(piece.span, into: &room)
      found += buffer.prefix(step.produced)
      taken += step.consumed
      isAtEnd = step.isAtEnd
      isStuck = step.consumed == 0 && step.produced == 0
    }
    #expect(isAtEnd && taken == data.count)
    #expect(found == content)
  }
}
