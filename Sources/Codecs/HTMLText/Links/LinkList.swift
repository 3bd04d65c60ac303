/// The links of a page in the order of their numbers.
struct LinkList {
  private(set) var targets: [String] = []
  /// What the texts of links say instead, by number.
  private var claims: [Int: String] = [:]
  private var numbers: [String: Int] = [:]

  static let most = 10_000

  /// The number of a link; `nil` when there are too many.
  ///
  /// - Parameter text: the text of the link, with single blanks.
  mutating func number(of target: LinkTarget, shownAs text: String) -> Int? {
    let number: Int
    if let known = numbers[target.text] {
      number = known
    } else {
      guard targets.count < Self.most else { return nil }
      targets.append(target.text)
      number = targets.count
      numbers[target.text] = number
    }
    if claims[number] == nil { claims[number] = Self.claim(of: text, for: target) }
    return number
  }

  /// The line that says where a link leads, with what is wrong about it.
  func line(_ number: Int) -> String {
    "[\(number)] \(targets[number - 1])" + (claims[number].map { " (\($0))" } ?? "")
  }

  /// Whether the text of a link already says where it leads.
  static func isPlain(_ text: String, _ target: LinkTarget) -> Bool {
    core(text) == core(target.text)
  }

  private static func core(_ address: String) -> Substring {
    var rest = address.lowercased()[...]
    for start in ["https:", "http:", "mailto:", "tel:"] where rest.hasPrefix(start) {
      rest = rest.dropFirst(start.count)
      break
    }
    if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    return rest
  }

  /// What is wrong about a link: it says another place than it leads to, or hides that; `nil` for nothing.
  static func claim(of text: String, for target: LinkTarget) -> String? {
    guard target.kind == .web || target.scheme == "mailto", let host = HostName.of(target.text)
    else { return nil }
    if let named = HostName.named(in: text), !HostName.agree(named, host) {
      return "its text says \(LinkTarget(named.utf8).text), it leads to \(host)"
    }
    // Before an `@`, or escaped, another host may seem to be meant.
    guard target.kind == .web, HostName.isDisguised(target.text) else { return nil }
    return "it leads to \(host)"
  }
}

extension HostName {
  /// Whether the part of an address that names the host holds more than the host.
  fileprivate static func isDisguised(_ address: String) -> Bool {
    let start = address.utf8.drop { $0 != 0x3A && $0 != 0x2F }
      .drop { $0 == 0x3A || $0 == 0x2F }
    return start.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }.contains {
      $0 == 0x40 || $0 == 0x25
    }
  }
}
