import ArchiveModel
import ConverterCore
import ZIPPlugin

extension Parser {
  /// The directory of a ZIP archive and all contents, with a password.
  ///
  /// Contents are compared with what they say, so that none may be of another size.
  static let zip = Parser(name: "zip") { bytes in
    var registry = Registry()
    try? ZIPPlugin.register(in: &registry)
    var limits = Limits.standard
    limits.memory = 64 << 20
    limits.seconds = 10
    let context = ConversionContext(
      registry: registry, limits: limits,
      reading: ReadingOptions(passwords: Passwords([Password(Array("secret".utf8))])))
    guard
      let reader = registry.reader(for: "public.zip-archive")
        as? any Reader<Archive>,
      let archive = try? reader.read(
        InputFile(bytes: bytes), type: "public.zip-archive", in: ReadingContext(context)),
      case .directory(let directory) = archive.content,
      let contents = try? directory.makeReader()
    else { return }
    var budget = 16 << 20
    for (index, entry) in directory.entries.enumerated() {
      precondition(entry.index == index, "an entry does not know its place")
      precondition(entry.path.bytes.last != UInt8(ascii: "/") || entry.path.bytes.count == 1)
      guard budget > 0, let stream = try? contents.open(entry) else { continue }
      var count = 0
      do {
        while budget > 0, let piece = try stream.next() {
          precondition(!piece.isEmpty, "an empty piece")
          count += piece.count
          budget -= piece.count
        }
        precondition(budget <= 0 || entry.byteCount.map { $0 == count } ?? true, "another size")
      } catch {}
    }
  }
}
