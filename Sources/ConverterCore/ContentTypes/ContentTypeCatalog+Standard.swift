extension ContentTypeCatalog {
  /// The types that fairy knows by name, those included that it cannot convert.
  ///
  /// Where several types share an extension, the one declared first is meant by it: `fairy convert
  /// --to key` would write a Keynote presentation rather than a private key.
  public static let standard = ContentTypeCatalog(tables: [
    foundations, pictures, drawings, rawCameraFiles, archives, documents, office, textAndMarkup,
    xmlDocuments, sourceCode, dataAndDatabases, mailAndCalendar, keysAndCertificates, sounds,
    movies,
    fonts, programsAndDiskImages, models3D,
  ])
}
