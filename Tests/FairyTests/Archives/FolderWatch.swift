#if os(Linux)
  import Glibc

  /// Hears of every change in folders, also of what is gone again a moment later.
  final class FolderWatch {
    private let descriptor: Int32
    private var folders: [Int32: String] = [:]

    init(_ folders: [String]) throws {
      descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
      let events =
        IN_CREATE | IN_DELETE | IN_MODIFY | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
        | IN_MOVE_SELF
      for folder in folders {
        let watch = inotify_add_watch(descriptor, folder, UInt32(events))
        guard watch >= 0 else { throw WatchError(folder: folder, number: errno) }
        self.folders[watch] = folder
      }
    }

    struct WatchError: Error {
      let folder: String
      let number: Int32
    }

    deinit { close(descriptor) }

    /// What was changed so far: `folder/name`, or `folder/` for the folder itself.
    func changes() -> Set<String> {
      var changes: Set<String> = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
        var start = 0
        while start + 16 <= count {
          // watch, mask, cookie and length of the name, 32 bits each; then the name with NULs.
          let (watch, length) = buffer.withUnsafeBytes {
            (
              $0.loadUnaligned(fromByteOffset: start, as: Int32.self),
              Int($0.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
            )
          }
          let name = buffer[start + 16..<start + 16 + length].prefix { $0 != 0 }
          changes.insert("\(folders[watch] ?? "?")/\(String(decoding: name, as: UTF8.self))")
          start += 16 + length
        }
      }
      return changes
    }
  }
#endif
