public import ConverterCore

/// How far somebody is with photos.
public struct TriageProgress: Sendable, Equatable {
  public let total: Int
  /// How many have each verdict.
  public internal(set) var counts: [Verdict: Int] = [:]

  init(total: Int) { self.total = total }

  /// How many have a verdict.
  public var decided: Int { counts.values.reduce(0, +) }
}

/// What became of a queue.
public struct CommitReport: Sendable {
  /// The number of the commit.
  public let number: Int
  public private(set) var trashed: [TrashedPhoto] = []
  /// Why photos were not moved; each names a file.
  public internal(set) var refused: [ConversionError] = []
  private var freed = FreedBytes()

  init(number: Int) { self.number = number }

  /// The bytes of all files that were moved.
  public var byteCount: Int {
    trashed.flatMap(\.files).reduce(0) { $0 + $1.file.byteCount }
  }

  /// The bytes that are free once the trash is emptied: a file that has another name frees nothing.
  public var freedByteCount: Int { freed.count }

  /// - Parameter names: how many names each file had before.
  mutating func add(_ photo: TrashedPhoto, names counts: [Int]) {
    trashed.append(photo)
    for (trashed, count) in zip(photo.files, counts) { freed.add(trashed.file, of: count) }
  }
}

/// How many bytes are free once files are gone: those of a file with several names when all of these are.
struct FreedBytes {
  private(set) var count = 0
  /// How many names of a file are gone of those that it has.
  private var names: [Node: Int] = [:]

  private struct Node: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// - Parameter all: how many names the file has.
  mutating func add(_ file: PhotoFile, of all: Int) {
    guard all > 1 else {
      count += file.byteCount
      return
    }
    let node = Node(device: file.device, inode: file.inode)
    let gone = names[node, default: 0] + 1
    names[node] = gone
    if gone == all { count += file.byteCount }
  }
}

/// A commit of which something can be brought back.
public struct TrashedCommit: Sendable {
  public let number: Int
  public let time: StoredDate
  public let photos: [TrashedPhoto]
}

/// What was brought back.
public struct RestoreReport: Sendable {
  /// The number of the commit.
  public let number: Int
  public internal(set) var restored: [TrashedPhoto] = []
  /// Why photos stay in the trash; each names a file.
  public internal(set) var refused: [ConversionError] = []

  init(number: Int) { self.number = number }
}
