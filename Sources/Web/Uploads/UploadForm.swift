import ConverterCore
import Hummingbird
import NIOCore
import SystemPackage

/// A form with files that a browser sends, which are put into the folder of uploads as they come.
struct UploadForm: Sendable {
  /// The files that have arrived whole, as the broker knows them.
  private(set) var files: [FilePath] = []
  /// The other fields, by their names.
  private(set) var fields: [String: String] = [:]

  /// Files and other fields.
  private static let mostParts = 10_000
  /// Of a field that is no file.
  private static let mostFieldBytes = 64 << 10

  /// Reads a request to its end.
  ///
  /// - Throws: `usage` for another kind of body, `damagedInput` for one that ends early, `limitExceeded`, `writeFailed`,
  ///   `UploadRefusal`. What was arriving is taken back then.
  init(_ request: Request, to uploads: Uploads) async throws {
    guard let type = request.headers[.contentType],
      var reader = MultipartReader(contentType: type)
    else { throw ConversionError(.usage, "this is no form with files") }
    var (part, parts) = (Part.none, 0)
    do {
      for try await buffer in request.body {
        for event in try reader.read(buffer.readableBytesView) {
          if case .begin = event { parts += 1 }
          guard parts <= Self.mostParts else {
            throw UploadRefusal.tooManyParts(most: Self.mostParts)
          }
          try await take(event, &part, uploads)
        }
      }
      try reader.finish()
    } catch {
      if case .file(let arriving) = part { arriving.abandon() }
      throw error
    }
  }

  /// The part of the body that is being read.
  private enum Part {
    case none
    case file(UploadWriter)
    case field(name: String, bytes: [UInt8])
  }

  private mutating func take(
    _ event: MultipartReader.Event, _ part: inout Part, _ uploads: Uploads
  ) async throws {
    switch (event, part) {
    case (.begin(_, let name?), _):
      // A field for files in which none was chosen has an empty name.
      part = name.isEmpty ? .none : .file(try uploads.begin(name))
    case (.begin(let field, nil), _): part = .field(name: field, bytes: [])
    case (.bytes(let bytes), .file(let arriving)): try await arriving.append(bytes)
    case (.bytes(let more), .field(let name, let bytes)):
      guard bytes.count + more.count <= Self.mostFieldBytes else {
        throw ConversionError.exceeding(
          .init(fixed: "field", needed: bytes.count + more.count, allowed: Self.mostFieldBytes),
          "a field of a form has at most \(Self.mostFieldBytes) bytes")
      }
      part = .field(name: name, bytes: bytes + more)
    case (.end, .file(let arriving)):
      files.append(try await arriving.finish())
      part = .none
    case (.end, .field(let name, let bytes)):
      fields[name] = String(decoding: bytes, as: UTF8.self)
      part = .none
    case (.bytes, .none), (.end, .none): break
    }
  }
}
