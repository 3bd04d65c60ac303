import ConverterCore
import FairyLibrary
import HTTPTypes
import Hummingbird
import NIOCore
import SystemPackage

/// The words of photos: found, read, corrected, copied and saved.
struct NotesRoutes {
  let library: DocumentLibrary
  let triage: TriageBroker
  let pages: PageRenderer

  private static let pageSize = 60
  /// Of documents and notes together.
  private static let mostHits = 5000
  private static let mostFormBytes = 8 << 20
  /// Of a text in a list, in characters.
  private static let mostExcerpt = 400

  func add(to router: RouterGroup<WebContext>) {
    router.get("notes") { request, context in
      try await list(Form(request.uri), context.words)
    }
    router.get("notes.txt") { _, _ in
      let notes = try NoteBook(library).notes
      return Self.text(notes.map { "\($0.title)\n\n\($0.text)\n" }.joined(separator: "\n"), "notes")
    }
    router.get("notes/:number") { _, context in
      try await page(of: try note(context), context.words)
    }
    router.get("notes/:number/text") { _, context in
      let note = try note(context)
      return Self.text(note.text + "\n", FilePath(note.title).stem ?? note.title)
    }
    router.post("notes/:number") { request, context in
      let note = try note(context)
      let form = try await Form(request, atMost: Self.mostFormBytes)
      let book = try NoteBook(library)
      switch form["do"] {
      case "remove":
        try book.remove([note.number])
        return Response.seeOther("/notes")
      case "recognized": try book.correct(note.number, to: nil)
      default:
        // Browsers send the ends of lines as CR LF.
        let text = (form["text"] ?? "").replacing("\r\n", with: "\n")
        try book.correct(note.number, to: text)
      }
      return Response.seeOther("/notes/\(note.number)?saved=1")
    }
  }

  private func note(_ context: WebContext) throws(ConversionError) -> Note {
    guard let number = context.parameters.get("number").flatMap({ Int($0) }) else {
      throw ConversionError(.inputNotFound, context.words["not_found_why"])
    }
    return try NoteBook(library).note(number)
  }

  private static func text(_ text: String, _ name: String) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/plain; charset=utf-8",
        .contentDisposition: "attachment; filename*=UTF-8''\(Form.encoded(name)).txt",
      ], body: .init(byteBuffer: ByteBuffer(string: text)))
  }

  // MARK: The list

  private func list(_ form: Form, _ words: Words) async throws -> Response {
    let group = try form["group"].map { word throws(ConversionError) in
      guard let group = NoteGroup(rawValue: word) else {
        throw ConversionError(.usage, "there is no group \"\(word.prefix(40))\"")
      }
      return group
    }
    let all = try found(form["q"])
    let notes = all.filter { group == nil || $0.recognized.group == group }
    let first = min(form.number("from", or: 0), notes.count)
    let shown = Array(notes.dropFirst(first).prefix(Self.pageSize))
    let places = try await places(of: shown)
    let query = form["q"] ?? ""
    let asked = query.isEmpty ? "" : "&q=\(Form.encoded(query))"
    let range = PageRange(first, shown.count, of: notes.count, by: Self.pageSize, words) {
      "/notes?from=\($0)\(asked)" + (group.map { "&group=\($0.rawValue)" } ?? "")
    }
    var values: [String: Any] = [
      "title": words["notes"], "isTriage": true, "styles": ["triage.css"], "noteQuery": query,
      "count": words.counting("notes_count", notes.count), "isEmpty": notes.isEmpty,
      "emptyText": words[query.isEmpty && group == nil ? "notes_empty" : "nothing_found"],
      "hasNotes": !notes.isEmpty,
      "groups": ([nil] + NoteGroup.allCases).map { one -> [String: Any] in
        let count = all.count { one == nil || $0.recognized.group == one }
        return [
          "href": "/notes?group=\(one?.rawValue ?? "")\(asked)",
          "label": words["notes_group_\(one?.rawValue ?? "all")"], "count": words.grouped(count),
          "isCurrent": one == group,
        ]
      },
      "notes": zip(shown, places).map { summary($0, $1, words) },
    ]
    values.merge(range.values) { $1 }
    values.merge(try await progress(words)) { $1 }
    return pages.page("notes", values, words)
  }

  /// All notes, the last changed first, or those that have words, the best first.
  private func found(_ query: String?) throws(ConversionError) -> [Note] {
    let book = try NoteBook(library)
    guard let query else { return book.notes }
    guard let wanted = SearchWords(query) else { return [] }
    let hits = try library.readableIndex().search(wanted, by: .best, most: Self.mostHits)
    return hits.filter { $0.item.kind == .note }.compactMap { hit in
      Int(hit.item.key).flatMap { try? book.note($0) }
    }
  }

  private func summary(_ note: Note, _ place: FilePath?, _ words: Words) -> [String: Any] {
    var values: [String: Any] = [
      "t": words.texts, "number": note.number, "href": "/notes/\(note.number)",
      "name": note.title,
      "about": words["notes_group_\(note.recognized.group.rawValue)"] + " · "
        + words.ago(note.modified.seconds),
      "excerpt": String(note.text.prefix(Self.mostExcerpt)),
    ]
    values.merge(picture(of: note, at: place)) { $1 }
    return values
  }

  private func picture(of note: Note, at place: FilePath?) -> [String: Any] {
    guard let place else { return [:] }
    let id = triage.names.identifier(of: place)
    let file = note.photo
    let key = "\(file.device)-\(file.inode)-\(file.byteCount)-\(file.modified)"
    return [
      "photo": "/files/\(id)", "thumb": "/files/\(id)/thumbnail/\(key)",
      "src": "/files/\(id)/picture/\(key)",
    ]
  }

  /// Where photos are, as far as they are in served folders.
  private func places(of notes: [Note]) async throws(ConversionError) -> [FilePath?] {
    guard !notes.isEmpty else { return [] }
    let paths = notes.map { JSONValue.object($0.photo.path.members("path")) }
    let answer = try await triage.ask("places", nil, [.init("photos", .array(paths))])
    return (answer.elements ?? []).map(TriageBroker.path)
  }

  /// Photos whose words are not there yet, or could not be read.
  private func progress(_ words: Words) async throws(ConversionError) -> [String: Any] {
    let answer = try await triage.ask("texts")
    let waiting = answer["waiting"]?.int ?? 0
    let failed = answer["failed"]?.elements ?? []
    var values: [String: Any] = ["hasFailed": !failed.isEmpty]
    if waiting > 0 { values["waiting"] = words.counting("notes_waiting", waiting) }
    values["failed"] = failed.map { failure -> [String: Any] in
      let path = TriageBroker.path(failure) ?? ""
      return [
        "name": path.lossyText, "href": "/files/\(triage.names.identifier(of: path))",
        "why": failure["message"]?.text ?? "",
      ]
    }
    return values
  }

  // MARK: One note

  private func page(of note: Note, _ words: Words) async throws -> Response {
    var values: [String: Any] = [
      "title": note.title, "name": note.title, "number": note.number, "text": note.text,
      "isTriage": true, "styles": ["triage.css"], "scripts": ["notes.js"],
      "isCorrected": note.correction != nil, "recognized": note.recognized.text,
      "about": words["notes_group_\(note.recognized.group.rawValue)"] + " · "
        + words.ago(note.modified.seconds),
      "why": note.recognized.reason,
    ]
    let places = try await places(of: [note])
    if let place = places.first, let place {
      values["picture"] = picture(of: note, at: place)
        .merging(["name": note.title, "t": words.texts]) { $1 }
    }
    return pages.page("note", values, words)
  }
}
