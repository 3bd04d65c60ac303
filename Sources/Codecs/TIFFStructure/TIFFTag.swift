/// Fields of directories, by their numbers (TIFF 6.0, sections 3 to 23; its technical notes; Exif; XMP; ICC.1).
package enum TIFFTag {
  package static let newSubfileType: UInt16 = 254
  package static let subfileType: UInt16 = 255
  package static let imageWidth: UInt16 = 256
  package static let imageLength: UInt16 = 257
  package static let bitsPerSample: UInt16 = 258
  package static let compression: UInt16 = 259
  package static let photometric: UInt16 = 262
  package static let fillOrder: UInt16 = 266
  package static let documentName: UInt16 = 269
  package static let imageDescription: UInt16 = 270
  package static let make: UInt16 = 271
  package static let model: UInt16 = 272
  package static let stripOffsets: UInt16 = 273
  package static let orientation: UInt16 = 274
  package static let samplesPerPixel: UInt16 = 277
  package static let rowsPerStrip: UInt16 = 278
  package static let stripByteCounts: UInt16 = 279
  package static let xResolution: UInt16 = 282
  package static let yResolution: UInt16 = 283
  package static let planarConfiguration: UInt16 = 284
  package static let pageName: UInt16 = 285
  package static let t4Options: UInt16 = 292
  package static let t6Options: UInt16 = 293
  package static let resolutionUnit: UInt16 = 296
  package static let pageNumber: UInt16 = 297
  package static let software: UInt16 = 305
  package static let dateTime: UInt16 = 306
  package static let artist: UInt16 = 315
  package static let hostComputer: UInt16 = 316
  package static let predictor: UInt16 = 317
  package static let colourMap: UInt16 = 320
  package static let tileWidth: UInt16 = 322
  package static let tileLength: UInt16 = 323
  package static let tileOffsets: UInt16 = 324
  package static let tileByteCounts: UInt16 = 325
  package static let subDirectories: UInt16 = 330
  package static let inkSet: UInt16 = 332
  package static let extraSamples: UInt16 = 338
  package static let sampleFormat: UInt16 = 339
  package static let smallestSample: UInt16 = 340
  package static let largestSample: UInt16 = 341
  package static let jpegOffset: UInt16 = 513
  package static let jpegLength: UInt16 = 514
  package static let chromaSubsampling: UInt16 = 530
  package static let chromaPositioning: UInt16 = 531
  package static let referenceBlackWhite: UInt16 = 532
  package static let xmp: UInt16 = 700
  package static let rating: UInt16 = 18246
  package static let ratingPercent: UInt16 = 18249
  package static let copyright: UInt16 = 33432
  package static let iptc: UInt16 = 33723
  package static let imageResources: UInt16 = 34377
  package static let exifDirectory: UInt16 = 34665
  package static let profile: UInt16 = 34675
  package static let gpsDirectory: UInt16 = 34853
  package static let exposureTime: UInt16 = 33434
  package static let aperture: UInt16 = 33437
  package static let sensitivity: UInt16 = 34855
  package static let dateTimeOriginal: UInt16 = 36867
  package static let focalLength: UInt16 = 37386
  package static let makerNote: UInt16 = 37500
  package static let interoperabilityDirectory: UInt16 = 40965
  package static let lensModel: UInt16 = 42036
  package static let dngVersion: UInt16 = 50706

  /// What IFD 0 says about a picture that Exif's IFD 0 says, too: texts, and Windows' own.
  package static let descriptive: Set<UInt16> = [
    documentName, imageDescription, make, model, pageName, software, dateTime, artist,
    hostComputer, copyright, rating, ratingPercent, 40091, 40092, 40093, 40094, 40095,
  ]
}

/// How the values of a field are stored (TIFF 6.0, section 2; BigTIFF; Exif 3.0's UTF-8).
package enum TIFFType {
  package static let byte: UInt16 = 1
  package static let ascii: UInt16 = 2
  package static let short: UInt16 = 3
  package static let long: UInt16 = 4
  package static let rational: UInt16 = 5
  package static let undefined: UInt16 = 7
  package static let directory: UInt16 = 13
  package static let long8: UInt16 = 16

  /// Bytes of a value; `nil` for a type that nobody knows.
  package static func byteCount(of type: UInt16) -> Int? {
    switch type {
    case 1, 2, 6, 7, 129: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: nil
    }
  }

  /// Whether a file with offsets of 32 bits knows it.
  package static func isClassic(_ type: UInt16) -> Bool { !(16...18).contains(type) }
}
