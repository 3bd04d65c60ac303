import ArchiveModel
import ConverterCore
import Foundation
import PictureModel
import SystemPackage
import TestSupport

@testable import FairyCommandLine

/// A sample on its way to a type, within this process.
struct Conversion {
  static let registry = Registry.builtin()
  static let converter = Converter(registry: registry)

  let outcome: Outcome
  let target: ContentType
  private let folder: ScratchFolder

  init(_ sample: Sample, to target: ContentType, with settings: [String: String] = [:]) throws {
    let folder = try ScratchFolder()
    let path = try sample.write(to: folder)
    let output = FilePath(folder.file("result/" + sample.name))
    try FileManager.default.createDirectory(
      atPath: folder.file("result"), withIntermediateDirectories: true)
    let isFolder = Self.converter.catalog.type(target.id, conformsTo: .folder)
    var request = Request(
      input: .file(FilePath(path)), target: target,
      output: isFolder
        ? .folder(output, .whole)
        : .file(FilePath(output.string + "." + (target.extensions.first ?? "out"))))
    request.options.settings = settings
    outcome = Self.converter.convert(request)
    self.folder = folder
    self.target = target
  }

  var isDone: Bool { if case .done = outcome.status { true } else { false } }

  var error: ConversionError? {
    if case .failed(let error) = outcome.status { error } else { nil }
  }

  /// Whether the ledger says that something of a feature is lost or changed.
  func tells(of feature: Feature) -> Bool {
    outcome.ledger.contains {
      [.dropped, .changed].contains($0.action) && feature.words.contains($0.what)
    }
  }

  func drops(_ word: String) -> Bool {
    outcome.ledger.contains { $0.action == .dropped && $0.what == word }
  }

  /// Files of the result.
  var files: [String] {
    folder.names.filter { $0.hasPrefix("result/") }.map(folder.file).filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  var paths: [String] { folder.names.filter { $0.hasPrefix("result/") }.map(folder.file) }

  /// All that the result says, archives unpacked and streams of documents decoded.
  func text() throws -> Searched {
    var all: [UInt8] = []
    for file in files {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      all += bytes
      if bytes.starts(with: [0x50, 0x4B, 3, 4]) { all += try Self.unpacked(bytes) }
      if bytes.starts(with: Array("%PDF".utf8)) {
        all += try Program.run(
          "/usr/bin/env",
          ["qpdf", "--qdf", "--object-streams=disable", "--decode-level=generalized", file, "-"]
        ).output
      }
    }
    return Searched(all)
  }

  private static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    let context = ConversionContext(registry: registry)
    let readers = registry.readers.compactMap { $0 as? any Reader<Archive> }
    guard let reader = readers.first(where: { $0.types.contains("public.zip-archive") }) else {
      return []
    }
    let archive = try reader.read(
      InputFile(bytes: bytes), type: "public.zip-archive", in: ReadingContext(context))
    var all = archive.comment.map { Array($0.utf8) } ?? []
    for entry in try archive.files(matching: Array("**".utf8), in: context) {
      all += entry.path
      let file = try archive.file(at: entry.path, in: context)
      all += try file.contents(within: .standard)
    }
    return all
  }

  /// The pictures of the result, as fairy reads them.
  func pictures() throws -> [Picture] {
    try files.map { try Self.picture(of: $0, as: target.id) }
  }

  /// Whether the file went along as it was coded, in a file of another format.
  var isRestorable: Bool {
    target.id == "public.jpeg-xl" && outcome.source?.id == "public.jpeg"
      && outcome.ledger.contains { $0.what == "pixels" && $0.action == .kept }
  }

  /// The picture that comes back out of such a file.
  func restored() throws -> Picture {
    guard let file = files.first, let jpeg = Self.converter.catalog["public.jpeg"] else {
      throw ConversionError(.internalError, "there is no result")
    }
    let back = FilePath(folder.file("back.jpg"))
    let outcome = Self.converter.convert(
      Request(input: .file(FilePath(file)), target: jpeg, output: .file(back)))
    if case .failed(let error) = outcome.status { throw error }
    return try Self.picture(of: back.string, as: jpeg.id)
  }

  /// A picture file as its own reader has it.
  static func picture(of path: String, as type: ContentType.ID) throws -> Picture {
    let readers = registry.readers.compactMap { $0 as? any Reader<Picture> }
    guard let reader = readers.first(where: { $0.types.contains(type) }) else {
      throw ConversionError(.noRoute, "no picture is read of \(type)")
    }
    let input = try InputFile(path: FilePath(path))
    return try reader.read(
      input, type: type, in: ReadingContext(ConversionContext(registry: registry)))
  }
}

/// Bytes in which texts are looked for, as they are and in base64.
struct Searched {
  private let data: Data

  init(_ bytes: [UInt8]) { data = Data(bytes) }

  func contains(_ text: String) -> Bool {
    data.range(of: Data(text.utf8)) != nil || containsCoded(text)
  }

  func contains(bytes: [UInt8]) -> Bool { data.range(of: Data(bytes)) != nil }

  /// Base64 of a text at each of three places within its groups, without what neighbours decide on.
  private func containsCoded(_ text: String) -> Bool {
    (0..<3).contains { shift in
      let padded = [UInt8](repeating: 0x20, count: shift) + Array(text.utf8)
      let whole = Data(padded.prefix(padded.count / 3 * 3)).base64EncodedString()
      return data.range(of: Data(whole.dropFirst(shift == 0 ? 0 : 4).utf8)) != nil
    }
  }
}
