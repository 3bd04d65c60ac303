extension ContentTypeCatalog {
  /// Text that people read and write, and what is marked up in it.
  static var textAndMarkup: [ContentType] {
    [
      ContentType(
        .plainText, "plain text file", conformsTo: [.text],
        extensions: ["txt", "text", "asc", "nfo", "uzn"], mediaTypes: ["text/plain"],
        fileNames: ["readme", "license", "copying", "authors", "changelog", "news"]),
      ContentType(
        "public.log", "log file", conformsTo: [.plainText], extensions: ["log"]),
      ContentType(
        "net.daringfireball.markdown", "Markdown document", conformsTo: [.plainText],
        extensions: ["md", "markdown", "mdown", "mkd", "mkdn"], mediaTypes: ["text/markdown"]),
      ContentType(
        "org.python.restructuredtext", "reStructuredText document", conformsTo: [.plainText],
        extensions: ["rst", "rest"], mediaTypes: ["text/x-rst"], shortNames: ["restructuredtext"]),
      ContentType(
        "org.asciidoc.asciidoc", "AsciiDoc document", conformsTo: [.plainText],
        extensions: ["adoc", "asciidoc"], mediaTypes: ["text/asciidoc"]),
      ContentType(
        "org.gnu.org-mode", "Org document", conformsTo: [.plainText],
        extensions: ["org"], mediaTypes: ["text/org"]),
      ContentType(
        "org.wikimedia.mediawiki", "MediaWiki page", conformsTo: [.plainText],
        extensions: ["mediawiki", "wiki"]),
      ContentType(
        "org.textile.textile", "Textile document", conformsTo: [.plainText],
        extensions: ["textile"]),
      ContentType(
        "org.typst.document", "Typst document", conformsTo: [.plainText],
        extensions: ["typ"], shortNames: ["typst"]),
      ContentType(
        "org.tug.tex", "TeX document", conformsTo: [.plainText],
        extensions: ["tex", "latex", "ltx"], mediaTypes: ["text/x-tex", "application/x-tex"]),
      ContentType(
        "org.tug.tex.bibtex", "BibTeX bibliography", conformsTo: [.plainText],
        extensions: ["bib"], mediaTypes: ["text/x-bibtex"], shortNames: ["bibtex"]),
      ContentType(
        "com.research-info-systems.ris", "RIS bibliography", conformsTo: [.plainText],
        extensions: ["ris"], mediaTypes: ["application/x-research-info-systems"]),
      ContentType(
        "org.gnu.troff", "troff manual page", conformsTo: [.plainText],
        extensions: ["man", "roff"], mediaTypes: ["text/troff"], shortNames: ["troff"]),
      ContentType(
        "public.subrip", "SubRip subtitle file", conformsTo: [.plainText],
        extensions: ["srt"], mediaTypes: ["application/x-subrip"], shortNames: ["subrip"]),
      ContentType(
        "org.w3.webvtt", "WebVTT subtitle file", conformsTo: [.plainText],
        extensions: ["vtt"], mediaTypes: ["text/vtt"], shortNames: ["webvtt"]),
      ContentType(
        "public.advanced-substation-alpha", "SubStation subtitle file", conformsTo: [.plainText],
        extensions: ["ass", "ssa"], mediaTypes: ["text/x-ssa"]),
      ContentType(
        "public.lrc", "lyrics file", conformsTo: [.plainText], extensions: ["lrc"]),
      ContentType(
        "org.gnu.gettext", "gettext translation file", conformsTo: [.plainText],
        extensions: ["po", "pot"], mediaTypes: ["text/x-gettext-translation"],
        shortNames: ["gettext"]),
      ContentType(
        "public.patch-file", "patch", conformsTo: [.plainText],
        extensions: ["patch", "diff"], mediaTypes: ["text/x-diff", "text/x-patch"]),
      ContentType(
        "public.html", "HTML page", conformsTo: [.text],
        extensions: ["html", "htm", "shtml"], mediaTypes: ["text/html"]),
      ContentType(
        "public.xhtml", "XHTML page", conformsTo: ["public.xml", "public.html"],
        extensions: ["xhtml", "xht"], mediaTypes: ["application/xhtml+xml"]),
      ContentType(
        "public.css", "style sheet", conformsTo: [.plainText],
        extensions: ["css"], mediaTypes: ["text/css"]),
      ContentType(
        "public.m3u-playlist", "M3U playlist", conformsTo: [.plainText],
        extensions: ["m3u8", "m3u"],
        mediaTypes: ["application/vnd.apple.mpegurl", "audio/x-mpegurl"]),
      ContentType(
        "public.pls-playlist", "PLS playlist", conformsTo: [.plainText],
        extensions: ["pls"], mediaTypes: ["audio/x-scpls"]),
      ContentType(
        "com.microsoft.internet-shortcut", "link to a web page", conformsTo: [.plainText],
        extensions: ["url"], mediaTypes: ["application/x-mswinurl"]),
      ContentType(
        "org.freedesktop.desktop-entry", "desktop entry", conformsTo: [.plainText],
        extensions: ["desktop"], mediaTypes: ["application/x-desktop"]),
      ContentType(
        "com.microsoft.registry-script", "Windows registry script", conformsTo: [.plainText],
        extensions: ["reg"], mediaTypes: ["text/x-ms-regedit"]),
      ContentType(
        "public.uuencode", "uuencoded file", conformsTo: [.plainText],
        extensions: ["uue", "uu"], mediaTypes: ["text/x-uuencode"]),
    ]
  }

  /// XML, and the documents that its root element tells apart.
  static var xmlDocuments: [ContentType] {
    [
      ContentType(
        "public.xml", "XML document", conformsTo: [.text],
        extensions: ["xml"], mediaTypes: ["application/xml", "text/xml"]),
      ContentType(
        "com.apple.property-list", "property list"),
      ContentType(
        "com.apple.xml-property-list", "XML property list",
        conformsTo: ["public.xml", "com.apple.property-list"],
        extensions: ["plist"], mediaTypes: ["application/x-plist"]),
      ContentType(
        "com.apple.binary-plist", "binary property list", conformsTo: ["com.apple.property-list"],
        extensions: ["bplist", "plist"], mediaTypes: ["application/x-bplist"]),
      ContentType(
        "com.apple.webloc", "link to a web page (macOS)",
        conformsTo: ["com.apple.property-list"], extensions: ["webloc"]),
      ContentType(
        "public.rss", "RSS feed", conformsTo: ["public.xml"],
        extensions: ["rss"], mediaTypes: ["application/rss+xml"]),
      ContentType(
        "org.ietf.atom", "Atom feed", conformsTo: ["public.xml"],
        extensions: ["atom"], mediaTypes: ["application/atom+xml"]),
      ContentType(
        "org.opml.opml", "OPML outline", conformsTo: ["public.xml"],
        extensions: ["opml"], mediaTypes: ["text/x-opml"]),
      ContentType(
        "org.w3.rdf", "RDF document", conformsTo: ["public.xml"],
        extensions: ["rdf", "owl"], mediaTypes: ["application/rdf+xml"]),
      ContentType(
        "org.w3.xslt", "XSL style sheet", conformsTo: ["public.xml"],
        extensions: ["xsl", "xslt"], mediaTypes: ["application/xslt+xml"]),
      ContentType(
        "org.w3.xsd", "XML schema", conformsTo: ["public.xml"], extensions: ["xsd"]),
      ContentType(
        "org.w3.wsdl", "WSDL description", conformsTo: ["public.xml"],
        extensions: ["wsdl"], mediaTypes: ["application/wsdl+xml"]),
      ContentType(
        "org.w3.mathml", "MathML formula", conformsTo: ["public.xml"],
        extensions: ["mathml", "mml"], mediaTypes: ["application/mathml+xml"]),
      ContentType(
        "org.w3.smil", "SMIL presentation", conformsTo: ["public.xml"],
        extensions: ["smil", "smi"], mediaTypes: ["application/smil+xml"]),
      ContentType(
        "org.w3.ttml", "TTML subtitle file", conformsTo: ["public.xml"],
        extensions: ["ttml", "dfxp"], mediaTypes: ["application/ttml+xml"]),
      ContentType(
        "org.oasis-open.docbook", "DocBook document", conformsTo: ["public.xml"],
        extensions: ["dbk", "docbook"], mediaTypes: ["application/docbook+xml"]),
      ContentType(
        "org.oasis-open.dita", "DITA topic", conformsTo: ["public.xml"],
        extensions: ["dita", "ditamap"], mediaTypes: ["application/dita+xml"]),
      ContentType(
        "org.oasis-open.xliff", "XLIFF translation file", conformsTo: ["public.xml"],
        extensions: ["xliff", "xlf"], mediaTypes: ["application/xliff+xml"]),
      ContentType(
        "org.tei-c.tei", "TEI document", conformsTo: ["public.xml"],
        extensions: ["tei"], mediaTypes: ["application/tei+xml"]),
      ContentType(
        "gov.nih.nlm.jats", "JATS article", conformsTo: ["public.xml"],
        extensions: ["jats", "nxml"]),
      ContentType(
        "org.xbrl.instance", "XBRL report", conformsTo: ["public.xml"],
        extensions: ["xbrl"], mediaTypes: ["application/xbrl-instance+xml"]),
      ContentType(
        "org.sitemaps.sitemap", "site map", conformsTo: ["public.xml"], shortNames: ["sitemap"]),
      ContentType(
        "com.google.earth.kml", "KML map", conformsTo: ["public.xml"],
        extensions: ["kml"], mediaTypes: ["application/vnd.google-earth.kml+xml"]),
      ContentType(
        "com.google.earth.kmz", "compressed KML map", conformsTo: ["public.zip-archive"],
        extensions: ["kmz"], mediaTypes: ["application/vnd.google-earth.kmz"]),
      ContentType(
        "com.topografix.gpx", "GPX track", conformsTo: ["public.xml"],
        extensions: ["gpx"], mediaTypes: ["application/gpx+xml"]),
      ContentType(
        "com.garmin.tcx", "TCX training", conformsTo: ["public.xml"],
        extensions: ["tcx"], mediaTypes: ["application/vnd.garmin.tcx+xml"]),
      ContentType(
        "net.opengis.gml", "GML map", conformsTo: ["public.xml"],
        extensions: ["gml"], mediaTypes: ["application/gml+xml"]),
      ContentType(
        "org.openstreetmap.osm", "OpenStreetMap data file", conformsTo: ["public.xml"],
        extensions: ["osm"]),
    ]
  }
}
