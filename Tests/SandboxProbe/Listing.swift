import ArchiveModel
import ConverterCore
import LibArchivePlugin
import SystemPackage

/// The entries of an archive, a line each with the bytes that it has, or the message of what went wrong.
func list(_ words: [String]) -> String {
  guard let path = words.first else { return "a word is needed" }
  var registry = Registry()
  do {
    try LibArchivePlugin.register(in: &registry)
    let input = try InputFile(path: FilePath(path))
    let type = try Converter(registry: registry).detector.detect(input).type.id
    guard let reader = registry.reader(for: type) as? any Reader<Archive> else {
      return "no reader of \(type)"
    }
    let context = ConversionContext(registry: registry)
    guard
      case .sequence(let entries) = try reader.read(input, type: type, in: ReadingContext(context))
        .content
    else { return "no sequence" }
    return try lines(of: entries.makePass()).joined(separator: "\n")
  } catch {
    return "\(error)"
  }
}

private func lines(of pass: any EntryPass) throws(ConversionError) -> [String] {
  var lines: [String] = []
  while let entry = try pass.next() {
    let stream = try pass.open()
    var count = 0
    while let piece = try stream.next() { count += piece.count }
    lines.append("\(String(decoding: entry.path.bytes, as: UTF8.self)) \(count)")
  }
  return lines
}
