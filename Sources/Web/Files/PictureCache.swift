import ConverterCore
import FairyLibrary
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The pictures in a folder, of which those that were used last stay.
struct PictureCache {
  private struct Picture {
    let byteCount: Int
    /// Grows with each use; below 0 in the order of the times of an earlier process.
    var use: Int
  }

  private let folder: FilePath
  private let most: Int
  private var pictures: [String: Picture] = [:]
  private var next = 0
  private(set) var byteCount = 0

  /// How much is left when some are removed, of what may be there: so that this is not done for each picture.
  private static let share = 0.9

  /// - Parameter most: in bytes.
  init(in folder: FilePath, most: Int) {
    (self.folder, self.most) = (folder, most)
    guard let open = try? OpenFolder(path: folder), let items = try? open.items() else { return }
    let found = items.compactMap { item -> (name: String, byteCount: Int, time: Int)? in
      guard !item.isFolder, let status = try? open.status(of: item.name) else {
        return nil
      }
      return (
        String(decoding: item.name, as: UTF8.self), Int(status.st_size),
        FileTimes(status).modified
      )
    }.sorted { $0.time < $1.time }
    for (place, file) in found.enumerated() {
      pictures[file.name] = Picture(byteCount: file.byteCount, use: place - found.count)
      byteCount += file.byteCount
    }
  }

  var isTooLarge: Bool { byteCount > most }

  /// Notes that a picture was used, and how large it is.
  mutating func use(_ name: String) {
    if pictures[name] == nil {
      let size = folder.appending(name).status().map { Int($0.st_size) } ?? 0
      pictures[name] = Picture(byteCount: size, use: next)
      byteCount += size
    }
    pictures[name]?.use = next
    next += 1
  }

  /// Removes those that were not used for longest until there is some room again.
  mutating func prune() {
    guard let open = try? OpenFolder(path: folder) else { return }
    let left = Int(Double(most) * Self.share)
    for (name, picture) in pictures.sorted(by: { $0.value.use < $1.value.use }) {
      guard byteCount > left else { return }
      try? open.remove(Array(name.utf8), isFolder: false)
      pictures[name] = nil
      byteCount -= picture.byteCount
    }
  }
}
