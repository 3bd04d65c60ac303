public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `journal.ndjson` in the folder of a library: what people decided, a line a time. It is only ever added to.
///
/// It is the truth of all that is in no document: what was decided on photos, what became of them, corrections of
/// recognised words. One program at a time adds to it; reading needs no lock. Where a program was stopped in the middle of a
/// line, that line never counted: readers pass over it, and whoever writes next ends it.
public final class LibraryJournal: Sendable {
  public let path: FilePath
  private let name: [UInt8]
  private let folder: OpenFolder

  /// The journal of a library.
  public convenience init(of library: DocumentLibrary) { self.init("journal.ndjson", of: library) }

  /// A file of the same form with another name.
  init(_ name: String, of library: DocumentLibrary) {
    (self.name, folder) = (Array(name.utf8), library.folder)
    path = library.path.appending(name)
  }

  /// How much is read at once.
  private static let pieceSize = 1 << 20
  /// The most bytes of a line.
  private static let mostOfLine = 1 << 28
  private static let newline = UInt8(ascii: "\n")

  /// How far the journal was read.
  public struct Place: Sendable, Equatable {
    /// The beginning of any journal.
    public static let start = Place(offset: 0, file: nil)

    let offset: Int
    let file: FileIdentity?
  }

  /// Reads lines.
  ///
  /// - Parameters:
  ///   - place: where the last reading ended.
  ///   - kinds: which kinds of lines are wanted.
  ///   - restart: called first where the journal is another one since, and is read from its beginning.
  ///   - body: gets each line.
  /// - Returns: where the next reading goes on.
  /// - Throws: `readFailed`.
  public func read(
    from place: Place = .start, kinds: Set<String>, restart: () -> Void = {},
    _ body: (JournalLine) -> Void
  ) throws(ConversionError) -> Place {
    do {
      let file = try folder.open(name, O_RDONLY)
      defer { try? file.close() }
      return try read(file, from: place, kinds, restart, body)
    } catch Errno.noSuchFileOrDirectory {
      if place != .start { restart() }
      return .start
    } catch {
      throw unread(error)
    }
  }

  private func read(
    _ file: FileDescriptor, from place: Place, _ kinds: Set<String>, _ restart: () -> Void,
    _ body: (JournalLine) -> Void
  ) throws -> Place {
    guard let status = file.status, status.st_mode & S_IFMT == S_IFREG else {
      throw ConversionError(.readFailed, "is no regular file")
    }
    let identity = FileIdentity(status)
    var offset = place.offset
    if place != .start, place.file != identity || Int(status.st_size) < offset {
      restart()
      offset = 0
    }
    let used = try Self.readLines(of: file, from: offset) { line in
      // A damaged line is one that was torn, or that somebody has changed: the others count.
      if let line = try? JournalLine(line, kinds: kinds) { body(line) }
    }
    return Place(offset: used, file: identity)
  }

  /// - Returns: the offset behind the last line that is whole.
  private static func readLines(
    of file: FileDescriptor, from start: Int, _ body: (Span<UInt8>) -> Void
  ) throws -> Int {
    // Bytes from `offset` on, of which those before `searched` hold no newline.
    var (offset, bytes, searched) = (start, [UInt8](), 0)
    while true {
      let more = try file.bytes(atMost: pieceSize, at: offset + bytes.count)
      if more.isEmpty { break }
      bytes += more
      var begin = 0
      while let end = bytes[searched...].firstIndex(of: newline) {
        if end > begin { body(bytes.span.extracting(begin..<end)) }
        begin = end + 1
        searched = begin
      }
      bytes.removeFirst(begin)
      (offset, searched) = (offset + begin, bytes.count)
      guard searched <= mostOfLine else {
        throw ConversionError(.readFailed, "has a line of more than \(mostOfLine) bytes")
      }
    }
    // A last line may lack nothing but its newline.
    guard !bytes.isEmpty, (try? JSONValue(parsing: bytes)) != nil else { return offset }
    body(bytes.span)
    return offset + bytes.count
  }

  private func unread(_ error: any Error) -> ConversionError {
    if let error = error as? ConversionError { return error.about(path) }
    return ConversionError(.readFailed, "could not be read: \(error)", file: path, cause: error)
  }
}

extension LibraryJournal {
  /// Adds records, while no other program does.
  ///
  /// - Parameters:
  ///   - patience: how long is waited for another program.
  ///   - body: decides what is added, after it has read what others added before.
  /// - Throws: `changedMeanwhile` where another program does not end; `writeFailed`; what `body` throws: what it had
  ///   not yet synced is taken back.
  public func write<Result>(
    patience: Duration = DocumentFolder.patience,
    _ body: (JournalWriter) throws(ConversionError) -> Result
  ) throws(ConversionError) -> Result {
    let writer = try JournalWriter(try opened(), path, patience)
    let result: Result
    do throws(ConversionError) {
      result = try body(writer)
      try writer.sync()
    } catch {
      writer.takeBack()
      throw error
    }
    return result
  }

  private func opened() throws(ConversionError) -> FileDescriptor {
    do {
      return try folder.open(name, O_RDWR | O_CREAT | O_APPEND, mode: 0o600)
    } catch {
      throw OpenFolder.unwritten(error).about(path)
    }
  }
}
