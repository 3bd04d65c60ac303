import ConverterCore
import PictureModel

/// What of a sample is no longer in the result of a conversion.
struct Loss {
  let features: [Feature]

  /// - Parameters:
  ///   - path: of the sample.
  ///   - type: of the sample.
  init(
    of sample: Sample, at path: String, as type: ContentType.ID, _ kind: Kind,
    by conversion: Conversion
  ) throws {
    if kind == .picture, conversion.target.id != "com.adobe.pdf" {
      features = try Self.lost(of: sample, at: path, as: type, by: conversion)
    } else if kind == .archive {
      let traces = try ArchiveTraces(of: conversion)
      features = sample.features.filter { !traces.has($0) }
    } else {
      let text = try conversion.text()
      features = sample.features.filter { feature in
        !Self.traces(of: feature, in: conversion).allSatisfy { text.contains($0) }
      }
    }
  }

  private static func lost(
    of sample: Sample, at path: String, as type: ContentType.ID, by conversion: Conversion
  ) throws -> [Feature] {
    let pictures = try conversion.isRestorable ? [conversion.restored()] : conversion.pictures()
    let traces = PictureTraces(pictures: pictures)
    return try sample.features.filter { feature in
      guard feature == PictureFeature.samples else { return !traces.has(feature) }
      guard let result = pictures.first else { return true }
      let source = try Conversion.picture(of: path, as: type)
      let context = ConversionContext(registry: Conversion.registry)
      // Inks are other colours for each target, and a drawing has no samples.
      guard source.facts.format.channels != .cmyk, !source.facts.isDrawing else { return false }
      let hasAlpha = source.facts.format.hasAlpha
      let isDeep = source.facts.sampleDepth > 8
      return try Samples(of: source, hasAlpha: hasAlpha, isDeep: isDeep, in: context)
        != Samples(of: result, hasAlpha: hasAlpha, isDeep: isDeep, in: context)
    }
  }

  /// Texts of which a result that has a feature has all.
  private static func traces(of feature: Feature, in conversion: Conversion) -> [String] {
    switch feature {
    // Of a PDF.
    case PictureFeature.samples, PictureFeature.density: []
    case PictureFeature.alpha: ["/SMask"]
    case PictureFeature.profile: ["/ICCBased"]
    case PictureFeature.depth: ["/BitsPerComponent 16"]
    case PictureFeature.cmyk: ["/DeviceCMYK"]
    case PictureFeature.place: [PictureFeature.exif.marker]
    case PictureFeature.pages: ["/Count 3"]
    case DocumentFeature.pictures: showsPictures(conversion) ? [] : ["/Subtype /Image"]
    // Of tables and trees.
    case TableFeature.mergedCells: ["mergeCell "]
    case TableFeature.hidden: ["state=\"hidden\""]
    case TableFeature.repeatedNames, TreeFeature.repeatedKeys:
      ["\(feature.marker)1", "\(feature.marker)2"]
    case TreeFeature.bigNumbers: digits(in: conversion)
    case TreeFeature.nulls: hasCellsWithoutValue(conversion.target) ? [] : ["null"]
    case TreeFeature.dates where conversion.target.id == "public.toml": ["= 2026-02-03T04:05:06Z"]
    case TreeFeature.dates: isBinary(conversion.target) ? [] : ["<date>"]
    case TreeFeature.data: isBinary(conversion.target) ? [] : ["<data>"]
    case TreeFeature.otherKeys: ["\n1: number"]
    // Of words.
    case WordFeature.places: ["\(TinyWords.left)"]
    case WordFeature.confidences: ["\(TinyWords.percent)"]
    default: [feature.marker]
    }
  }

  /// Whether nothing is a cell that is not there, which no text shows.
  private static func hasCellsWithoutValue(_ type: ContentType) -> Bool {
    ["org.sqlite.sqlite3", "org.openxmlformats.spreadsheetml.sheet"].contains(type.id)
  }

  /// Whether a page is drawn with its pictures.
  private static func showsPictures(_ conversion: Conversion) -> Bool {
    Conversion.registry.writers.contains {
      $0 is any Writer<Picture> && $0.types.contains(conversion.target.id)
    }
  }

  /// What is written of a number of 64 bits or more.
  private static func digits(in conversion: Conversion) -> [String] {
    let isTOML = conversion.outcome.source?.id == "public.toml"
    let isBinary = ["org.sqlite.sqlite3", "com.apple.binary-plist"].contains(conversion.target.id)
    // 64 bits are 8 bytes there.
    return isTOML && isBinary ? [] : [isTOML ? TinyTree.digitsOfTOML : TinyTree.digits]
  }

  /// Types are bytes there that other values may have, too.
  private static func isBinary(_ type: ContentType) -> Bool {
    type.id == "com.apple.binary-plist"
  }
}
