public import ConverterCore
import SystemPackage

/// What the journal says of notes, line by line.
struct NoteState {
  static let kinds: Set<String> = [TextRecognized.kind, TextCorrected.kind, NoteRemoved.kind]

  private(set) var notes: [Int: Note] = [:]
  /// The number of the next note.
  private(set) var next = 1
  /// The notes of photos, by where these were then.
  private var paths: [FilePath: Int] = [:]
  private var inodes: [UInt64: [Int]] = [:]

  mutating func apply(_ line: JournalLine) {
    let time = line.time ?? .now
    if let read = line.record(TextRecognized.self) {
      add(Note(number: read.note, read.photo, read.recognized, at: time))
    } else if let corrected = line.record(TextCorrected.self) {
      notes[corrected.note]?.correction = corrected.text
      notes[corrected.note]?.modified = time
    } else if let removed = line.record(NoteRemoved.self) {
      remove(removed.note)
    }
  }

  private mutating func add(_ note: Note) {
    next = max(next, note.number + 1)
    notes[note.number] = note
    paths[note.photo.path] = note.number
    inodes[note.photo.inode, default: []].append(note.number)
  }

  private mutating func remove(_ number: Int) {
    guard let note = notes.removeValue(forKey: number) else { return }
    if paths[note.photo.path] == number { paths[note.photo.path] = nil }
    inodes[note.photo.inode]?.removeAll { $0 == number }
  }

  /// The note at the place of a photo, whatever stood there when it was made.
  func note(at path: FilePath) -> Note? { paths[path].flatMap { notes[$0] } }

  /// The note of a photo, wherever it was when it was read; `nil` where it has none that holds.
  ///
  /// A photo that has changed since is another one, unless somebody has taken the trouble to correct its text.
  func note(of photo: PhotoFile) -> Note? {
    if let note = note(at: photo.path) {
      return note.photo.isUnchanged(from: photo) || note.correction != nil ? note : nil
    }
    let others = (inodes[photo.inode] ?? []).compactMap { notes[$0] }
    return others.last { note in
      note.photo.device == photo.device && note.photo.isSame(as: photo)
        // Another name of the file is a photo of its own.
        && note.photo.path.status(followsLinks: false) == nil
    }
  }
}

extension DocumentLibrary {
  /// All notes, as the journal has them, those that were made first at the beginning.
  ///
  /// - Throws: `readFailed`.
  public func notes() throws(ConversionError) -> [Note] {
    var state = NoteState()
    _ = try LibraryJournal(of: self).read(kinds: NoteState.kinds) { state.apply($0) }
    return state.notes.values.sorted { $0.number < $1.number }
  }
}
