import ConverterCore
import FairyLibrary

/// A change of a document that a form asks for.
struct DocumentEdit: Sendable {
  enum Kind: String, Sendable {
    /// The title and the note.
    case description = ""
    /// A tag that is added, or one that is removed.
    case tags
    /// The words of a page.
    case text
    case trash
  }

  let kind: Kind
  let form: Form
  /// The one that the user saw.
  let revision: Int
  private let noTag: String

  /// - Throws: `usage` for a form without a revision.
  init(_ kind: Kind, _ form: Form, _ words: Words) throws(ConversionError) {
    guard let revision = form["revision"].flatMap({ Int($0) }) else {
      throw ConversionError(
        .usage, words.text("lib_no_such", ["name": "revision", "value": form["revision"] ?? ""]))
    }
    (self.kind, self.form, self.revision) = (kind, form, revision)
    noTag = words["lib_no_tag"]
  }

  /// A text of several lines as it was typed.
  private func text(_ name: String) -> String? {
    form.value(name)?.replacing("\r\n", with: "\n")
  }

  func apply(to id: DocumentID, with editor: LibraryEditor) throws(ConversionError) {
    switch kind {
    case .description:
      try editor.describe(id, from: revision) { description in
        if let title = form.value("title") { description.title = title }
        if let note = text("note") { description.note = note }
      }
    case .tags:
      guard form["remove"] != nil || form["add"] != nil else {
        throw ConversionError(.usage, noTag)
      }
      try editor.describe(id, from: revision) { description in
        if let tag = form["remove"] {
          description.tags.removeAll { $0 == tag }
        } else if let tag = form["add"], !description.tags.contains(tag) {
          description.tags.append(tag)
        }
      }
    case .text:
      let page = form["page"].flatMap { Int($0) } ?? 0
      let text = form["verb"] == "recognized" ? nil : text("text")
      try editor.correct(page, of: id, to: text, from: revision)
    case .trash: try editor.trash(id, from: revision)
    }
  }

  /// Where the form is sent.
  func action(of address: DocumentAddress) -> String {
    kind == .description ? address.page : "\(address.page)/\(kind.rawValue)"
  }

  /// Where the user goes on.
  func address(of document: DocumentAddress) -> String {
    switch kind {
    case .trash: "/library?trashed=\(document.id)"
    case .text: "\(document.page)?page=\(number)#page-\(number)"
    case .description, .tags: document.page
    }
  }

  /// Of the page that is corrected, in the document.
  private var number: Int { form.number("number", or: 1) }

  /// What was typed, in the place of what the document has.
  var typed: [String: Any] {
    guard kind == .description else { return [:] }
    var typed: [String: Any] = [:]
    if let title = form.value("title") { typed["name"] = title }
    if let note = text("note") { typed["note"] = note }
    return typed
  }

  /// What the document has now and what was typed, line by line.
  func comparison(
    with metadata: DocumentMetadata, _ document: DocumentFolder, _ words: Words
  ) -> [[String: Any]] {
    func row(_ label: String, _ now: String, _ typed: String) -> [String: Any] {
      ["label": words[label], "now": now, "typed": typed, "isDifferent": now != typed]
    }
    let tags = metadata.tags.joined(separator: ", ")
    switch kind {
    case .description:
      return [
        row("doc_title", metadata.title, form.value("title") ?? metadata.title),
        row("note", metadata.note, text("note") ?? metadata.note),
      ]
    case .tags:
      let (removed, added) = (form["remove"].map { "− \($0)" }, form["add"].map { "+ \($0)" })
      return [row("tags", tags, removed ?? added ?? "")]
    case .text:
      let page = metadata.pages.first { "\($0.id)" == form["page"] }
      let recognized = page.flatMap { document.pageWords(of: $0)?.text } ?? ""
      let now = page?.correction ?? recognized
      return [row("words", now, form["verb"] == "recognized" ? recognized : text("text") ?? "")]
    case .trash:
      return [
        row("doc_title", metadata.title, words["doc_trash"]),
        row("tags", tags, words["doc_trash"]),
      ]
    }
  }
}
