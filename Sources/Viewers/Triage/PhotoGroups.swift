import ConverterCore
import FairyLibrary

/// Photos that are looked at so that they can be grouped, some at a time: keys are heard in between.
struct GroupGathering {
  private var rest: ArraySlice<Photo>
  private var seen: [SeenPhoto] = []
  let total: Int

  private static let together = 32

  init(_ photos: [Photo]) {
    let pictures = photos.filter { $0.kind != .film }
    (rest, total) = (pictures[...], pictures.count)
  }

  var done: Int { seen.count }

  /// Looks at some more.
  ///
  /// - Returns: the groups once all were looked at.
  mutating func goOn(
    _ look: ([Photo]) throws(ConversionError) -> [SeenPhoto]
  ) throws(ConversionError) -> PhotoGroups? {
    let some = Array(rest.prefix(Self.together))
    if !some.isEmpty { seen += try look(some) }
    rest = rest.dropFirst(some.count)
    return rest.isEmpty ? PhotoGroups(seen) : nil
  }
}

/// Photos that show the same, side by side, and the one of them that keys are for.
struct PhotoGroups {
  private let seen: [SeenPhoto]
  let groups: [PhotoGroup]
  private(set) var place = 0
  /// Which photo of the group.
  private(set) var member = 0

  init(_ seen: [SeenPhoto]) {
    self.seen = seen
    groups = PhotoGrouper.groups(of: seen)
  }

  var group: PhotoGroup? { groups.indices.contains(place) ? groups[place] : nil }

  var photos: [Photo] { group.map(photos(of:)) ?? [] }

  /// Those of the group that comes next.
  var ahead: [Photo] {
    groups.indices.contains(place + 1) ? photos(of: groups[place + 1]) : []
  }

  var photo: Photo? { photos.indices.contains(member) ? photos[member] : nil }

  /// The photo that is proposed to be kept, and the others.
  var proposal: (best: Photo, others: [Photo])? {
    guard let group else { return nil }
    let others = group.members.filter { $0 != group.best }
    return (seen[group.best].photo, others.map { seen[$0].photo })
  }

  func isBest(_ index: Int) -> Bool { group.map { $0.members[index] == $0.best } ?? false }

  func look(_ index: Int) -> PhotoLook? { group.flatMap { seen[$0.members[index]].look } }

  private func photos(of group: PhotoGroup) -> [Photo] { group.members.map { seen[$0].photo } }

  mutating func moveGroup(by count: Int) {
    place = max(0, min(place + count, groups.count - 1))
    member = 0
  }

  /// Goes on to the next photo of the group, from its last to its first.
  mutating func moveMember(by count: Int) {
    guard let size = group?.members.count, size > 0 else { return }
    member = (member + count + size) % size
  }

  mutating func move(toMember index: Int) {
    if photos.indices.contains(index) { member = index }
  }

  /// Begins with the group that a photo is in, or the first behind it.
  mutating func move(to photo: Photo?) {
    guard let photo, let index = seen.firstIndex(where: { $0.photo == photo }) else { return }
    place =
      groups.firstIndex { $0.members.contains(index) }
      ?? groups.firstIndex { ($0.members.first ?? 0) > index } ?? 0
    member = group?.members.firstIndex(of: index) ?? 0
  }
}
