import ConverterCore
import FairyLibrary
import SystemPackage

/// Notices that the library has changed, by whatever program, while somebody listens.
struct LibraryWatch {
  /// What changes with every change of documents, or of what is known of them.
  private static let names = [
    "documents", "trash", "journal.ndjson", "index.sqlite", "index.sqlite-wal",
  ]
  private static let interval = Duration.seconds(2)

  static func begin(_ path: FilePath, _ events: EventStream) {
    Task { [weak events] in
      var before = state(path)
      while true {
        try? await Task.sleep(for: interval)
        guard let events else { return }
        guard events.hasListeners else { continue }
        let now = state(path)
        if now != before { events.send("library", [:]) }
        before = now
      }
    }
  }

  private static func state(_ path: FilePath) -> [Int?] {
    names.map { path.appending($0).status().map { FileTimes($0).modified } }
  }
}
