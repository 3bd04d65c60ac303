import ConverterCore
import Foundation
import PictureModel
import SystemPackage
import TestSupport
import Testing

@testable import FairyCommandLine

/// Whatever a file has and its result has not, the ledger tells: for every type that is read, every type that it
/// becomes, and every feature in the table of formats.
@Suite struct LedgerRuleTests {
  private static let table = FormatTable(
    registry: Conversion.registry, catalog: Conversion.converter.catalog)

  /// A new format fails here until it has a row.
  @Test func everyTypeThatIsReadHasARow() {
    let read = Set(Conversion.registry.readers.flatMap(\.types).map(\.rawValue))
    let rows = FormatRow.all.flatMap(\.types)
    #expect(read.subtracting(rows).sorted() == [])
    #expect(Set(rows).subtracting(read).sorted() == [])
    #expect(Set(rows).count == rows.count)
  }

  /// A new feature fails here until every row of its kind says whether its format has it.
  @Test(arguments: FormatRow.all)
  func everyRowTellsOfEveryFeature(row: FormatRow) {
    let all = Set(row.kind.features)
    #expect(all.subtracting(row.shown.union(row.lacks)).map(\.description) == [])
    #expect(row.shown.intersection(row.lacks).map(\.description) == [])
  }

  /// What writers say that their formats hold is in the table.
  @Test(arguments: FormatRow.pictures)
  func writersHoldWhatTheTableSays(row: FormatRow) throws {
    for id in row.types {
      let writers = Conversion.registry.writers.compactMap { $0 as? any Writer<Picture> }
      let type = ContentType.ID(rawValue: id)
      guard let writer = writers.first(where: { $0.types.contains(type) }) else { continue }
      for feature in try Self.features(of: writer, type) {
        #expect(row.shown.contains(feature), "\(id) holds \(feature)")
      }
    }
  }

  private static func features<W: Writer<Picture>>(
    of writer: W, _ type: ContentType.ID
  ) throws -> [Feature] {
    let can = writer.capabilities(for: type, options: try W.Options(ConversionOptions()))
    let items: [(Picture.Capabilities.Item, Feature)] = [
      (.icc, PictureFeature.profile), (.exif, PictureFeature.exif), (.xmp, PictureFeature.xmp),
      (.iptc, PictureFeature.iptc), (.texts, PictureFeature.texts),
      (.density, PictureFeature.density), (.gainMap, PictureFeature.gainMap),
      (.background, PictureFeature.background),
    ]
    return items.filter { can.items.contains($0.0) }.map(\.1)
      + (can.maximumBitDepth > 8 && type != "public.pbm" ? [PictureFeature.depth] : [])
      + (can.cmyk ? [PictureFeature.cmyk] : []) + (can.animation ? [PictureFeature.frames] : [])
      + (can.pages ? [PictureFeature.pages] : [])
  }

  /// A sample without what it is to show would show nothing.
  @Test(arguments: FormatRow.all)
  func samplesHaveWhatTheyAreToShow(row: FormatRow) throws {
    for sample in row.samples {
      let folder = try ScratchFolder()
      let path = try sample.write(to: folder)
      guard row.kind == .picture else { continue }
      let type = try Conversion.converter.detector.detect(InputFile(path: .init(path))).type
      let picture = try Conversion.picture(of: path, as: type.id)
      let traces = PictureTraces(pictures: [picture])
      for feature in sample.features where feature != PictureFeature.samples {
        #expect(traces.has(feature), "\(row.types[0]) \(sample.name): \(feature)")
      }
    }
  }

  /// Whether files are taken out of something, of which nobody expects the rest: attachments of mail, or what is in
  /// an archive, in one piece.
  private static func isExtraction(_ kind: Kind, _ target: ContentType) -> Bool {
    kind == .archive
      ? target.id == .data
      : ["public.folder", "public.data", "public.zip-archive"].contains(target.id)
  }

  /// Messages that are to be read are shown with the headers that people read, and found by them.
  private static func isLeftByDesign(_ feature: Feature, _ target: ContentType) -> Bool {
    feature == MailFeature.headers
      && ["public.plain-text", "public.html", "org.fairy.mail-index"].contains(target.id)
  }

  /// Whether words alone are written, where they are recognised in a picture.
  private static func areWords(_ target: ContentType) -> Bool {
    [
      "public.plain-text", "net.daringfireball.markdown", "public.hocr", "gov.loc.alto",
      "public.tab-separated-values-text", "public.json",
    ].contains(target.id)
  }

  @Test(arguments: FormatRow.all)
  func nothingIsLostInSilence(row: FormatRow) throws {
    for sample in row.samples {
      let folder = try ScratchFolder()
      let path = try sample.write(to: folder)
      let input = try InputFile(path: .init(path), allowsFolder: true)
      let type = try Conversion.converter.detector.detect(input).type
      #expect(row.types.contains(type.id.rawValue), "\(path) is taken for \(type.id)")
      for target in Self.table.row(type).targets where !Self.isExtraction(row.kind, target) {
        let conversion = try Conversion(sample, to: target)
        let name = "\(type.id) \(sample.name) → \(target.id)"
        guard conversion.isDone else {
          let code = conversion.error?.code
          #expect(
            [.unsupportedContent, .noRoute, .usage].contains(code),
            "\(name): \(conversion.error?.message ?? "")")
          continue
        }
        if row.kind == .picture, Self.areWords(target) {
          // Nothing of the picture is kept, and that is said.
          #expect(conversion.drops("picture"), "\(name)")
          continue
        }
        let lost = try Loss(of: sample, at: path, as: type.id, row.kind, by: conversion).features
        for feature in lost
        where !conversion.tells(of: feature) && !Self.isLeftByDesign(feature, target) {
          Issue.record("\(name): \(feature) is gone, and the ledger says nothing of it")
        }
      }
    }
  }
}
