extension XMP {
  /// The properties of a packet in their order; `nil` if it is not well-formed UTF-8 XML with an
  /// `rdf:RDF` element, or is nested deeper than any real one.
  static func properties(of xmp: [UInt8]) -> [Property]? {
    var reader = Reader(xmp)
    return reader.read()
  }

  /// Walks through the elements of a packet and collects what stands right below
  /// `rdf:RDF/rdf:Description`.
  private struct Reader {
    private enum Role {
      case outside, rdf, description
      case property(Int)
      /// `rdf:Seq`, `rdf:Bag` or `rdf:Alt` of a property, and the items in them.
      case array(Int), item(Int)
      case inside
    }

    private struct Element {
      let name: Range<Int>
      let role: Role
      let namespaces: [String: String]
      let start: Int
      let contentStart: Int
      var hasElements = false
    }

    /// Real packets are nested about ten elements deep.
    private static let deepestNesting = 64

    private let bytes: [UInt8]
    private var scanner: XMLScanner
    private var open: [Element] = []
    private var properties: [Property] = []
    private var hasRDF = false

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      scanner = XMLScanner(bytes)
    }

    mutating func read() -> [Property]? {
      while let event = scanner.next() {
        switch event {
        case .malformed: return nil
        case .open(let name, let attributes, let isEmpty, let range):
          guard open.count < Reader.deepestNesting else { return nil }
          enter(name, attributes, range)
          if isEmpty { leave(range.upperBound..<range.upperBound) }
        case .close(let name, let range):
          guard let element = open.last, bytes[element.name] == bytes[name] else { return nil }
          leave(range)
        }
      }
      return open.isEmpty && hasRDF ? properties : nil
    }

    private mutating func enter(
      _ rawName: Range<Int>, _ attributes: [XMLScanner.Attribute], _ range: Range<Int>
    ) {
      var namespaces: [String: String] = [:]
      for attribute in attributes {
        let words = String(decoding: bytes[attribute.name], as: UTF8.self)
        guard words == "xmlns" || words.hasPrefix("xmlns:") else { continue }
        namespaces[String(words.dropFirst(6))] = XMP.text(attribute.value, in: bytes) ?? ""
      }
      if !open.isEmpty { open[open.count - 1].hasElements = true }
      let name = resolve(rawName, with: namespaces, isAttribute: false)
      let role = role(of: name)
      switch role {
      case .rdf: hasRDF = true
      case .description:
        for attribute in attributes {
          let name = resolve(attribute.name, with: namespaces, isAttribute: true)
          guard !name.namespace.isEmpty, name.namespace != Namespace.rdf else { continue }
          properties.append(Property(name: name, range: attribute.range, value: attribute.value))
        }
      case .property:
        properties.append(Property(name: name, range: range, value: nil))
      default: break
      }
      open.append(
        Element(
          name: rawName, role: role, namespaces: namespaces, start: range.lowerBound,
          contentStart: range.upperBound))
    }

    private mutating func leave(_ range: Range<Int>) {
      guard let element = open.popLast() else { return }
      let content = element.contentStart..<range.lowerBound
      switch element.role {
      case .property(let index):
        let property = properties[index]
        properties[index] = Property(
          name: property.name, range: blanks(before: element.start)..<range.upperBound,
          value: element.hasElements ? nil : content, items: property.items)
      case .item(let index) where !element.hasElements:
        properties[index].items.append(content)
      default: break
      }
    }

    private func role(of name: Name) -> Role {
      let isRDF = name.namespace == Namespace.rdf
      switch open.last?.role {
      case nil, .outside: return isRDF && name.local == "RDF" ? .rdf : .outside
      case .rdf: return isRDF && name.local == "Description" ? .description : .inside
      case .description: return .property(properties.count)
      case .property(let index):
        return isRDF && ["Seq", "Bag", "Alt"].contains(name.local) ? .array(index) : .inside
      case .array(let index): return isRDF && name.local == "li" ? .item(index) : .inside
      case .item, .inside: return .inside
      }
    }

    /// A name without a prefix has the default namespace if it is an element's, none if an
    /// attribute's; nor has one with a prefix that nobody declared.
    private func resolve(
      _ range: Range<Int>, with namespaces: [String: String], isAttribute: Bool
    ) -> Name {
      let words = String(decoding: bytes[range], as: UTF8.self)
      let parts = words.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let prefix = parts.count == 2 ? String(parts[0]) : ""
      let local = String(parts[parts.count - 1])
      if words.hasPrefix("xmlns") || (isAttribute && prefix.isEmpty) { return Name("", local) }
      if let namespace = namespaces[prefix] { return Name(namespace, local) }
      return Name(open.last { $0.namespaces[prefix] != nil }?.namespaces[prefix] ?? "", local)
    }

    private func blanks(before position: Int) -> Int {
      var start = position
      while start > 0, XMLScanner.isBlank(bytes[start - 1]) { start -= 1 }
      return start
    }
  }
}
