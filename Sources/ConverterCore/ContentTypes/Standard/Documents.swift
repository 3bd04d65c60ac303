extension ContentTypeCatalog {
  /// Pages and books.
  static var documents: [ContentType] {
    [
      ContentType(
        "com.adobe.pdf", "PDF document", conformsTo: ["public.composite-content"],
        extensions: ["pdf"], mediaTypes: ["application/pdf", "application/x-pdf"]),
      ContentType(
        "com.adobe.postscript", "PostScript document", conformsTo: ["public.composite-content"],
        extensions: ["ps"], mediaTypes: ["application/postscript"], shortNames: ["postscript"]),
      ContentType(
        "public.hocr", "hOCR document", conformsTo: ["public.html"], extensions: ["hocr"],
        mediaTypes: ["text/vnd.hocr+html"]),
      ContentType(
        "gov.loc.alto", "ALTO document", conformsTo: ["public.xml"], extensions: ["alto"],
        mediaTypes: ["application/x-alto+xml"]),
      ContentType(
        "public.rtf", "RTF document", conformsTo: [.text, "public.composite-content"],
        extensions: ["rtf"], mediaTypes: ["application/rtf", "text/rtf"]),
      ContentType(
        "com.microsoft.xps", "XPS document",
        conformsTo: ["public.zip-archive", "public.composite-content"],
        extensions: ["xps"], mediaTypes: ["application/vnd.ms-xpsdocument"]),
      ContentType(
        "org.ecma-international.openxps", "OpenXPS document", conformsTo: ["com.microsoft.xps"],
        extensions: ["oxps"], mediaTypes: ["application/oxps"]),
      ContentType(
        "org.djvu.djvu", "DjVu document", conformsTo: ["public.composite-content"],
        extensions: ["djvu", "djv"], mediaTypes: ["image/vnd.djvu"]),
      ContentType(
        "org.idpf.epub-container", "EPUB book",
        conformsTo: ["public.zip-archive", "public.composite-content"],
        extensions: ["epub"], mediaTypes: ["application/epub+zip"]),
      ContentType(
        "com.amazon.mobi8-ebook", "Kindle book", conformsTo: ["com.mobipocket.ebook"],
        extensions: ["azw3", "azw", "kf8"], mediaTypes: ["application/vnd.amazon.mobi8-ebook"],
        shortNames: ["kindle"]),
      ContentType(
        "com.mobipocket.ebook", "Mobipocket book", conformsTo: ["public.composite-content"],
        extensions: ["mobi", "prc"], mediaTypes: ["application/x-mobipocket-ebook"]),
      ContentType(
        "org.fictionbook.fb2", "FictionBook", conformsTo: ["public.xml"],
        extensions: ["fb2"], mediaTypes: ["application/x-fictionbook+xml"]),
      ContentType(
        "com.microsoft.reader.lit", "Microsoft Reader book",
        conformsTo: ["public.composite-content"],
        extensions: ["lit"], mediaTypes: ["application/x-ms-reader"]),
      ContentType(
        "com.microsoft.chm", "compiled HTML help", conformsTo: ["public.composite-content"],
        extensions: ["chm"], mediaTypes: ["application/vnd.ms-htmlhelp"]),
      ContentType(
        "org.tug.tex.dvi", "DVI document", conformsTo: ["public.composite-content"],
        extensions: ["dvi"], mediaTypes: ["application/x-dvi"]),
      ContentType(
        "com.adobe.indesign-image", "InDesign document", conformsTo: ["public.composite-content"],
        extensions: ["indd", "indt"], mediaTypes: ["application/x-indesign"],
        shortNames: ["indesign"]),
      ContentType(
        "com.adobe.indesign-idml", "InDesign markup",
        conformsTo: ["public.zip-archive", "public.composite-content"],
        extensions: ["idml"], mediaTypes: ["application/vnd.adobe.indesign-idml-package"]),
      ContentType(
        "com.scribus.document", "Scribus document", conformsTo: ["public.xml"],
        extensions: ["sla"], shortNames: ["scribus"]),
      ContentType(
        "com.hp.pcl", "PCL print job", conformsTo: ["public.composite-content"],
        extensions: ["pcl"], mediaTypes: ["application/vnd.hp-pcl"]),
      ContentType(
        "com.corel.wordperfect.doc", "WordPerfect document",
        conformsTo: ["public.composite-content"],
        extensions: ["wpd", "wp5"], mediaTypes: ["application/vnd.wordperfect"],
        shortNames: ["wordperfect"]),
      ContentType(
        "com.haansoft.hancomofficehwp.hwp", "Hangul document",
        conformsTo: ["com.microsoft.compound-file", "public.composite-content"],
        extensions: ["hwp"], mediaTypes: ["application/x-hwp"]),
      ContentType(
        "com.haansoft.hancomofficehwpx.hwpx", "Hangul XML document",
        conformsTo: ["public.zip-archive", "public.composite-content"],
        extensions: ["hwpx"], mediaTypes: ["application/hwp+zip"]),
      ContentType(
        "com.recordare.musicxml.uncompressed", "MusicXML score", conformsTo: ["public.xml"],
        extensions: ["musicxml"], mediaTypes: ["application/vnd.recordare.musicxml+xml"]),
      ContentType(
        "com.recordare.musicxml", "compressed MusicXML score",
        conformsTo: ["public.zip-archive", "public.composite-content"],
        extensions: ["mxl"], mediaTypes: ["application/vnd.recordare.musicxml"]),
    ]
  }
}
