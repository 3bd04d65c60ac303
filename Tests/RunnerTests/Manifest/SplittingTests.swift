import ConverterCore
import Runner
import Testing

/// Shards of a manifest, as separate processes see them.
@Suite struct SplittingTests {
  /// Sizes as real folders have them: many small files, a few large ones, some empty.
  private static let sizes: [Int] = {
    var state: UInt64 = 42
    return (0..<1000).map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let random = Int(state >> 40)
      return index % 50 == 0 ? 0 : index % 97 == 0 ? random * 10 : random
    }
  }()

  private func manifest(_ sizes: [Int]) -> InputFile {
    let lines = sizes.enumerated().map { index, size in
      #"{"id":"\#(index)","input":"\#(index).heic","to":"jpeg","bytes":\#(size)}"#
    }
    return InputFile(bytes: Array(lines.joined(separator: "\n").utf8))
  }

  private func share(_ file: InputFile, _ shard: String) throws -> [Int] {
    var manifest = try Manifest(file, shard: Shard(parsing: shard), vocabulary: .standard)
    var numbers: [Int] = []
    while let line = try manifest.nextLine() { numbers.append(line.number - 1) }
    #expect(numbers.count == manifest.files)
    #expect(numbers == numbers.sorted(), "the order is the manifest's")
    return numbers
  }

  /// Every line is in one shard, however they are counted.
  @Test(arguments: [1, 2, 3, 4, 7, 16, 100, 999, 1000, 1001])
  func partitions(count: Int) throws {
    let file = manifest(Self.sizes)
    // The work of many shards is the work of one many times; a few from each end show the rest.
    guard count <= 16 else {
      for number in [1, count / 2, count] {
        #expect(try share(file, "\(number)/\(count)").count <= 1000 / count * 3 + 1)
      }
      return
    }
    let fromZero = try (0..<count).map { try share(file, "\($0)/\(count)") }
    let fromOne = try (1...count).map { try share(file, "\($0)/\(count)") }
    #expect(fromZero.joined().sorted() == Array(0..<1000))
    #expect(Array(fromOne.dropLast()) == Array(fromZero.dropFirst()))
    #expect(fromOne.last == fromZero.first)
    let loads = fromZero.map { $0.reduce(0) { $0 + Self.sizes[$1] + 16_384 } }
    let largest = (Self.sizes.max() ?? 0) + 16_384
    #expect((loads.max() ?? 0) - (loads.min() ?? 0) <= largest)
    if count <= 16 {
      // Far better than the bound while there are many files a shard.
      let mean = loads.reduce(0, +) / count
      #expect((loads.max() ?? 0) - mean <= mean / 100, "\(loads)")
    }
  }

  /// Nothing but the sizes decides, so the shares are written down here.
  @Test func isDeterministic() throws {
    let sizes = [5, 900_000, 0, 300_000, 300_000, 300_000, 5, 0, 100_000]
    let file = manifest(sizes)
    #expect(try share(file, "0/3") == [1])
    #expect(try share(file, "1/3") == [3, 5])
    #expect(try share(file, "2/3") == [0, 2, 4, 6, 7, 8])
  }

  @Test func dealsOutFilesWithoutBytes() throws {
    let file = manifest([Int](repeating: 0, count: 10))
    #expect(
      try (0..<4).map { try share(file, "\($0)/4") } == [[0, 4, 8], [1, 5, 9], [2, 6], [3, 7]])
    #expect(try share(manifest([1, 2]), "2/3") == [])
  }

  @Test func survivesSizesThatCannotBe() throws {
    let file = manifest([Int](repeating: .max, count: 5) + [1])
    let shares = try (0..<2).map { try share(file, "\($0)/2") }
    #expect(shares.joined().sorted() == Array(0..<6))
    #expect(try Manifest(file, shard: Shard(parsing: "0/1"), vocabulary: .standard).bytes == .max)
  }

  /// Lines that make no sense are somebody's to report, too.
  @Test func dealsOutLinesThatMakeNoSense() throws {
    let text = "{\n\n[]\n" + #"{"input":"a","to":"png","bytes":70000}"# + "\n7"
    let file = InputFile(bytes: Array(text.utf8))
    let numbers = try (0..<2).map { try share(file, "\($0)/2") }
    #expect(numbers.joined().sorted() == [0, 2, 3, 4])
  }
}
