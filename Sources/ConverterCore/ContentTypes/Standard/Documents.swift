extension ContentTypeCatalog {
  /// Pages and books.
  static let documents: StaticString = """
    > public.composite-content
    com.adobe.postscript | PostScript document | ps | application/postscript | postscript
    > public.text public.composite-content
    public.rtf | RTF document | rtf | application/rtf text/rtf
    > public.zip-archive public.composite-content
    com.microsoft.xps | XPS document | xps | application/vnd.ms-xpsdocument
    > com.microsoft.xps
    org.ecma-international.openxps | OpenXPS document | oxps | application/oxps
    > public.composite-content
    org.djvu.djvu | DjVu document | djvu djv | image/vnd.djvu
    > public.zip-archive public.composite-content
    org.idpf.epub-container | EPUB book | epub | application/epub+zip
    > com.mobipocket.ebook
    com.amazon.mobi8-ebook | Kindle book | azw3 azw kf8 | application/vnd.amazon.mobi8-ebook | kindle
    > public.composite-content
    com.mobipocket.ebook | Mobipocket book | mobi prc | application/x-mobipocket-ebook
    > public.xml
    org.fictionbook.fb2 | FictionBook | fb2 | application/x-fictionbook+xml
    > public.composite-content
    com.microsoft.reader.lit | Microsoft Reader book | lit | application/x-ms-reader
    com.microsoft.chm | compiled HTML help | chm | application/vnd.ms-htmlhelp
    org.tug.tex.dvi | DVI document | dvi | application/x-dvi
    com.adobe.indesign-image | InDesign document | indd indt | application/x-indesign | indesign
    > public.zip-archive public.composite-content
    com.adobe.indesign-idml | InDesign markup | idml | application/vnd.adobe.indesign-idml-package
    > public.xml
    com.scribus.document | Scribus document | sla | | scribus
    > public.composite-content
    com.hp.pcl | PCL print job | pcl | application/vnd.hp-pcl
    com.corel.wordperfect.doc | WordPerfect document | wpd wp5 | application/vnd.wordperfect | wordperfect
    > com.microsoft.compound-file public.composite-content
    com.haansoft.hancomofficehwp.hwp | Hangul document | hwp | application/x-hwp
    > public.zip-archive public.composite-content
    com.haansoft.hancomofficehwpx.hwpx | Hangul XML document | hwpx | application/hwp+zip
    > public.xml
    com.recordare.musicxml.uncompressed | MusicXML score | musicxml | application/vnd.recordare.musicxml+xml
    > public.zip-archive public.composite-content
    com.recordare.musicxml | compressed MusicXML score | mxl | application/vnd.recordare.musicxml
    """
}
