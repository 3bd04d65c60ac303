/// Names of files out of what senders of mail call them and their messages.
package enum FileName {
  /// Bytes of a name, with room for a number that makes it unique.
  package static let mostBytes = 200

  /// A name that every file system takes, and that leads nowhere: the last component of a path, without control
  /// characters, characters that turn the direction of text, and those that mean something to a shell of Windows.
  ///
  /// - Returns: `nil` where nothing is left.
  package static func cleaned(_ name: String) -> String? {
    let last = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
    return cleaned(component: String(last))
  }

  /// The same of a text that is no path, such as a subject: slashes are only characters.
  package static func cleaned(component text: String, atMost most: Int = mostBytes) -> String? {
    var name = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": name += "_"
      case "\t", "\n", "\r", "\u{A0}": name += " "
      default:
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: continue
        case .format where scalar != "\u{200C}" && scalar != "\u{200D}": continue
        default: name.unicodeScalars.append(scalar)
        }
      }
    }
    let trimmed = name.trimmed
    guard !trimmed.isEmpty else { return nil }
    return shortened(isDevice(trimmed) ? "_" + trimmed : trimmed, atMost: most)
  }

  /// Whether Windows takes it for a device, whatever its extension: `CON`, `nul.txt`, `LPT1`.
  private static func isDevice(_ name: String) -> Bool {
    let stem = String(name.prefix { $0 != "." && $0 != " " }).lowercased()
    switch stem {
    case "con", "prn", "aux", "nul": return true
    default:
      guard stem.utf8.count == 4, stem.hasPrefix("com") || stem.hasPrefix("lpt") else {
        return false
      }
      return stem.utf8.last.map { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) } ?? false
    }
  }

  /// Cuts the stem, so that the extension stays.
  private static func shortened(_ name: String, atMost most: Int) -> String {
    guard name.utf8.count > most else { return name }
    let dot = name.lastIndex(of: ".")
    var ending = dot.map { String(name[$0...]) } ?? ""
    if ending.utf8.count > 20 { ending = "" }
    var stem = ""
    // A single character may be longer than every name.
    for scalar in name.dropLast(ending.count).unicodeScalars {
      guard stem.utf8.count + UTF8.width(scalar) + ending.utf8.count <= most else { break }
      stem.unicodeScalars.append(scalar)
    }
    return stem.trimmed + ending
  }
}

extension String {
  /// Without blanks around it, and without dots that would hide it or that Windows takes away.
  fileprivate var trimmed: String {
    var text = self[...]
    while let first = text.first, first == " " || first == "." { text.removeFirst() }
    while let last = text.last, last == " " || last == "." { text.removeLast() }
    return String(text)
  }
}
