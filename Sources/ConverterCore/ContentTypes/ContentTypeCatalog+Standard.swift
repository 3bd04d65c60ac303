extension ContentTypeCatalog {
  /// The types that are known by name alone, and what others conform to; plugins bring those that they read and write.
  ///
  /// Where several types share an extension, the one declared first is meant by it: `fairy convert
  /// --to key` would write a Keynote presentation rather than a private key.
  public static let standard = ContentTypeCatalog(tables: [
    foundations, pictures, drawings, rawCameraFiles, archives, documents, office, textAndMarkup,
    xmlDocuments, sourceCode, dataAndDatabases, messagesAndCalendars, keysAndCertificates, sounds,
    movies,
    fonts, programsAndDiskImages, models3D,
  ])
}
