public import ConverterCore

/// Writes requests as the lines of a manifest.
///
/// The `id` of a line is its number as text, for some engines take an `id` for a number and round it.
/// With the size of each input in `bytes`, the manifest can be split without asking for any. Paths are
/// made absolute: the manifest is done in other folders, on other machines.
public struct ManifestWriter {
  private let output: OutputFile
  private var number = 0

  /// - Parameter output: completed by the caller after the last line.
  public init(to output: OutputFile) {
    self.output = output
  }

  /// - Parameter bytes: the size of the input, if it is known.
  /// - Throws: `writeFailed`.
  public mutating func add(_ request: Request, bytes: Int?) throws(ConversionError) {
    number += 1
    var request = request.anywhere
    // Of the lines of a manifest each is one of many.
    request.unusedOptions = .note
    let line = request.json(id: .string("\(number)"), bytes: bytes)
    try output.write(Array("\(line)\n".utf8))
  }
}

extension Request {
  /// A whole request line.
  ///
  /// - Parameter bytes: the size of the input.
  public func json(id: JSONValue?, bytes: Int? = nil) -> JSONValue {
    var members = id.map { [JSONValue.Member("id", $0)] } ?? []
    members += json.members ?? []
    if let bytes { members.append(.init("bytes", .integer(bytes))) }
    return .object(members)
  }
}

extension Request {
  /// The same request, whatever folder it is done in.
  var anywhere: Request {
    var request = self
    switch input {
    case .file(let path): request.input = .file(LexicalPath.absolute(path))
    case .entry(let path, let address):
      request.input = .entry(LexicalPath.absolute(path), address)
    case .standardInput: break
    }
    switch output {
    case .file(let path): request.output = .file(LexicalPath.absolute(path))
    case .folder(let path, let arrangement):
      request.output = .folder(LexicalPath.absolute(path), arrangement)
    case .standardOutput, .stream, .memory, .scratch: break
    }
    return request
  }
}
