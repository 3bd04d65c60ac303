/// By what ZIP archives are known that are of types without a plugin.
extension ZIPProbe {
  /// Archives whose first member is called `mimetype` (ODF 1.3 part 2 §3.3, EPUB OCF §4.2.2).
  static let mimetypes:
    [(media: StaticString, type: ContentType.ID, alternatives: [ContentType.ID])] = [
      ("application/epub+zip", "org.idpf.epub-container", []),
      (
        "application/vnd.oasis.opendocument.text-template",
        "org.oasis-open.opendocument.text-template", []
      ),
      (
        "application/vnd.oasis.opendocument.text-master",
        "org.oasis-open.opendocument.text-master", []
      ),
      ("application/vnd.oasis.opendocument.text", "org.oasis-open.opendocument.text", []),
      (
        "application/vnd.oasis.opendocument.spreadsheet-template",
        "org.oasis-open.opendocument.spreadsheet-template", []
      ),
      (
        "application/vnd.oasis.opendocument.spreadsheet",
        "org.oasis-open.opendocument.spreadsheet", []
      ),
      (
        "application/vnd.oasis.opendocument.presentation-template",
        "org.oasis-open.opendocument.presentation-template", []
      ),
      (
        "application/vnd.oasis.opendocument.presentation",
        "org.oasis-open.opendocument.presentation", []
      ),
      ("application/vnd.oasis.opendocument.graphics", "org.oasis-open.opendocument.graphics", []),
      ("application/vnd.oasis.opendocument.formula", "org.oasis-open.opendocument.formula", []),
      ("application/vnd.oasis.opendocument.chart", "org.oasis-open.opendocument.chart", []),
      ("application/vnd.oasis.opendocument.base", "org.oasis-open.opendocument.base", []),
      ("application/vnd.sun.xml.writer", "org.openoffice.text", []),
      ("application/vnd.sun.xml.calc", "org.openoffice.spreadsheet", []),
      ("application/vnd.sun.xml.impress", "org.openoffice.presentation", []),
      ("application/x-krita", "org.krita.kra", []),
      ("image/openraster", "org.freedesktop.openraster", []),
      ("application/hwp+zip", "com.haansoft.hancomofficehwpx.hwpx", []),
      ("application/vnd.adobe.indesign-idml-package", "com.adobe.indesign-idml", []),
      ("application/vnd.recordare.musicxml", "com.recordare.musicxml", []),
    ]

  static let members: [ZIPMembers] = [
    ZIPMembers("com.android.package-archive", ["AndroidManifest.xml", "classes.dex"]),
    ZIPMembers("com.android.package-archive", ["AndroidManifest.xml", "resources.arsc"]),
    ZIPMembers("com.android.app-bundle", ["BundleConfig.pb"]),
    ZIPMembers("com.apple.itunes.ipa", ["Payload/*", "*.app/Info.plist"]),
    ZIPMembers("org.mozilla.xpi-extension", ["META-INF/mozilla.rsa"]),
    ZIPMembers("org.mozilla.xpi-extension", ["install.rdf"]),
    ZIPMembers("com.recordare.musicxml", ["META-INF/container.xml", "*.musicxml"]),
    ZIPMembers("org.idpf.epub-container", ["META-INF/container.xml", "*.opf"]),
    ZIPMembers("com.sun.web-application-archive", ["WEB-INF/*"]),
    ZIPMembers("com.sun.enterprise-application-archive", ["META-INF/application.xml"]),
    ZIPMembers("com.microsoft.vsix-package", ["extension.vsixmanifest"]),
    ZIPMembers("com.microsoft.appx-package", ["AppxManifest.xml"]),
    ZIPMembers("com.microsoft.appx-package", ["AppxMetadata/AppxBundleManifest.xml"]),
    ZIPMembers("org.nuget.package", ["[Content_Types].xml", "*.nuspec"]),
    ZIPMembers("org.3mf.3mf", ["[Content_Types].xml", "3D/*"]),
    ZIPMembers(
      "com.microsoft.xps", ["FixedDocSeq.fdseq"], or: ["org.ecma-international.openxps"]),
    ZIPMembers(
      "com.microsoft.xps", ["FixedDocumentSequence.fdseq"], or: ["org.ecma-international.openxps"]),
    ZIPMembers("com.apple.iwork.keynote.sffkey", ["Index/Presentation.iwa"]),
    ZIPMembers("com.apple.iwork.keynote.sffkey", ["Index/Slide.iwa"]),
    ZIPMembers("com.apple.iwork.keynote.sffkey", ["index.apxl"]),
    ZIPMembers("com.apple.iwork", ["Index/Document.iwa"], or: iWork),
    ZIPMembers("com.apple.iwork", ["Index.zip", "Metadata/*"], or: iWork),
    ZIPMembers("com.apple.iwork", ["buildVersionHistory.plist", "index.xml"], or: iWork),
    ZIPMembers("com.bohemiancoding.sketch.drawing", ["document.json", "meta.json", "pages/*"]),
    ZIPMembers("com.savageinteractive.procreate", ["Document.archive", "QuickLook/*"]),
    ZIPMembers("org.freecad.document", ["Document.xml", "GuiDocument.xml"]),
    ZIPMembers("org.python.wheel", ["*.dist-info/WHEEL"]),
    ZIPMembers("org.python.egg", ["EGG-INFO/*"]),
    ZIPMembers("org.pytorch.checkpoint", ["*/data.pkl"]),
    ZIPMembers("com.corel.draw", ["content/riffData.cdr"]),
    ZIPMembers("com.google.earth.kmz", ["doc.kml"]),
    ZIPMembers("com.sun.java-archive", ["META-INF/MANIFEST.MF"]),
    ZIPMembers(
      "com.pixar.universal-scene-description-mobile", first: ["*.usdc", "*.usda", "*.usd"]),
  ]

  private static let iWork: [ContentType.ID] = [
    "com.apple.iwork.pages.sffpages", "com.apple.iwork.numbers.sffnumbers",
    "com.apple.iwork.keynote.sffkey",
  ]
}
