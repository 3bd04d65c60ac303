import BuiltinPlugins
import ConverterCore
import PictureModel
import TestSupport

extension FormatRow {
  private typealias F = PictureFeature

  /// Rows of the formats that none of `rows` is about, of the fixtures that their plugins bring: what the format of the
  /// pixels says is in the files, and the format has no place for anything else.
  ///
  /// A format that has a place for more needs a row of its own: `writersHoldWhatTheTableSays` tells.
  static func ofFixtures(besides rows: [FormatRow]) -> [FormatRow] {
    let told = Set(rows.flatMap(\.types))
    let fixtures = builtinPlugins.flatMap { $0.fixtures }.compactMap { $0 as? PictureFixture }
    let types = fixtures.map(\.type.rawValue).reduce(into: [String]()) { types, type in
      if !told.contains(type), !types.contains(type) { types.append(type) }
    }
    return types.map { type in row(type, fixtures.filter { $0.type.rawValue == type }) }
  }

  private static func row(_ type: String, _ fixtures: [PictureFixture]) -> FormatRow {
    let samples = fixtures.map { fixture in
      let parts = fixture.name.split(separator: ".")
      return Sample("fixture-\(parts[0])", String(parts.last ?? ""), features(of: fixture.format)) {
        try Places.fixtureBytes(fixture.name)
      }
    }
    let shown = samples.flatMap(\.features)
    return FormatRow(.picture, [type], lacks: F.all.filter { !shown.contains($0) }, samples)
  }

  private static func features(of format: PixelFormat) -> [Feature] {
    [F.samples] + (format.hasAlpha ? [F.alpha] : []) + (format.bitDepth > 8 ? [F.depth] : [])
      + (format.channels == .cmyk ? [F.cmyk] : [])
  }
}
