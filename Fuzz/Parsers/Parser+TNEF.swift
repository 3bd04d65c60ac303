import ArchiveModel
import ConverterCore
import TNEFPlugin

extension Parser {
  /// Attachments and bodies of a message of Outlook, with the messages attached to it.
  static let tnef = model(
    "tnef", "com.microsoft.tnef", by: [TNEFPlugin.self],
    within: .quick(seconds: 5) { $0.entries = 1000 }
  ) { (archive: Archive, context) in
    guard case .directory(let directory) = archive.content,
      let contents = try? directory.makeReader()
    else { return }
    var paths = 0
    for (index, entry) in directory.entries.enumerated() {
      precondition(entry.index == index, "an entry does not know its place")
      paths += entry.path.bytes.count
      guard let stream = try? contents.open(entry) else { continue }
      var count = 0
      while let piece = try? stream.next() {
        precondition(!piece.isEmpty, "an empty piece")
        count += piece.count
      }
      precondition(entry.kind == .folder || entry.byteCount == count, "another size")
    }
    precondition(paths < 8 << 20, "more of paths than a file of this size may cause")
  }
}
