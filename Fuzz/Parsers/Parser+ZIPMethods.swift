import ArchiveModel
import ConverterCore
import ZIPPlugin

extension Parser {
  /// Bytes as the content of an entry, compressed by a method that our own code decodes, or that libarchive is given
  /// an archive for: the first byte chooses it.
  static let zipMethods = Parser(name: "zip-methods") { bytes in
    guard let first = bytes.first else { return }
    let methods: [UInt8] = [1, 6, 9, 98]
    let archive = Self.archive(
      method: methods[Int(first & 3)], flags: first >> 3 & 6, Array(bytes.dropFirst()))
    var registry = Registry()
    try? ZIPPlugin.register(in: &registry)
    var limits = Limits.standard
    limits.memory = 64 << 20
    limits.seconds = 10
    let context = ConversionContext(registry: registry, limits: limits)
    guard
      let reader = registry.reader(for: "public.zip-archive")
        as? any Reader<Archive>,
      let archive = try? reader.read(
        InputFile(bytes: archive), type: "public.zip-archive", in: ReadingContext(context)),
      case .directory(let directory) = archive.content,
      let entry = directory.entries.first,
      let stream = try? directory.makeReader().open(entry)
    else { preconditionFailure("the archive around the content is not read") }
    var count = 0
    while let piece = try? stream.next() {
      precondition(!piece.isEmpty, "an empty piece")
      count += piece.count
    }
    precondition(count <= size, "more than the directory says")
  }

  /// What every content is said to have.
  private static let size = 1 << 20

  /// An archive of one entry, named `a`.
  private static func archive(method: UInt8, flags: UInt8, _ content: [UInt8]) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let common =
      [flags, 0, method, 0] + little(0, 8) + little(content.count, 4) + little(size, 4)
      + little(1, 2) + little(0, 2)
    let local = little(0x0403_4b50, 4) + [20, 0] + common + [0x61] + content
    let central =
      little(0x0201_4b50, 4) + [20, 0, 20, 0] + common + little(0, 14) + [0x61]
    return local + central + little(0x0605_4b50, 4) + little(0, 4) + [1, 0, 1, 0]
      + little(central.count, 4) + little(local.count, 4) + [0, 0]
  }
}
