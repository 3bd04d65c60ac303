import Foundation
import PictureModel
import TestSupport
import Testing

@Suite struct ProfileTests {
  /// Columns of the matrix to XYZ under D50, from the chromaticities by linear Bradford, computed in
  /// double precision elsewhere.
  static let matrices: [(primaries: Int, columns: [[Double]])] = [
    (
      1,
      [
        [0.436041, 0.222485, 0.013920], [0.385113, 0.716905, 0.097067],
        [0.143046, 0.060610, 0.713913],
      ]
    ),
    (
      4,
      [
        [0.634465, 0.311002, -0.001184], [0.185133, 0.591488, 0.055507],
        [0.144602, 0.097510, 0.770578],
      ]
    ),
    (
      9,
      [
        [0.673480, 0.279043, -0.001933], [0.165671, 0.675344, 0.029983],
        [0.125049, 0.045613, 0.796851],
      ]
    ),
    (
      11,
      [
        [0.486161, 0.226684, -0.000802], [0.323851, 0.710334, 0.043235],
        [0.154188, 0.062983, 0.782466],
      ]
    ),
    (
      12,
      [
        [0.515119, 0.241189, -0.001050], [0.291978, 0.692244, 0.041879],
        [0.157103, 0.066567, 0.784071],
      ]
    ),
  ]

  @Test(arguments: matrices)
  func primariesAreAdaptedToD50(primaries: Int, columns: [[Double]]) throws {
    let points = CodingIndependentCodePoints(primaries: primaries, transfer: 13)
    let matrix = try #require(try ICCProfile(ICCProfile(points)!.bytes).matrixToD50)
    for (column, expected) in zip([matrix.columns.0, matrix.columns.1, matrix.columns.2], columns) {
      for index in 0..<3 {
        #expect((column[index] - expected[index]).magnitude < 3.0 / 65536)
      }
    }
    // White is the connection space's to the last bit.
    let white = matrix * [1, 1, 1]
    #expect(white == [63190.0 / 65536, 1, 54061.0 / 65536])
  }

