import ArchiveModel
import ConverterCore
import TestSupport
import ZIPPlugin

/// An archive read through the registry, as the program reads it.
struct OpenArchive {
  let archive: Archive
  let context: ConversionContext
  private let directory: any EntryDirectory

  var entries: [Entry] { directory.entries }
  var names: [String] { entries.map { String(decoding: $0.path.bytes, as: UTF8.self) } }

  init(
    _ bytes: [UInt8], password: String? = nil, encoding: String? = nil,
    limits: Limits = .standard
  ) throws {
    try self.init(InputFile(bytes: bytes), password: password, encoding: encoding, limits: limits)
  }

  init(
    _ input: InputFile, password: String? = nil, encoding: String? = nil,
    limits: Limits = .standard
  ) throws {
    var registry = Registry()
    try ZIPPlugin.register(in: &registry)
    context = ConversionContext(
      registry: registry, limits: limits,
      reading: ReadingOptions(
        passwords: Passwords(password.map { [Password(Array($0.utf8))] } ?? []),
        encoding: encoding))
    guard
      let reader = registry.reader(for: "public.zip-archive", in: .complete) as? any Reader<Archive>
    else { throw ConversionError(.internalError, "no reader") }
    archive = try reader.read(input, type: "public.zip-archive", in: ReadingContext(context))
    switch archive.content {
    case .directory(let directory): self.directory = directory
    // Its entries are followed by the reason why it has no directory.
    case .sequence(let sequence):
      let pass = try sequence.makePass()
      while try pass.next() != nil {}
      throw ConversionError(.internalError, "no directory")
    }
  }

  func makeReader() throws -> any EntryReader { try directory.makeReader() }

  /// The whole content of an entry.
  func content(_ index: Int, with reader: (any EntryReader)? = nil) throws -> [UInt8] {
    let stream = try (reader ?? directory.makeReader()).open(entries[index])
    var content: [UInt8] = []
    while let piece = try stream.next() { content.append(piece) }
    return content
  }

  /// The contents of all entries, or the codes of what is wrong with them, from one reader.
  func outcomes() throws -> [Outcome] {
    let reader = try directory.makeReader()
    return entries.indices.map { index in
      do {
        return .content(try content(index, with: reader))
      } catch let error as ConversionError {
        return .failure(error.code)
      } catch {
        return .failure(.internalError)
      }
    }
  }

  enum Outcome: Equatable, CustomStringConvertible {
    case content([UInt8])
    case failure(ConversionError.Code)

    static func text(_ text: String) -> Outcome { .content(Array(text.utf8)) }

    var description: String {
      switch self {
      case .content(let bytes):
        "\(bytes.count) bytes: \(String(decoding: bytes.prefix(40), as: UTF8.self))"
      case .failure(let code): code.rawValue
      }
    }
  }
}
