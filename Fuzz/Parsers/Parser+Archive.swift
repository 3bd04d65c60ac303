import ArchiveModel
import ConverterCore
import LibArchivePlugin

extension Parser {
  /// Entries and contents of an archive that libarchive reads.
  static func archive(_ name: String, _ type: ContentType.ID) -> Parser {
    let limits = Limits.quick(seconds: 5, memory: Limits.standard.memory) {
      $0.entries = 1000
      $0.expanded = 16 << 20
    }
    return model(
      name, type, by: [LibArchivePlugin.self], within: limits
    ) { (archive: Archive, context) in
      guard case .sequence(let sequence) = archive.content,
        let pass = try? sequence.makePass()
      else { return }
      var rest = limits.expanded
      while rest > 0, let entry = try? pass.next() {
        precondition(entry.permissions.map { $0 <= 0o7777 } ?? true, "more than permissions")
        guard let stream = try? pass.open() else { continue }
        var count = 0
        while rest > 0, let piece = try? stream.next() {
          precondition(!piece.isEmpty, "a piece of nothing")
          count += piece.count
          // Every byte can be read.
          rest -= max(1, piece.allSatisfy { $0 == 0 } ? 1 : piece.count)
        }
        if let size = entry.byteCount { precondition(count <= size, "more than its size") }
      }
    }
  }
}
