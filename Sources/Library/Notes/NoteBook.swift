public import ConverterCore

/// The notes of a library: text that was recognised in photos, once in each, and can be corrected by hand.
///
/// All of it stands in the journal of the library, where nothing of it is lost by a correction; the index finds it. The
/// object belongs to one thread at a time; other programs may change notes at the same time.
public final class NoteBook {
  private let library: DocumentLibrary
  private let journal: LibraryJournal
  private var place = LibraryJournal.Place.start
  private var state = NoteState()

  /// The most bytes of a text.
  private static let mostText = 1 << 24

  /// Reads the notes.
  ///
  /// - Throws: `readFailed`.
  public init(_ library: DocumentLibrary) throws(ConversionError) {
    self.library = library
    journal = LibraryJournal(of: library)
    try refresh()
  }

  /// Reads what others have added in the meantime.
  private func refresh() throws(ConversionError) {
    var (known, start) = (state, place)
    // Whatever was read so far is read again where this fails.
    (state, place) = (NoteState(), .start)
    start = try journal.read(
      from: start, kinds: NoteState.kinds, restart: { known = NoteState() },
      { known.apply($0) })
    (state, place) = (known, start)
  }

  // MARK: Finding

  /// All notes, the last changed first.
  public var notes: [Note] {
    state.notes.values.sorted { ($0.modified, $0.number) > ($1.modified, $1.number) }
  }

  /// The note of a number.
  ///
  /// - Throws: `inputNotFound` where there is none.
  public func note(_ number: Int) throws(ConversionError) -> Note {
    guard let note = state.notes[number] else {
      throw ConversionError(.inputNotFound, "there is no note \(number)")
    }
    return note
  }

  /// The note of a photo, also where it was renamed since; `nil` where it has none, or has changed since.
  public func note(of photo: Photo) -> Note? { state.note(of: photo.main) }

  // MARK: Changing

  /// Makes notes of photos. One that has a note already is not read again.
  ///
  /// - Parameters:
  ///   - photos: as they are now.
  ///   - reader: recognises their words.
  ///   - looks: tell screenshots from photos.
  /// - Returns: of each photo, in their order, its note, or why it has none.
  /// - Throws: `interrupted`; what was read before that is noted; what writing the journal throws.
  @discardableResult
  public func take(
    _ photos: [Photo], with reader: any TextReader, _ looks: PhotoLooks
  ) throws(ConversionError) -> [Result<Note, ConversionError>] {
    var failures: [PhotoFile: ConversionError] = [:]
    var rest = photos.filter { note(of: $0) == nil }.uniqued[...]
    while !rest.isEmpty {
      try take(Array(rest.prefix(Self.together)), with: reader, looks, &failures)
      rest = rest.dropFirst(Self.together)
    }
    return photos.map { (photo) -> Result<Note, ConversionError> in
      if let note = note(of: photo) { return .success(note) }
      return .failure(
        failures[photo.main]
          ?? ConversionError(.readFailed, "was not read", file: photo.main.path))
    }
  }

  /// How many photos are read before their words are noted.
  private static let together = 64

  private func take(
    _ photos: [Photo], with reader: any TextReader, _ looks: PhotoLooks,
    _ failures: inout [PhotoFile: ConversionError]
  ) throws(ConversionError) {
    let seen = try Self.seen(photos, looks).map {
      (photo: $0.photo.main, reason: Screenshot.reason($0))
    }
    let texts = try reader.texts(
      of: seen.map { ReadablePhoto(path: $0.photo.path, isScreenshot: $0.reason != nil) })
    var read: [(photo: PhotoFile, text: PhotoText)] = []
    for (seen, words) in zip(seen, texts) {
      do throws(ConversionError) {
        let text = try PhotoText(recognized: try words.get(), screenshot: seen.reason)
        read.append((seen.photo, text))
      } catch {
        failures[seen.photo] = error.about(seen.photo.path)
      }
    }
    if !read.isEmpty { try write(read) }
  }

  private static func seen(
    _ photos: [Photo], _ looks: PhotoLooks
  ) throws(ConversionError) -> [SeenPhoto] {
    zip(photos, try looks.looks(at: photos)).map { SeenPhoto($0, try? $1.get()) }
  }

  private func write(
    _ read: [(photo: PhotoFile, text: PhotoText)]
  ) throws(ConversionError) {
    try change { (writer, index) throws(ConversionError) in
      var (changed, next) = ([Int](), state.next)
      // Reading takes long: another program may have noted the same meanwhile.
      for (photo, text) in read where state.note(of: photo) == nil {
        let number = state.note(at: photo.path)?.number ?? next
        next = max(next, number + 1)
        try index.willChange(.note, "\(number)")
        try writer.append(TextRecognized(note: number, photo: photo, recognized: text))
        changed.append(number)
      }
      return changed
    }
  }

  /// Puts another text in the place of the one that was recognised, which is kept.
  ///
  /// - Parameters:
  ///   - number: of the note.
  ///   - text: the new text; `nil` so that what was recognised holds again.
  /// - Throws: `inputNotFound` where there is no such note; `usage` for an empty text.
  @discardableResult
  public func correct(_ number: Int, to text: String?) throws(ConversionError) -> Note {
    if let text { try Self.check(text) }
    try change { (writer, index) throws(ConversionError) in
      let note = try self.note(number)
      let correction = text == note.recognized.text ? nil : text
      guard correction != note.correction else { return [] }
      try index.willChange(.note, "\(number)")
      try writer.append(TextCorrected(note: number, text: correction))
      return [number]
    }
    return try note(number)
  }

  private static func check(_ text: String) throws(ConversionError) {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw ConversionError(
        .usage, "a note has a text; one that is not wanted is removed, and not left empty")
    }
    guard text.utf8.count <= mostText else {
      throw ConversionError(.usage, "the text of a note has at most \(mostText) bytes")
    }
  }

  /// Removes notes. Their photos stay as they are, and can be read again.
  ///
  /// - Throws: `inputNotFound` where there is no such note; then all are left as they are.
  public func remove(_ numbers: [Int]) throws(ConversionError) {
    try change { (writer, index) throws(ConversionError) in
      for number in numbers { _ = try note(number) }
      for number in Set(numbers).sorted() {
        try index.willChange(.note, "\(number)")
        try writer.append(NoteRemoved(note: number))
      }
      return numbers
    }
  }

  /// Adds to the journal, and brings the index up to date.
  ///
  /// - Parameter body: gives the numbers of notes that it has changed.
  private func change(
    _ body: (JournalWriter, LibraryIndex) throws(ConversionError) -> [Int]
  ) throws(ConversionError) {
    let index = try library.openedIndex()
    let changed: [Int]
    do throws(ConversionError) {
      changed = try journal.write { (writer) throws(ConversionError) in
        try refresh()
        return try body(writer, index)
      }
      try refresh()
    } catch {
      // What was taken back of the journal may have been read.
      (place, state) = (.start, NoteState())
      try? refresh()
      throw error
    }
    try index.together { () throws(ConversionError) in
      for number in changed {
        try index.update(.note, "\(number)", to: state.notes[number]?.indexedItem)
      }
    }
  }
}

extension [Photo] {
  /// Each once, in their order.
  fileprivate var uniqued: [Photo] {
    var seen: Set<PhotoFile> = []
    return filter { seen.insert($0.main).inserted }
  }
}