  @Test(
    arguments: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22], [1, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 17])
  func everyCodePointBecomesASmallProfile(primaries: Int, transfer: Int) throws {
    let points = CodingIndependentCodePoints(primaries: primaries, transfer: transfer)
    let profile = try #require(ICCProfile(points))
    #expect(profile.bytes == ICCProfile(points)?.bytes)
    #expect(profile.bytes.count < 600)
    #expect(profile.bytes.count % 4 == 0)
    #expect(profile.name == points.name)
    #expect(profile.colourSpace == .rgb)
    let curves = try #require(profile.rgbCurves)
    let expected = try #require(points.curve)
    for sample in stride(from: 0.0, through: 1, by: 1 / 64) {
      #expect((curves[1](sample) - expected(sample)).magnitude < 3e-5)
    }
    let gray = try #require(ICCProfile(gray: points))
    #expect(gray.colourSpace == .gray)
    #expect(gray.grayCurve == curves[0])
    #expect(gray.bytes.count < 360)
  }

  @Test(arguments: [
    (1, 0.5, 0.25972), (1, 0.05, 0.05 / 4.5), (4, 0.5, 0.21764), (5, 0.5, 0.14359),
    (7, 0.5, 0.26504), (8, 0.5, 0.5), (13, 0.5, 0.21404), (13, 0.03, 0.03 / 12.92),
  ])
  func transferFunctionsHaveKnownValues(transfer: Int, sample: Double, light: Double) throws {
    let curve = try #require(CodingIndependentCodePoints(primaries: 1, transfer: transfer).curve)
    #expect((curve(sample) - light).magnitude < 5e-5)
    #expect(curve(0) == 0)
    #expect((curve(1) - 1).magnitude < 1e-9)
  }

  @Test(arguments: [0, 2, 3, 9, 10, 13, 23, 255])
  func otherValuesBecomeNoProfile(value: Int) {
    if value != 9 && value != 10 {
      #expect(ICCProfile(CodingIndependentCodePoints(primaries: value, transfer: 13)) == nil)
    }
    if value != 13 {
      #expect(ICCProfile(CodingIndependentCodePoints(primaries: 1, transfer: value)) == nil)
    }
  }

  @Test func compactProfilesNeverChange() throws {
    // FNV-1a; a change here changes every output that carries the profile.
    func hash(_ bytes: [UInt8]) -> UInt64 {
      bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    let profiles = [
      ICCProfile(.sRGB)!, ICCProfile(.displayP3)!, ICCProfile(gray: .sRGB)!,
    ]
    #expect(profiles.map(\.bytes.count) == [480, 492, 328])
    #expect(
      profiles.map { hash($0.bytes) } == [
        16_513_476_541_261_954_469, 1_504_039_327_619_407_291, 14_798_530_939_834_724_949,
      ])
  }

  @Test func wellKnownSpacesAreRecognised() throws {
    #expect(ICCProfile(.sRGB)?.codePoints == .sRGB)
    #expect(ICCProfile(.displayP3)?.codePoints == .displayP3)
    #expect(ICCProfile(gray: .sRGB, name: "g")?.codePoints == .sRGB)
    let others = [(9, 13), (1, 4), (12, 4), (1, 1), (11, 13), (5, 13), (6, 13)]
    for (primaries, transfer) in others {
      let points = CodingIndependentCodePoints(primaries: primaries, transfer: transfer)
      #expect(ICCProfile(points)?.codePoints == nil, "\(points)")
    }
  }

  private static let embedded: [(String, String, CodingIndependentCodePoints?)] = [
    ("fixtures/others/profile.jpg", "sRGB built-in", .sRGB),
    ("fixtures/photo.webp", "Display P3", .displayP3),
    ("fixtures/others/inks.jpg", "Inks of others", nil),
    ("images/jpeg/canon-g9-icc.jpg", "sRGB IEC61966-2.1", .sRGB),
    ("images/jpeg/ultrahdr-gainmap.jpg", "sRGB IEC61966-2.1", .sRGB),
    ("images/jpeg/progressive.jpg", "sRGB IEC61966-2-1 black scaled", .sRGB),
    ("images/heic/iphone-xr-colorchecker-p3.heic", "Display P3", .displayP3),
    ("images/jpeg/cmyk-adobe-icc.jpg", "U.S. Web Coated (SWOP) v2", nil),
  ]

  @Test(arguments: Sample.present(embedded, name: \.0))
  func profilesOfOthers(file: String, name: String, points: CodingIndependentCodePoints?) throws {
    let profile = try ICCProfile(embeddedProfile(in: Sample(file).bytes()))
    #expect(profile.name == name)
    #expect(profile.codePoints == points)
  }

  @Test func codePointsInATagAreRead() throws {
    let tagged = try ICCProfile(hdrProfile(primaries: 9, transfer: 16))
    #expect(tagged.codePoints == CodingIndependentCodePoints(primaries: 9, transfer: 16))
    #expect(ColourDescription.icc(tagged.bytes).isHDR)
  }

  @Test func bytesBehindAProfileAreLeftOut() throws {
    let bytes = ICCProfile(.sRGB)!.bytes
    #expect(try ICCProfile(bytes + [0, 0, 0]).bytes == bytes)
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/exiftool")),
    arguments: [1, 9, 12])
  func exiftoolReadsThem(primaries: Int) throws {
    let points = CodingIndependentCodePoints(primaries: primaries, transfer: 13)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).icc")
    try Data(ICCProfile(points)!.bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/exiftool")
    process.arguments = [
      "-validate", "-warning", "-error", "-s3", "-ProfileDescription", "-ColorSpaceData",
      "-ProfileVersion", file.path,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text == "OK\n\(points.name)\nRGB\n4.3.0\n")
  }
}
