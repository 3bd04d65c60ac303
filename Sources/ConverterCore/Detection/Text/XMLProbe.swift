/// XML and HTML, refined by the root element and its namespace.
enum XMLProbe {
  /// Types that a text without their mark cannot be, whatever its name says.
  static let obligatory: [ContentType.ID] = ["public.xml"] + XMLRoot.standard.map(\.type)

  /// - Parameter marks: those of plugins.
  static func examine(_ text: TextSample, _ marks: ContentMarks) -> [TypeFinding] {
    guard text.start < text.bytes.count, text.bytes[text.start] == UInt8(ascii: "<") else {
      return HTMLFragment.examine(text)
    }
    let prologue = XMLPrologue(text)
    if prologue.hasHTMLDoctype || prologue.root?.isHTML == true {
      return [marks.pages.lazy.compactMap { $0.finding(in: text) }.first ?? html(prologue)]
    }
    guard let root = prologue.root else {
      return prologue.hasDeclaration
        ? [TypeFinding(.root, "public.xml", 0.9, "an XML declaration")] : []
    }
    if root.localName == "RDF",
      root.namespaces.contains(where: { $0.hasPrefix("http://purl.org/rss/") })
    {
      return [TypeFinding(.root, "public.rss", 0.95, "root element <\(root.name)> with RSS in it")]
    }
    if prologue.doctype.contains("DTD DocBook") {
      return [TypeFinding(.root, "org.oasis-open.docbook", 0.95, "a document type of DocBook")]
    }
    if let known = (marks.roots + XMLRoot.standard).first(where: { $0.matches(root) }) {
      let space = root.namespace.map { " in namespace \($0)" } ?? ""
      return [
        TypeFinding(.root, known.type, 0.95, "root element <\(root.name)>\(space)")
          .or(known.alternatives)
      ]
    }
    if prologue.hasDeclaration || prologue.hasDoctype || root.namespace != nil {
      return [TypeFinding(.root, "public.xml", 0.9, "root element <\(root.name)>")]
    }
    if HTMLFragment.tags.contains(root.name.lowercased()) {
      return [
        TypeFinding(.structure, "public.html", 0.6, "begins with the HTML tag <\(root.name)>")
      ]
    }
    if root.name.contains("-"), let fragment = HTMLFragment.examine(text, least: 1).first {
      return [fragment]
    }
    // "<3 you" begins like a tag too: an element has to end somewhere.
    let end = [UInt8]("</\(root.name)".utf8)
    let isClosed = root.isEmpty || text.bytes.suffix(end.count + 64).contains(sequence: end)
    return [
      TypeFinding(
        .root, "public.xml", isClosed || !text.isWhole ? 0.7 : 0.4, "root element <\(root.name)>")
    ]
  }

  private static func html(_ prologue: XMLPrologue) -> TypeFinding {
    let isInNamespace = prologue.root?.namespace == "http://www.w3.org/1999/xhtml"
    // Pages of HTML 5 have the namespace, too, for editors' sake.
    let isDeclared =
      prologue.hasDeclaration || !prologue.hasHTMLDoctype || prologue.doctype.contains("DTD XHTML")
    if isInNamespace, isDeclared {
      return TypeFinding(.root, "public.xhtml", 0.95, "root element <html> in the XHTML namespace")
        .or(["public.html"])
    }
    return prologue.hasHTMLDoctype
      ? TypeFinding(.root, "public.html", 0.95, "begins with <!DOCTYPE html>")
      : TypeFinding(.root, "public.html", 0.9, "root element <html>")
  }
}

extension Sequence<UInt8> where Self: BidirectionalCollection, Index == Int {
  func contains(sequence: [UInt8]) -> Bool {
    guard count >= sequence.count else { return false }
    return (startIndex...(endIndex - sequence.count)).contains {
      self[$0..<$0 + sequence.count].elementsEqual(sequence)
    }
  }
}
