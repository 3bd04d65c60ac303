/// Fields of directories, by their numbers (TIFF 6.0, sections 3 to 23; its technical notes; Exif; XMP; ICC.1).
enum TIFFTag {
  static let newSubfileType: UInt16 = 254
  static let subfileType: UInt16 = 255
  static let imageWidth: UInt16 = 256
  static let imageLength: UInt16 = 257
  static let bitsPerSample: UInt16 = 258
  static let compression: UInt16 = 259
  static let photometric: UInt16 = 262
  static let documentName: UInt16 = 269
  static let imageDescription: UInt16 = 270
  static let make: UInt16 = 271
  static let model: UInt16 = 272
  static let stripOffsets: UInt16 = 273
  static let orientation: UInt16 = 274
  static let samplesPerPixel: UInt16 = 277
  static let rowsPerStrip: UInt16 = 278
  static let stripByteCounts: UInt16 = 279
  static let xResolution: UInt16 = 282
  static let yResolution: UInt16 = 283
  static let planarConfiguration: UInt16 = 284
  static let pageName: UInt16 = 285
  static let resolutionUnit: UInt16 = 296
  static let pageNumber: UInt16 = 297
  static let software: UInt16 = 305
  static let dateTime: UInt16 = 306
  static let artist: UInt16 = 315
  static let hostComputer: UInt16 = 316
  static let predictor: UInt16 = 317
  static let colourMap: UInt16 = 320
  static let tileWidth: UInt16 = 322
  static let tileLength: UInt16 = 323
  static let tileOffsets: UInt16 = 324
  static let subDirectories: UInt16 = 330
  static let inkSet: UInt16 = 332
  static let extraSamples: UInt16 = 338
  static let sampleFormat: UInt16 = 339
  static let smallestSample: UInt16 = 340
  static let largestSample: UInt16 = 341
  static let jpegOffset: UInt16 = 513
  static let jpegLength: UInt16 = 514
  static let chromaSubsampling: UInt16 = 530
  static let chromaPositioning: UInt16 = 531
  static let referenceBlackWhite: UInt16 = 532
  static let xmp: UInt16 = 700
  static let rating: UInt16 = 18246
  static let ratingPercent: UInt16 = 18249
  static let copyright: UInt16 = 33432
  static let iptc: UInt16 = 33723
  static let imageResources: UInt16 = 34377
  static let exifDirectory: UInt16 = 34665
  static let profile: UInt16 = 34675
  static let gpsDirectory: UInt16 = 34853
  static let interoperabilityDirectory: UInt16 = 40965

  /// What IFD 0 says about a picture that Exif's IFD 0 says, too: texts, and Windows' own.
  static let descriptive: Set<UInt16> = [
    documentName, imageDescription, make, model, pageName, software, dateTime, artist,
    hostComputer, copyright, rating, ratingPercent, 40091, 40092, 40093, 40094, 40095,
  ]
}

/// How the values of a field are stored (TIFF 6.0, section 2; BigTIFF; Exif 3.0's UTF-8).
enum TIFFType {
  static let byte: UInt16 = 1
  static let ascii: UInt16 = 2
  static let short: UInt16 = 3
  static let long: UInt16 = 4
  static let rational: UInt16 = 5
  static let undefined: UInt16 = 7
  static let directory: UInt16 = 13
  static let long8: UInt16 = 16

  /// Bytes of a value; `nil` for a type that nobody knows.
  static func byteCount(of type: UInt16) -> Int? {
    switch type {
    case 1, 2, 6, 7, 129: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: nil
    }
  }

  /// Whether a file with offsets of 32 bits knows it.
  static func isClassic(_ type: UInt16) -> Bool { !(16...18).contains(type) }
}
