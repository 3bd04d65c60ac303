import CharacterEncodings

/// Puts the tokens of an address field together.
struct AddressParser: ~Escapable {
  private var scanner: FieldScanner
  private let words: AddressWords
  private var addresses: [MailAddress] = []
  private var text = ""
  /// The tokens since the last comma.
  private var element: [FieldToken] = []
  private var hasAt = false
  private var isInGroup = false
  /// Whether something stands in the group, or in the list, so that a comma comes before what follows.
  private var needsComma = false

  @_lifetime(copy line)
  init(_ line: Span<UInt8>, _ charset: Charset?, _ cache: CharsetCache) {
    scanner = FieldScanner(line)
    words = AddressWords(line: line, charset: charset, cache: cache)
    element.reserveCapacity(16)
  }

  mutating func parse() -> AddressList {
    while let token = scanner.next() {
      switch token.kind {
      case .comma: endElement()
      case .semicolon:
        endElement()
        if isInGroup { endGroup() }
      case .colon where !isInGroup && !hasAt: beginGroup()
      case .less: element.append(angle(from: token))
      // The one that would open it is missing.
      case .greater where hasAt: break
      default:
        hasAt = hasAt || token.kind == .at
        element.append(token)
      }
    }
    endElement()
    if isInGroup { endGroup() }
    return AddressList(addresses: addresses, text: text)
  }

  /// The address in brackets; one without a closing bracket ends before what cannot belong to it.
  private mutating func angle(from less: FieldToken) -> FieldToken {
    hasAt = true
    var isRoute: Bool?
    while let token = scanner.next() {
      switch token.kind {
      case .greater: return FieldToken(kind: .angle, start: less.start, end: token.end)
      case .less,
        .comma where isRoute != true,
        .semicolon where isRoute != true:
        scanner.index = token.start
        return FieldToken(kind: .angle, start: less.start, end: token.start)
      case .blank, .comment: break
      // A route has commas: `<@relay.example,@other.example:jdoe@example.com>`.
      default: isRoute = isRoute ?? (token.kind == .at)
      }
    }
    return FieldToken(kind: .angle, start: less.start, end: scanner.index)
  }

  private mutating func beginGroup() {
    let name = words.phrase(element[...])
    separate()
    text += AddressWords.display(name) + ":"
    isInGroup = true
    needsComma = false
    element.removeAll(keepingCapacity: true)
  }

  private mutating func endGroup() {
    text += ";"
    isInGroup = false
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { text += ", " } else if isInGroup { text += " " }
    needsComma = true
  }

  private mutating func endElement() {
    defer {
      element.removeAll(keepingCapacity: true)
      hasAt = false
    }
    guard element.contains(where: { $0.kind != .blank && $0.kind != .comment }) else { return }
    if let angle = element.lastIndex(where: { $0.kind == .angle }) {
      let address = words.address(in: words.content(of: element[angle]))
      element.remove(at: angle)
      let name = words.phrase(element[...])
      guard !name.isEmpty else {
        let text = address.isEmpty ? "<>" : address
        return add(MailAddress(name: words.comment(in: element), address: address), text)
      }
      return add(MailAddress(name: name, address: address), named: name)
    }
    endBareElement()
  }

  /// Without brackets: an address, or words of which one may be an address.
  private mutating func endBareElement() {
    let parts = words.parts(of: element)
    let areAddresses = parts.map { part in element[part].contains { $0.kind == .at } }
    guard let first = areAddresses.firstIndex(of: true) else {
      return add(words.phrase(element[...]))
    }
    if !areAddresses.contains(false) {
      let name = parts.count == 1 ? words.comment(in: element) : nil
      for part in parts {
        let address = words.address(of: element[part])
        add(MailAddress(name: name, address: address), address)
      }
      return
    }
    let address = words.address(of: element[parts[first]])
    element.replaceSubrange(parts[first], with: [])
    let name = words.phrase(element[...])
    add(MailAddress(name: name, address: address), named: name)
  }

  /// Words without an address. One alone is the name of a mailbox: `MAILER-DAEMON`.
  private mutating func add(_ phrase: String) {
    guard !phrase.isEmpty else { return }
    if phrase.utf8.contains(where: FieldSyntax.needsQuotes) {
      add(MailAddress(name: phrase, address: ""), FieldSyntax.quoted(phrase))
    } else {
      add(MailAddress(name: words.comment(in: element), address: phrase), phrase)
    }
  }

  private mutating func add(_ address: MailAddress, named name: String) {
    var text = AddressWords.display(name)
    text += " <"
    text += address.address
    text += ">"
    add(address, text)
  }

  private mutating func add(_ address: MailAddress, _ text: String) {
    separate()
    self.text += text
    addresses.append(address)
  }
}
