internal import ConverterCore

/// The pictures that a page would load, each once and in order.
struct RemotePictures {
  private(set) var addresses: [String] = []
  private var known: Set<String> = []

  private static let most = 1000

  /// - Parameter address: as an attribute has it, references decoded.
  mutating func add(_ address: some Collection<UInt8>) {
    let target = LinkTarget(address.prefix(LinkTarget.longest))
    guard target.kind == .web, addresses.count < Self.most, known.insert(target.text).inserted
    else { return }
    addresses.append(target.text)
  }

  mutating func add(_ address: Span<UInt8>) { add(address.prefix(LinkTarget.longest).array) }

  /// The addresses of a `srcset`, which stand with sizes between commas.
  mutating func add(set: Span<UInt8>) {
    for word in set.prefix(1 << 16).array.split(whereSeparator: \.isBlank) {
      var address = word
      while address.last == 0x2C { address.removeLast() }
      if address.contains(0x2F) { add(address) }
    }
  }

  /// - Parameter style: the value of a `style` attribute.
  mutating func add(style: Span<UInt8>) {
    var styles = StyleAddresses()
    styles.add(style)
    for address in styles.found { add(address.utf8) }
  }

  /// The `Content-ID` of a `cid:` address, without angle brackets (RFC 2392, 2).
  static func contentID(of target: LinkTarget) -> String {
    String(decoding: PercentEscapes.decoded(target.text.utf8.dropFirst(4)), as: UTF8.self)
  }
}
