public import ConverterCore

/// One part of a manifest that several processes share.
public struct Shard: Sendable, Equatable {
  /// From 0.
  public let index: Int
  public let count: Int

  /// More shards than any cluster has cores; their loads are kept in memory.
  static let maximumCount = 1_000_000

  /// - Parameter number: of the shard, counted from 0 or from 1.
  /// - Returns: `nil` unless `number` is in `0...count`.
  ///
  /// 0 and `count` are the same shard: who counts 0, 1, 2 of 3 and who counts 1, 2, 3 of 3 both get
  /// every line once. Who mixes both does not.
  init?(_ number: Int, of count: Int) {
    guard (1...Self.maximumCount).contains(count), (0...count).contains(number) else { return nil }
    index = number % count
    self.count = count
  }

  /// Reads the word after `--shard`.
  ///
  /// | word | meaning |
  /// |---|---|
  /// | `2/8` | the shard 2 of 8; `0/8` and `8/8` are the same |
  /// | `auto` | the task's place in its Slurm job array |
  /// | `auto/8` | the index of a Slurm task or a Kubernetes pod as it is, of 8 |
  ///
  /// - Parameter environment: gives the variables of the environment.
  /// - Throws: `usage` for other words, and where the environment does not say.
  public init(
    parsing text: String, environment: (String) -> String? = Shard.variable
  ) throws(ConversionError) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let count = parts.count == 2 ? Self.wholeNumber(parts[1]) : nil
    guard parts.count == 1 || count.map((1...Self.maximumCount).contains) == true else {
      throw .noShard(text)
    }
    if parts[0] == "auto" {
      guard let found = try Shard.fromEnvironment(environment, of: count) else {
        throw ConversionError(
          .usage,
          "--shard \(text) finds neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX in the "
            + "environment; say which shard, such as 0/8")
      }
      self = found.shard
    } else if let count, let number = Self.wholeNumber(parts[0]),
      let shard = Shard(number, of: count)
    {
      self = shard
    } else {
      throw .noShard(text)
    }
  }

  /// Digits alone: `Int` would also take a sign.
  static func wholeNumber(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}

extension Shard: CustomStringConvertible {
  public var description: String { "\(index)/\(count)" }
}

extension ConversionError {
  fileprivate static func noShard(_ text: String) -> ConversionError {
    ConversionError(
      .usage,
      "\"\(text)\" is no shard: use i/n with i from 0 or from 1 and n up to \(Shard.maximumCount), "
        + "auto or auto/n")
  }
}
