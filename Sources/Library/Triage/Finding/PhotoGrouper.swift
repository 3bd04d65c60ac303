import ConverterCore
import SystemPackage

/// Finds photos that show the same.
public struct PhotoGrouper {
  /// Photos of a burst follow each other within so many seconds.
  private static let mostPause = 1.5
  /// Fewer are no burst.
  private static let leastBurst = 3

  private let photos: [SeenPhoto]
  /// To each photo one before it that it goes with; the first of a group has its own place.
  private var leaders: [Int]
  /// To each photo the first one with the same bytes.
  private var contents: [Int]
  private var isInBurst: [Bool]

  private init(_ photos: [SeenPhoto]) {
    self.photos = photos
    leaders = Array(photos.indices)
    contents = Array(photos.indices)
    isInBurst = [Bool](repeating: false, count: photos.count)
  }

  /// Groups of at least two photos, by their first photos. Each photo is in one group at most.
  public static func groups(of photos: [SeenPhoto]) -> [PhotoGroup] {
    var grouper = PhotoGrouper(photos)
    grouper.tieBursts()
    grouper.tieLike()
    grouper.tieSame()
    return grouper.groups()
  }

  /// Ties two photos; groups that they are in become one.
  private mutating func tie(_ one: Int, _ other: Int) {
    let (first, second) = (leader(of: one), leader(of: other))
    leaders[max(first, second)] = min(first, second)
  }

  private mutating func leader(of index: Int) -> Int {
    var leader = index
    while leaders[leader] != leader { leader = leaders[leader] }
    leaders[index] = leader
    return leader
  }

  private mutating func groups() -> [PhotoGroup] {
    var members: [Int: [Int]] = [:]
    for index in photos.indices { members[leader(of: index), default: []].append(index) }
    return members.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { _, members in
      let (best, reason) = BestPhoto.among(members, of: photos)
      return PhotoGroup(kind: kind(of: members), members: members, best: best, reason: reason)
    }
  }

  private func kind(of members: [Int]) -> PhotoGroup.Kind {
    if members.allSatisfy({ contents[$0] == contents[members[0]] }) { return .same }
    return members.contains { isInBurst[$0] } ? .burst : .near
  }

  // MARK: Bursts

  private mutating func tieBursts() {
    var cameras: [String: [(index: Int, time: Double)]] = [:]
    for (index, photo) in photos.enumerated() {
      guard let camera = photo.look?.camera, let time = photo.look?.seconds else { continue }
      cameras[camera, default: []].append((index, time))
    }
    for shots in cameras.values {
      let sorted = shots.sorted { ($0.time, $0.index) < ($1.time, $1.index) }
      var start = 0
      for place in 1...sorted.count
      where place == sorted.count || sorted[place].time - sorted[place - 1].time > Self.mostPause {
        if place - start >= Self.leastBurst { tieBurst(sorted[start..<place].map(\.index)) }
        start = place
      }
    }
  }

  private mutating func tieBurst(_ shots: [Int]) {
    for shot in shots {
      tie(shots[0], shot)
      isInBurst[shot] = true
    }
  }

  // MARK: Alike

  /// Ties each photo to the first one that it looks like, never to one that only looks like another of the group.
  private mutating func tieLike() {
    var firsts: [(index: Int, print: PhotoPrint)] = []
    for (index, photo) in photos.enumerated() {
      guard let print = photo.look?.print else { continue }
      let first = firsts.first { $0.print.distance(to: print) <= PhotoPrint.mostOfCopies }
      if let first { tie(first.index, index) } else { firsts.append((index, print)) }
    }
  }

  // MARK: The same

  private mutating func tieSame() {
    var sizes: [Int: [Int]] = [:]
    for (index, photo) in photos.enumerated() where photo.photo.main.byteCount > 0 {
      sizes[photo.photo.main.byteCount, default: []].append(index)
    }
    for indices in sizes.values where indices.count > 1 {
      for same in SameContent.classes(of: indices.map { photos[$0].photo.main.path }) {
        for place in same {
          tie(indices[same[0]], indices[place])
          contents[indices[place]] = indices[same[0]]
        }
      }
    }
  }
}
