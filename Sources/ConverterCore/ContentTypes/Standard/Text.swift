extension ContentTypeCatalog {
  /// Text that people read and write, and what is marked up in it.
  static let textAndMarkup: StaticString = """
    > public.text
    public.plain-text | plain text file | txt text asc nfo uzn | text/plain | | readme license copying authors changelog news
    > public.plain-text
    public.log | log file | log
    org.python.restructuredtext | reStructuredText document | rst rest | text/x-rst | restructuredtext
    org.asciidoc.asciidoc | AsciiDoc document | adoc asciidoc | text/asciidoc
    org.gnu.org-mode | Org document | org | text/org
    org.wikimedia.mediawiki | MediaWiki page | mediawiki wiki
    org.textile.textile | Textile document | textile
    org.typst.document | Typst document | typ | | typst
    org.tug.tex | TeX document | tex latex ltx | text/x-tex application/x-tex
    org.tug.tex.bibtex | BibTeX bibliography | bib | text/x-bibtex | bibtex
    com.research-info-systems.ris | RIS bibliography | ris | application/x-research-info-systems
    org.gnu.troff | troff manual page | man roff | text/troff | troff
    public.subrip | SubRip subtitle file | srt | application/x-subrip | subrip
    org.w3.webvtt | WebVTT subtitle file | vtt | text/vtt | webvtt
    public.advanced-substation-alpha | SubStation subtitle file | ass ssa | text/x-ssa
    public.lrc | lyrics file | lrc
    org.gnu.gettext | gettext translation file | po pot | text/x-gettext-translation | gettext
    public.patch-file | patch | patch diff | text/x-diff text/x-patch
    > public.xml public.html
    public.xhtml | XHTML page | xhtml xht | application/xhtml+xml
    > public.plain-text
    public.css | style sheet | css | text/css
    public.m3u-playlist | M3U playlist | m3u8 m3u | application/vnd.apple.mpegurl audio/x-mpegurl
    public.pls-playlist | PLS playlist | pls | audio/x-scpls
    com.microsoft.internet-shortcut | link to a web page | url | application/x-mswinurl
    org.freedesktop.desktop-entry | desktop entry | desktop | application/x-desktop
    com.microsoft.registry-script | Windows registry script | reg | text/x-ms-regedit
    public.uuencode | uuencoded file | uue uu | text/x-uuencode
    """

  /// XML, and the documents that are recognised by its root element.
  static let xmlDocuments: StaticString = """
    > public.text
    public.xml | XML document | xml | application/xml text/xml
    > com.apple.property-list
    com.apple.webloc | link to a web page (macOS) | webloc
    > public.xml
    public.rss | RSS feed | rss | application/rss+xml
    org.ietf.atom | Atom feed | atom | application/atom+xml
    org.opml.opml | OPML outline | opml | text/x-opml
    org.w3.rdf | RDF document | rdf owl | application/rdf+xml
    org.w3.xslt | XSL style sheet | xsl xslt | application/xslt+xml
    org.w3.xsd | XML schema | xsd
    org.w3.wsdl | WSDL description | wsdl | application/wsdl+xml
    org.w3.mathml | MathML formula | mathml mml | application/mathml+xml
    org.w3.smil | SMIL presentation | smil smi | application/smil+xml
    org.w3.ttml | TTML subtitle file | ttml dfxp | application/ttml+xml
    org.oasis-open.docbook | DocBook document | dbk docbook | application/docbook+xml
    org.oasis-open.dita | DITA topic | dita ditamap | application/dita+xml
    org.oasis-open.xliff | XLIFF translation file | xliff xlf | application/xliff+xml
    org.tei-c.tei | TEI document | tei | application/tei+xml
    gov.nih.nlm.jats | JATS article | jats nxml
    org.xbrl.instance | XBRL report | xbrl | application/xbrl-instance+xml
    org.sitemaps.sitemap | site map | | | sitemap
    com.google.earth.kml | KML map | kml | application/vnd.google-earth.kml+xml
    > public.zip-archive
    com.google.earth.kmz | compressed KML map | kmz | application/vnd.google-earth.kmz
    > public.xml
    com.topografix.gpx | GPX track | gpx | application/gpx+xml
    com.garmin.tcx | TCX training | tcx | application/vnd.garmin.tcx+xml
    net.opengis.gml | GML map | gml | application/gml+xml
    org.openstreetmap.osm | OpenStreetMap data file | osm
    """
}
