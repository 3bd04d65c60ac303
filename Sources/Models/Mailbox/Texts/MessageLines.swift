public import ConverterCore

/// The lines of a message for a terminal or a pipe, without power over it.
struct MessageLines {
  private let width: Int?
  private let usesColour: Bool
  private(set) var lines: [String] = []

  init(_ message: ReadableMessage, width: Int?, usesColour: Bool) {
    self.width = width
    self.usesColour = usesColour
    add(message.fields)
    for remark in message.remarks { add(styled: "[\(remark.printable)]", "33") }
    if !message.text.isEmpty {
      lines.append("")
      add(text: message.text)
    }
    add(message.invitation, under: "Invitation")
    add(message.files, under: "Files")
    if !message.remotePictures.isEmpty {
      add(heading: "Pictures elsewhere, not fetched")
      for picture in message.remotePictures { add(indented: picture.printable, 2) }
    }
    if !message.outline.isEmpty {
      add(heading: "Parts")
      for (depth, text) in message.outline { add(indented: text.printable, 2 + 2 * min(depth, 20)) }
    }
    while lines.last == "" { lines.removeLast() }
  }

  private mutating func add(_ rows: [(label: String, text: String)]) {
    let rows = rows.map { ($0.label.printable, $0.text.printable) }
    let layout = LabelledLines(labels: rows.map(\.0), width: width)
    for (label, text) in rows {
      lines += layout.lines(label, text, styledLabel: { style($0, "2") })
    }
  }

  private mutating func add(_ rows: [(label: String, text: String)], under heading: String) {
    guard !rows.isEmpty else { return }
    add(heading: heading)
    add(rows)
  }

  private mutating func add(heading: String) {
    if lines.last != "" { lines.append("") }
    lines.append(style(heading, "1"))
  }

  private mutating func add(indented text: String, _ indent: Int) {
    lines += LabelledLines.lines(text, indent: indent, width: width)
  }

  private mutating func add(styled text: String, _ code: String) {
    let wrapped = width.map { TextWidth.wrapped(text, to: max(1, $0 - 2)) } ?? [text]
    lines += wrapped.map { "  " + style($0, code) }
  }

  private mutating func add(text: String) {
    var rest = text[...].utf8
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      let line = Self.plain(String(rest[..<end]) ?? "").printable
      if let width {
        lines += TextWidth.wrapped(line, to: max(1, width))
      } else {
        lines.append(line)
      }
      rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...]
    }
  }

  /// A line without its carriage return, with tabs as blanks.
  static func plain(_ line: String) -> String {
    var column = 0
    var text = ""
    for scalar in line.unicodeScalars where scalar != "\r" {
      if scalar == "\t" {
        let count = 8 - column % 8
        text += String(repeating: " ", count: count)
        column += count
      } else {
        text.unicodeScalars.append(scalar)
        column += 1
      }
    }
    return text
  }

  private func style(_ text: String, _ code: String) -> String {
    usesColour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension Message {
  /// The message as it is read, in lines of any length.
  public func readableLines(
    width: Int? = nil, usesColour: Bool = false
  ) throws(ConversionError) -> ByteBuffer {
    let text = ByteBuffer(capacity: 1 << 12)
    let readable = try ReadableMessage(self)
    for line in MessageLines(readable, width: width, usesColour: usesColour).lines {
      text.append(line.utf8)
      text.append(0x0A)
    }
    return text
  }
}
