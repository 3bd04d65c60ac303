import ConverterCore

/// Mail: a list of messages, chosen by what the address asks for, and one message.
struct MailLook {
  let look: Look

  private static let pageSize = 50
  /// How long one waits for messages that are not known yet, in milliseconds.
  private static let patience = 2000

  /// For the template `mails`.
  func list() async throws -> [String: Any] {
    let choice = MailChoice(look.form)
    var values = choice.values
    values["t"] = look.words.texts
    values["file"] = look.id
    if let fault = choice.fault {
      values["fault"] = look.words.text("no_date", ["date": fault])
      return values
    }
    do {
      let opening = try await look.routes.views.opening(look.input, options: choice.options)
      let columns = (opening["columns"]?.elements ?? []).map { $0.text ?? "" }
      let first = look.form.number("from", or: 0)
      var members: [JSONValue.Member] = [
        .init("from", .integer(first)), .init("count", .integer(Self.pageSize)),
        .init("wait", .integer(Self.patience)),
      ]
      if let sort = choice.sort { members.append(.init("sort", .string(sort))) }
      let answer = try await look.routes.views.ask(
        look.input, options: choice.options, "rows", members)
      let rows = answer["rows"]?.elements ?? []
      values["mails"] = rows.map { row in
        mail(Dictionary(zip(columns, row.elements ?? [])) { first, _ in first }, choice, first)
      }
      let isComplete = answer["complete"] == .bool(true)
      let range = PageRange(
        first, rows.count, of: answer["rowCount"]?.int ?? first + rows.count,
        isComplete: isComplete, by: Self.pageSize, look.words
      ) { "/files/\(look.id)?\(choice.address)from=\($0)" }
      values.merge(range.values) { $1 }
      if rows.isEmpty {
        values["nothing"] =
          isComplete
          ? look.words[choice.isEverything ? "no_mail" : "nothing_found"]
          : look.words.text(
            "still_looking", ["part": "\(Int((answer["fraction"]?.double ?? 0) * 100)) %"])
      }
      if let failure = answer["failure"]?.text { values["fault"] = failure }
    } catch let error as ConversionError {
      values["fault"] = error.message
    }
    return values
  }

  private func mail(
    _ cells: [String: JSONValue], _ choice: MailChoice, _ first: Int
  ) -> [String: Any] {
    let number = cells["number"]?.text ?? "0"
    let subject = cells["subject"]?.text ?? ""
    var values: [String: Any] = [
      "href": "/files/\(look.id)?\(choice.address)from=\(first)&message=\(number)",
      "from": MailText.name(of: cells["from"]?.text ?? ""),
      "subject": subject.isEmpty ? look.words["no_subject"] : subject,
      "date": MailText.day(cells["date"]?.text ?? ""),
      "size": cells["bytes"]?.text.flatMap { Int($0) }.map(look.words.size) ?? "",
      "version": AssetRoutes.version, "t": look.words.texts,
    ]
    if let attached = cells["attachments"]?.text, !attached.isEmpty {
      values["attached"] = attached
    }
    return values
  }

  // MARK: One message

  /// The most of a text in an attachment that is shown with the message, and of how many.
  private static let mostText = (bytes: 16 << 10, files: 5)

  /// For the template `message`.
  ///
  /// - Parameter isOnly: whether the file is this message.
  func message(_ number: Int, isOnly: Bool) async throws -> [String: Any] {
    let views = look.routes.views
    let asked = [JSONValue.Member("number", .integer(number))]
    let message = try await views.ask(look.input, "message", asked)["message"] ?? .null
    let page = try await views.ask(look.input, "page", asked)
    let hasPage = page["html"]?.text != nil
    let showsPage = hasPage && look.form["as"] != "text"
    let remote = page["remotePictures"]?.int ?? 0
    let choice = MailChoice(look.form)
    let own = "/files/\(look.id)?\(choice.address)message=\(number)"
    var values: [String: Any] = [
      "t": look.words.texts, "hasForms": hasPage, "showsPage": showsPage,
      "subject": message["subject"]?.text ?? look.words["no_subject"],
      "frame": "/files/\(look.id)/messages/\(number)/page", "asPage": own,
      "asText": own + "&as=text",
      "headers": ["from", "to", "cc", "date"].compactMap { key -> [String: String]? in
        guard let text = message[key]?.text, !text.isEmpty else { return nil }
        return [
          "label": look.words[key == "to" ? "to_whom" : key],
          "value": key == "date" ? MailText.moment(text) : text,
        ]
      },
      "text": Self.text(of: message),
    ]
    if showsPage, remote > 0 { values["remote"] = look.words.counting("remote_pictures", remote) }
    if message["textIsCut"] == .bool(true) { values["cut"] = look.words["text_is_cut"] }
    if !isOnly {
      values["back"] = "/files/\(look.id)?\(choice.address)from=\(look.form.number("from", or: 0))"
      values.merge(try await neighbours(of: number, choice)) { $1 }
    }
    let files = try await attached(to: number, page["files"]?.elements ?? [], showsPage)
    values["hasAttachments"] = !files.isEmpty
    values["attachments"] = files
    return values
  }

