import Broker
import ConverterCore
import FairyLibrary
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files in mail messages, taken out of them into the work folder when they are looked at, where they are files like others.
actor Attachments {
  /// One of a message.
  struct Place: Sendable {
    let mailbox: FileAddress
    /// Changes with the content of the mailbox.
    let key: String
    let message: Int
    let file: Int
    /// The page of the message.
    let address: String
  }

  /// The message that a file came from.
  struct Origin: Sendable {
    let name: String
    let address: String
  }

  private let views: OpenViews
  private let folder: FilePath
  private var taking: [String: Task<FilePath, any Error>] = [:]

  static let word = ".work/attachments"
  private static let originName = ".from"
  /// The oldest are deleted where there are more.
  private static let mostKept = 300
  /// The most bytes of one.
  private static let mostBytes = 1 << 30

  /// - Parameter work: the work folder.
  init(_ views: OpenViews, in work: FilePath) {
    self.views = views
    folder = work.appending("attachments")
  }

  /// Takes a file out of its message, unless it is there already.
  ///
  /// - Parameter name: what the message calls it.
  /// - Returns: its path, as the broker knows it.
  /// - Throws: `ConversionError`.
  func path(of place: Place, named name: String) async throws -> FilePath {
    let words = "\(place.key) \(place.message) \(place.file)"
    let digest = Digest.sha256(place.mailbox.bytes + Array("\0\(words)".utf8))
    let number = Array(digest.prefix(16)).hexadecimal
    let usable = UploadName.last(name)
    let path = FilePath(Self.word).appending(number).appending(usable)
    if folder.appending(number).appending(usable).status() != nil { return path }
    if let begun = taking[number] { return try await begun.value }
    let task = Task {
      try await take(place, to: folder.appending(number), as: usable)
      return path
    }
    taking[number] = task
    defer { taking[number] = nil }
    return try await task.value
  }

  private func take(_ place: Place, to own: FilePath, as name: String) async throws {
    forgetOldest()
    try own.makeFolders(mode: 0o700)
    let part = own.appending(".part-\(Secret.random(bytes: 8).hexadecimal)")
    do {
      let file = try FileDescriptor.open(
        part, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite)
      defer { try? file.close() }
      try await copy(place, to: file)
      let origin = JSONValue.object([
        .init("name", .string(place.mailbox.shownName)), .init("address", .string(place.address)),
      ])
      try own.appending(Self.originName).replaceFile(with: Array(origin.description.utf8))
      try OpenFolder(path: own).rename(
        Array((part.lastComponent?.string ?? "").utf8), to: Array(name.utf8))
    } catch {
      part.removeFile()
      throw (error as? ConversionError)
        ?? ConversionError(.writeFailed, "could not be written: \(error)", file: own, cause: error)
    }
  }

  private func copy(_ place: Place, to file: FileDescriptor) async throws {
    var (position, isOver) = (0, false)
    while !isOver {
      let answer = try await views.ask(
        place.mailbox, "file",
        [
          .init("number", .integer(place.message)), .init("file", .integer(place.file)),
          .init("from", .integer(position)),
        ])
      guard let bytes = Base64.decode(Array((answer["content"]?.text ?? "").utf8)) else {
        throw ConversionError(.internalError, "a worker sent no content")
      }
      position += bytes.count
      guard position <= Self.mostBytes else {
        throw ConversionError.exceeding(
          .init(fixed: "file", needed: position, allowed: Self.mostBytes),
          "is larger than 1 GiB; fairy extract takes it out of its message")
      }
      try file.writeAll(bytes.span)
      isOver = answer["isLast"] == .bool(true) || bytes.isEmpty
    }
  }

  private func forgetOldest() {
    guard let all = try? OpenFolder(path: folder), let items = try? all.items(),
      items.count >= Self.mostKept
    else { return }
    let ages = items.compactMap { item in
      (try? all.status(of: item.name)).flatMap { $0 }.map { (item.name, FileTimes($0).modified) }
    }
    for (name, _) in ages.sorted(by: { $0.1 < $1.1 }).prefix(items.count - Self.mostKept + 1) {
      all.removeTree(String(decoding: name, as: UTF8.self))
    }
  }

  /// Where a file came from; `nil` for one that came from no message.
  ///
  /// - Parameter path: as the broker knows it.
  func origin(of path: FilePath) -> Origin? {
    var rest = path
    guard rest.removePrefix(FilePath(Self.word)) else { return nil }
    let record = folder.pushing(rest.removingLastComponent()).appending(Self.originName)
    guard let bytes = try? InputFile(path: record).contents(within: .standard),
      let json = try? JSONValue(parsing: bytes), let name = json["name"]?.text,
      let address = json["address"]?.text
    else { return nil }
    return Origin(name: name, address: address)
  }
}
