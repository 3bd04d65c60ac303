/// XML and HTML, refined by the root element and its namespace.
enum XMLProbe: TextProbe {
  static let obligatory: [ContentType.ID] =
    ["public.xml", "public.svg-image", "org.khronos.collada.digital-asset-exchange"]
    + roots.map(\.type)

  static func examine(_ text: TextSample) -> [TypeFinding] {
    guard text.start < text.bytes.count, text.bytes[text.start] == UInt8(ascii: "<") else {
      return HTMLFragment.examine(text)
    }
    let prologue = XMLPrologue(text)
    if prologue.hasHTMLDoctype || prologue.root?.isHTML == true {
      return [hocr(text) ?? html(prologue)]
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
    if let known = roots.first(where: { $0.matches(root) }) {
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

  /// Recognised words, by a page of them or by the name of who recognised them.
  private static func hocr(_ text: TextSample) -> TypeFinding? {
    for tag in ["<div class=Xocr_pageX", "<meta name=Xocr-systemX"] {
      for quote in ["\"", "'"] {
        let wanted = tag.split(separator: "X").joined(separator: quote) + quote
        guard text.bytes.contains(sequence: [UInt8](wanted.utf8)) else { continue }
        return TypeFinding(.structure, "public.hocr", 0.97, "HTML with \(wanted)").or([
          "public.html"
        ])
      }
    }
    return nil
  }

  private struct Root: Sendable {
    let name: StaticString
    let namespace: StaticString?
    let type: ContentType.ID
    let alternatives: [ContentType.ID]

    init(
      _ name: StaticString, _ type: ContentType.ID, in namespace: StaticString? = nil,
      or alternatives: [ContentType.ID] = []
    ) {
      (self.name, self.namespace, self.type) = (name, namespace, type)
      self.alternatives = alternatives
    }

    /// A namespace that begins like the expected one will do: versions differ in its end.
    func matches(_ root: XMLPrologue.Root) -> Bool {
      guard root.localName == name.description else { return false }
      guard let namespace else { return true }
      return root.namespace?.hasPrefix(namespace.description) ?? false
    }
  }

  private static let roots: [Root] = [
    Root("svg", "public.svg-image"),
    Root("alto", "gov.loc.alto"),
    Root("plist", "com.apple.xml-property-list", or: ["com.apple.webloc"]),
    Root("rss", "public.rss"),
    Root("feed", "org.ietf.atom", in: "http://www.w3.org/2005/Atom"),
    Root(
      "RDF", "org.w3.rdf", in: "http://www.w3.org/1999/02/22-rdf-syntax-ns#", or: ["public.rss"]),
    Root("opml", "org.opml.opml"),
    Root("kml", "com.google.earth.kml"),
    Root("gpx", "com.topografix.gpx"),
    Root("TrainingCenterDatabase", "com.garmin.tcx"),
    Root("FeatureCollection", "net.opengis.gml", in: "http://www.opengis.net/"),
    Root("osm", "org.openstreetmap.osm"),
    Root("FictionBook", "org.fictionbook.fb2"),
    Root("stylesheet", "org.w3.xslt", in: "http://www.w3.org/1999/XSL/Transform"),
    Root("transform", "org.w3.xslt", in: "http://www.w3.org/1999/XSL/Transform"),
    Root("schema", "org.w3.xsd", in: "http://www.w3.org/2001/XMLSchema"),
    Root("definitions", "org.w3.wsdl", in: "http://schemas.xmlsoap.org/wsdl/"),
    Root("description", "org.w3.wsdl", in: "http://www.w3.org/ns/wsdl"),
    Root("math", "org.w3.mathml"),
    Root("smil", "org.w3.smil"),
    Root("tt", "org.w3.ttml", in: "http://www.w3.org/"),
    Root("article", "org.oasis-open.docbook", in: "http://docbook.org/ns/docbook"),
    Root("book", "org.oasis-open.docbook", in: "http://docbook.org/ns/docbook"),
    Root("chapter", "org.oasis-open.docbook", in: "http://docbook.org/ns/docbook"),
    Root("xliff", "org.oasis-open.xliff"),
    Root("TEI", "org.tei-c.tei", in: "http://www.tei-c.org/"),
    Root("xbrl", "org.xbrl.instance", in: "http://www.xbrl.org/"),
    Root("urlset", "org.sitemaps.sitemap", in: "http://www.sitemaps.org/"),
    Root("sitemapindex", "org.sitemaps.sitemap", in: "http://www.sitemaps.org/"),
    Root("score-partwise", "com.recordare.musicxml.uncompressed"),
    Root("score-timewise", "com.recordare.musicxml.uncompressed"),
    Root("COLLADA", "org.khronos.collada.digital-asset-exchange"),
    Root("X3D", "org.web3d.x3d"),
    Root("amf", "org.iso.amf"),
    Root("mxfile", "net.jgraph.drawio"),
    Root("SCRIBUSUTF8NEW", "com.scribus.document"),
    Root("document", "org.oasis-open.opendocument.flat", in: "urn:oasis:names:tc:opendocument:"),
    Root("Workbook", "com.microsoft.excel.xml", in: "urn:schemas-microsoft-com:office:spreadsheet"),
    Root(
      "wordDocument", "com.microsoft.word.wordml", in: "http://schemas.microsoft.com/office/word/"),
    Root(
      "package", "com.microsoft.word.wordml",
      in: "http://schemas.microsoft.com/office/2006/xmlPackage"),
  ]
}

extension Sequence<UInt8> where Self: BidirectionalCollection, Index == Int {
  func contains(sequence: [UInt8]) -> Bool {
    guard count >= sequence.count else { return false }
    return (startIndex...(endIndex - sequence.count)).contains {
      self[$0..<$0 + sequence.count].elementsEqual(sequence)
    }
  }
}
