import ConverterCore

/// Deals files out to shards so that all have about the same work.
///
/// Longest processing time first (Graham, 1969): in the order of their sizes, each file goes to the shard with the
/// least work so far. No two shards then differ by more than the largest file. Every process comes to the same result
/// from the same sizes, so they need not communicate.
///
/// A file takes 14 bytes while shards are dealt, and a bit afterwards.
struct EvenSplit {
  /// What a file costs beyond its bytes, in bytes: files without any are shared out, too.
  static let costOfFile = 16_384

  struct Share {
    /// The files of a shard, by their place in the order of the manifest.
    var lines: LineSet
    /// Their sizes together.
    var bytes = 0
  }

  private var costs: [Int] = []

  /// - Parameter bytes: the size of the next file in the order of the manifest.
  mutating func add(bytes: Int) throws(ConversionError) {
    guard costs.count < UInt32.max else {
      throw ConversionError.exceeding(
        .init(fixed: "lines", allowed: Int(UInt32.max)),
        "a manifest has \(UInt32.max) lines at most")
    }
    costs.append(max(0, bytes).clampedSum(Self.costOfFile))
  }

  consuming func share(of shard: Shard) -> Share {
    let costs = costs
    var share = Share(lines: LineSet(of: costs.count))
    var order = Array(0..<UInt32(costs.count))
    order.sort { left, right in
      let (first, second) = (costs[Int(left)], costs[Int(right)])
      return first != second ? first > second : left < right
    }
    var loads = ShardLoads(count: shard.count)
    for line in order where loads.give(costs[Int(line)]) == shard.index {
      share.lines.insert(Int(line))
      share.bytes = share.bytes.clampedSum(costs[Int(line)] - Self.costOfFile)
    }
    return share
  }
}

/// The work of each shard, the least loaded one at hand: a binary heap.
private struct ShardLoads {
  private var heap: [(load: Int, shard: Int)]

  init(count: Int) {
    heap = (0..<count).map { (0, $0) }
  }

  /// Adds work to the shard that has the least, the first one among several.
  ///
  /// - Returns: the shard.
  mutating func give(_ cost: Int) -> Int {
    let shard = heap[0].shard
    heap[0].load = heap[0].load.clampedSum(cost)
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      guard least != parent else { return shard }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
