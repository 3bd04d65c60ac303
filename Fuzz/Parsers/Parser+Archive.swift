import ArchiveModel
import ConverterCore
import LibArchivePlugin

extension Parser {
  /// Entries and contents of an archive that libarchive reads, within limits that keep a run fast.
  static func archive(_ name: String, _ type: ContentType.ID) -> Parser {
    Parser(name: name) { bytes in
      var registry = Registry()
      try? LibArchivePlugin.register(in: &registry)
      var limits = Limits.standard
      limits.entries = 1000
      limits.expanded = 16 << 20
      limits.seconds = 5
      let context = ConversionContext(registry: registry, limits: limits)
      guard let reader = registry.reader(for: type, in: .standard) as? any Reader<Archive>,
        let archive = try? reader.read(InputFile(bytes: bytes), type: type, in: context),
        case .sequence(let sequence) = archive.content, let pass = try? sequence.makePass()
      else { return }
      var rest = limits.expanded
      while rest > 0, let entry = try? pass.next() {
        precondition(entry.permissions.map { $0 <= 0o777 } ?? true, "more than permissions")
        guard let stream = try? pass.open() else { continue }
        var count = 0
        while rest > 0, let piece = try? stream.next() {
          precondition(!piece.isEmpty, "a piece of nothing")
          count += piece.count
          // Every byte can be read.
          rest -= max(1, piece.reduce(0) { $0 &+ Int($1) } == 0 ? 1 : piece.count)
        }
        if let size = entry.byteCount { precondition(count <= size, "more than its size") }
      }
    }
  }
}
