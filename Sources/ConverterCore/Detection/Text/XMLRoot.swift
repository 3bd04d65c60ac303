/// The root element by which XML documents of a type are known.
package struct XMLRoot: Sendable {
  let type: ContentType.ID
  let alternatives: [ContentType.ID]
  /// What a gzip file is that holds such a document; `nil` where that is nothing of its own.
  let compressed: ContentType.ID?
  private let name: StaticString
  private let namespace: StaticString?

  /// - Parameters:
  ///   - name: of the element, without its prefix.
  ///   - type: what a document is with such a root.
  ///   - namespace: what the element's namespace begins with: versions differ in its end; any where it is `nil`.
  ///   - alternatives: types that share the root element: a name tells which one is meant.
  ///   - compressed: what a gzip file is that holds such a document.
  package init(
    _ name: StaticString, _ type: ContentType.ID, in namespace: StaticString? = nil,
    or alternatives: [ContentType.ID] = [], compressed: ContentType.ID? = nil
  ) {
    (self.name, self.namespace, self.type) = (name, namespace, type)
    (self.alternatives, self.compressed) = (alternatives, compressed)
  }

  func matches(_ root: XMLPrologue.Root) -> Bool {
    guard root.localName == name.description else { return false }
    guard let namespace else { return true }
    return root.namespace?.hasPrefix(namespace.description) ?? false
  }
}

extension XMLRoot {
  /// Those of types that no plugin brings.
  static let standard: [XMLRoot] = [
    XMLRoot("rss", "public.rss"),
    XMLRoot("feed", "org.ietf.atom", in: "http://www.w3.org/2005/Atom"),
    XMLRoot(
      "RDF", "org.w3.rdf", in: "http://www.w3.org/1999/02/22-rdf-syntax-ns#", or: ["public.rss"]),
    XMLRoot("opml", "org.opml.opml"),
    XMLRoot("kml", "com.google.earth.kml"),
    XMLRoot("gpx", "com.topografix.gpx"),
    XMLRoot("TrainingCenterDatabase", "com.garmin.tcx"),
    XMLRoot("FeatureCollection", "net.opengis.gml", in: "http://www.opengis.net/"),
    XMLRoot("osm", "org.openstreetmap.osm"),
    XMLRoot("FictionBook", "org.fictionbook.fb2"),
    XMLRoot("stylesheet", "org.w3.xslt", in: "http://www.w3.org/1999/XSL/Transform"),
    XMLRoot("transform", "org.w3.xslt", in: "http://www.w3.org/1999/XSL/Transform"),
    XMLRoot("schema", "org.w3.xsd", in: "http://www.w3.org/2001/XMLSchema"),
    XMLRoot("definitions", "org.w3.wsdl", in: "http://schemas.xmlsoap.org/wsdl/"),
    XMLRoot("description", "org.w3.wsdl", in: "http://www.w3.org/ns/wsdl"),
    XMLRoot("math", "org.w3.mathml"),
    XMLRoot("smil", "org.w3.smil"),
    XMLRoot("tt", "org.w3.ttml", in: "http://www.w3.org/"),
    XMLRoot("article", "org.oasis-open.docbook", in: "http://docbook.org/ns/docbook"),
    XMLRoot("book", "org.oasis-open.docbook", in: "http://docbook.org/ns/docbook"),
    XMLRoot("chapter", "org.oasis-open.docbook", in: "http://docbook.org/ns/docbook"),
    XMLRoot("xliff", "org.oasis-open.xliff"),
    XMLRoot("TEI", "org.tei-c.tei", in: "http://www.tei-c.org/"),
    XMLRoot("xbrl", "org.xbrl.instance", in: "http://www.xbrl.org/"),
    XMLRoot("urlset", "org.sitemaps.sitemap", in: "http://www.sitemaps.org/"),
    XMLRoot("sitemapindex", "org.sitemaps.sitemap", in: "http://www.sitemaps.org/"),
    XMLRoot("score-partwise", "com.recordare.musicxml.uncompressed"),
    XMLRoot("score-timewise", "com.recordare.musicxml.uncompressed"),
    XMLRoot("COLLADA", "org.khronos.collada.digital-asset-exchange"),
    XMLRoot("X3D", "org.web3d.x3d"),
    XMLRoot("amf", "org.iso.amf"),
    XMLRoot("mxfile", "net.jgraph.drawio"),
    XMLRoot("SCRIBUSUTF8NEW", "com.scribus.document"),
    XMLRoot("document", "org.oasis-open.opendocument.flat", in: "urn:oasis:names:tc:opendocument:"),
    XMLRoot(
      "Workbook", "com.microsoft.excel.xml", in: "urn:schemas-microsoft-com:office:spreadsheet"),
    XMLRoot(
      "wordDocument", "com.microsoft.word.wordml", in: "http://schemas.microsoft.com/office/word/"),
    XMLRoot(
      "package", "com.microsoft.word.wordml",
      in: "http://schemas.microsoft.com/office/2006/xmlPackage"),
  ]
}
