/// The name of the computer that an address leads to.
enum HostName {
  /// The host of an address of the web or of mail, in small letters; `nil` where there is none.
  static func of(_ address: String) -> String? {
    var rest = Array(address.utf8)[...]
    if let colon = rest.firstIndex(of: 0x3A), isScheme(rest[..<colon]) {
      let isMail = rest[..<colon].map(\.lowercased).elementsEqual("mailto".utf8)
      rest = rest[(colon + 1)...]
      if isMail { rest = rest.prefix { $0 != 0x3F && $0 != 0x2C } }
    }
    rest = rest.drop { $0 == 0x2F || $0 == 0x5C }
    rest = rest.prefix { $0 != 0x2F && $0 != 0x5C && $0 != 0x3F && $0 != 0x23 }
    if let at = rest.lastIndex(of: 0x40) { rest = rest[(at + 1)...] }
    if let port = rest.lastIndex(of: 0x3A), rest[(port + 1)...].allSatisfy(\.isDigit) {
      rest = rest[..<port]
    }
    while rest.last == 0x2E { rest.removeLast() }
    guard !rest.isEmpty else { return nil }
    let host = String(decoding: PercentEscapes.decoded(rest).map(\.lowercased), as: UTF8.self)
    return LinkTarget.visible(host)
  }

  /// The host that a text names as one to be led to: in an address, or by itself; `nil` for other text.
  static func named(in text: String) -> String? {
    for word in text.split(separator: " ", maxSplits: 32).prefix(32) {
      var bytes = Array(word.utf8)[...]
      while let last = bytes.last, !(last.isLetter || last.isDigit || last == 0x2F || last >= 0x80)
      {
        bytes.removeLast()
      }
      while let first = bytes.first, !(first.isLetter || first.isDigit || first >= 0x80) {
        bytes.removeFirst()
      }
      if let host = of(String(decoding: bytes, as: UTF8.self)), isLikely(host, in: bytes) {
        return host
      }
    }
    return nil
  }

  /// Whether one is the other or belongs to it.
  static func agree(_ one: String, _ other: String) -> Bool {
    let (one, other) = (withoutWWW(one), withoutWWW(other))
    return one == other || one.hasSuffix("." + other) || other.hasSuffix("." + one)
  }

  private static func withoutWWW(_ host: String) -> Substring {
    host.hasPrefix("www.") ? host.dropFirst(4) : host[...]
  }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    let name = String(decoding: bytes.map(\.lowercased), as: UTF8.self)
    return ["http", "https", "mailto", "ftp", "ftps"].contains(name)
  }

  /// Whether the word is an address rather than the name of a file or two sentences without a blank.
  private static func isLikely(_ host: String, in word: ArraySlice<UInt8>) -> Bool {
    let labels = host.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard labels.count > 1, host.utf8.count <= 253,
      labels.allSatisfy({ label in
        !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 >= 0x80 }
      })
    else { return false }
    let small = String(decoding: word.prefix(8).map(\.lowercased), as: UTF8.self)
    if small.hasPrefix("http://") || small.hasPrefix("https://") || small.hasPrefix("www.") {
      return true
    }
    guard let top = labels.last.flatMap({ String($0) }) else { return false }
    return commonEnds.contains(top)
      || top.utf8.count == 2 && top.utf8.allSatisfy(\.isLetter) && !fileEndings.contains(top)
  }

  private static let commonEnds: Set<String> = [
    "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "app", "dev", "cloud", "online",
    "shop", "store", "site", "bank", "email",
  ]

  /// Ends of names of files that are ends of hosts as well.
  private static let fileEndings: Set<String> = [
    "ai", "as", "cc", "cs", "do", "go", "gz", "js", "kt", "md", "ml", "mm", "pl", "ps", "py", "rb",
    "rs", "sh", "so", "ts", "vb", "xz",
  ]
}
