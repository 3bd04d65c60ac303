import ConverterCore
import FairyLibrary

/// The photos that go with the next commit, and the one of them that is looked at.
struct PhotoQueue {
  private(set) var photos: [Photo] = []
  private(set) var cursor = 0
  /// The bytes that are free once they are gone.
  private(set) var freedByteCount = 0

  init(_ task: TriageTask) { refresh(task) }

  mutating func refresh(_ task: TriageTask) {
    photos = task.triage.queue(in: task.folders)
    freedByteCount = task.triage.freedByteCount(of: photos)
    move(by: 0)
  }

  var photo: Photo? { photos.indices.contains(cursor) ? photos[cursor] : nil }

  mutating func move(by count: Int) { cursor = max(0, min(cursor + count, photos.count - 1)) }

  mutating func move(toEnd isEnd: Bool) { cursor = isEnd ? max(0, photos.count - 1) : 0 }

  /// Those that are decoded before somebody looks at them.
  var ahead: [Photo] {
    [cursor + 1, cursor - 1].filter { photos.indices.contains($0) }.map { photos[$0] }
  }
}
