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
  /// How often files with several names were moved, and how many names they had.
  private var names: [FileNames] = []

  private struct FileNames {
    let device: UInt64
    let inode: UInt64
    let all: Int
    var moved: Int
  }

  init(number: Int) { self.number = number }

  /// The bytes of all files that were moved.
  public var byteCount: Int {
    trashed.flatMap(\.files).reduce(0) { $0 + $1.file.byteCount }
  }

  /// The bytes that are free once the trash is emptied: a file that has another name frees nothing.
  public private(set) var freedByteCount = 0

  /// - Parameter names: how many names each file had before.
  mutating func add(_ photo: TrashedPhoto, names counts: [Int]) {
    trashed.append(photo)
    for (trashed, count) in zip(photo.files, counts) { addFreed(trashed.file, of: count) }
  }

  private mutating func addFreed(_ file: PhotoFile, of count: Int) {
    guard count > 1 else {
      freedByteCount += file.byteCount
      return
    }
    let known = names.firstIndex { $0.inode == file.inode && $0.device == file.device }
    guard let known else {
      names.append(FileNames(device: file.device, inode: file.inode, all: count, moved: 1))
      return
    }
    names[known].moved += 1
    if names[known].moved == names[known].all { freedByteCount += file.byteCount }
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