  /// The addresses of the messages before and behind one, in the list that was chosen.
  private func neighbours(of number: Int, _ choice: MailChoice) async throws -> [String: Any] {
    let views = look.routes.views
    let opening = try await views.opening(look.input, options: choice.options)
    let place = (opening["columns"]?.elements ?? []).firstIndex { $0.text == "number" }
    let order: [JSONValue.Member] = choice.sort.map { [.init("sort", .string($0))] } ?? []
    func rows(from first: Int, _ count: Int) async throws -> [Int] {
      let answer = try await views.ask(
        look.input, options: choice.options, "rows",
        [
          .init("from", .integer(first)), .init("count", .integer(count)),
          .init("wait", .integer(Self.patience)),
        ] + order)
      return (answer["rows"]?.elements ?? []).compactMap { row in
        place.flatMap { row.elements?[$0].text }.flatMap { Int($0) }
      }
    }
    // In a list of all by number, a message is where its number says; otherwise it is on the page of the list that was left.
    let isByNumber = choice.isEverything && order.isEmpty
    let start = max(0, (isByNumber ? number - 1 : look.form.number("from", or: 0)) - 1)
    let known = try await rows(from: start, Self.pageSize + 2)
    guard let at = known.firstIndex(of: number) else { return [:] }
    func address(_ other: Int) -> String {
      let page = (start + other) / Self.pageSize * Self.pageSize
      return "/files/\(look.id)?\(choice.address)from=\(page)&message=\(known[other])"
    }
    var values: [String: Any] = [:]
    if at > 0 { values["previous"] = address(at - 1) }
    if at + 1 < known.count { values["next"] = address(at + 1) }
    return values
  }

  /// The plain text, and what else is to be read.
  private static func text(of message: JSONValue) -> String {
    let further = (message["furtherTexts"]?.elements ?? []).compactMap { part in
      part["mediaType"]?.text == "text/html" ? nil : part["text"]?.text
    }
    return ([message["text"]?.text] + further).compactMap(\.self).joined(separator: "\n\n")
  }

  private func attached(
    to number: Int, _ files: [JSONValue], _ showsPage: Bool
  ) async throws -> [[String: Any]] {
    var (list, texts) = ([[String: Any]](), 0)
    for (index, file) in files.enumerated() {
      // What belongs to the page is seen in it.
      let role = file["role"]?.text ?? ""
      if role == "signature" || role == "inline" && showsPage { continue }
      let type = file["mediaType"]?.text ?? ""
      let address = "/files/\(look.id)/messages/\(number)/files/\(index)"
      var line: [String: Any] = [
        "t": look.words.texts, "href": address, "download": address + "?download=1",
        "name": Self.name(of: file, index),
        "about": [type, file["bytes"]?.int.map(look.words.size) ?? ""].joined(separator: " · "),
      ]
      if type.hasPrefix("image/") || type == "application/pdf" {
        line["thumb"] = address + "/thumbnail"
      } else if type.hasPrefix("text/"), texts < Self.mostText.files {
        texts += 1
        line["beginning"] = try await beginning(of: number, index)
      }
      list.append(line)
    }
    return list
  }

  /// What a message calls a file, or what it is called here.
  static func name(of file: JSONValue, _ index: Int) -> String {
    if let name = file["name"]?.text, !name.isEmpty { return name }
    return file["mediaType"]?.text == "message/rfc822"
      ? "message-\(index + 1).eml" : "file-\(index + 1)"
  }

  private func beginning(of number: Int, _ file: Int) async throws -> String {
    let answer = try await look.routes.views.ask(
      look.input, "file",
      [
        .init("number", .integer(number)), .init("file", .integer(file)),
        .init("count", .integer(Self.mostText.bytes)),
      ])
    let bytes = Base64.decode(Array((answer["content"]?.text ?? "").utf8)) ?? []
    let rest = answer["isLast"] == .bool(true) ? "" : "\n…"
    return String(decoding: bytes, as: UTF8.self) + rest
  }
}

/// Dates and people of mail, as a list has them.
enum MailText {
  /// `Anna Muster` of `Anna Muster <anna@example.org>`, and an address without a name as it is.
  static func name(of person: String) -> String {
    guard let start = person.firstIndex(of: "<"), person.hasSuffix(">") else { return person }
    var name = person[..<start]
    while let last = name.last, last == " " || last == "\"" { name.removeLast() }
    return name.isEmpty ? person : String(name.drop { $0 == "\"" })
  }

  /// `2024-01-31` of `2024-01-31T08:00:00+01:00`.
  static func day(_ date: String) -> String { String(date.prefix(10)) }

  /// `2024-01-31 08:00`, on the sender's clock.
  static func moment(_ date: String) -> String {
    "\(date.prefix(10)) \(date.dropFirst(11).prefix(5))"
  }
}
