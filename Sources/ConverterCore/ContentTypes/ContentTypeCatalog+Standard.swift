extension ContentTypeCatalog {
  /// The types that fairy knows by name, those included that it cannot convert.
  ///
  /// Where several types share an extension, the one declared first is meant by it: `fairy convert
  /// --to key` would write a Keynote presentation rather than a private key.
  public static let standard: ContentTypeCatalog = {
    // Every start of fairy builds this. One family after the other: each takes the memory that the
    // one before gave back, and what costs here is fresh memory.
    var types: [ContentType] = []
    types.reserveCapacity(640)
    types += foundations
    types += pictures
    types += drawings
    types += rawCameraFiles
    types += archives
    types += documents
    types += office
    types += textAndMarkup
    types += xmlDocuments
    types += sourceCode
    types += dataAndDatabases
    types += mailAndCalendar
    types += keysAndCertificates
    types += sounds
    types += movies
    types += fonts
    types += programsAndDiskImages
    types += models3D
    return ContentTypeCatalog(types)
  }()
}
