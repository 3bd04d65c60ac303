/// Pictures of 64×64 pixels, made by x265 and libaom from synthetic ones.
enum Coded {
  /// Y 100, Cb 94, Cr 200 everywhere: red.
  static let red = bytes(hex: "0000001a2801af09e02139755ffffb3bfffffc8b7721fa7a5a741cc3d7e0")
  /// Y 104, Cb 193, Cr 75 everywhere: blue.
  static let blue = bytes(hex: "0000001a2801af09e02336a23ffff681fe47f41acffff474a9053ff163e0")
  /// Monochrome, about 4x at column x.
  static let ramp = bytes(
    hex: """
      000000282801ae13c03be19d9d12bdb018d9ec2f698e2d1efb3cd51f1338190f4411b77f1eff82adc1b76373
      """)
  /// AV1 of Y 100, Cb 95, Cr 199 everywhere.
  static let redAV1 = bytes(
    hex: "12000a0918157ffd82021a0d08321613c0030c30c400c1b4e5cb2282020a4cbfb5e260a4a0")

  /// 4:2:0, full range, matrix 6 in the VUI; for ``red`` and ``blue``.
  static let hvcC = box(
    "hvcC",
    bytes(
      hex: """
        0103700000000000000000001ef000fcfdf8f800000f03200001001840010c01ffff03700000030090000003\
        000003001eba0240210001002b42010103700000030090000003000003001ea020810596ea4929ae6e04040c\
        08000003000800000300084022000100074401c172b02240
        """))
  /// For ``ramp``.
  static let monochromeHvcC = box(
    "hvcC",
    bytes(
      hex: """
        0104080000000000000000001ef000fcfcf8f800000f03200001001740010c01ffff0408000003009ff80000\
        0300001eba024021000100264201010408000003009ff800000300001ec08204165ba924a6b9b02000000300\
        20000003002122000100074401c172b02240
        """))
  static let av1C = box("av1C", bytes(hex: "81000c00"))

  static let side = 64
}

func ispe(_ width: Int = Coded.side, _ height: Int = Coded.side) -> [UInt8] {
  fullBox("ispe", be(width, 4) + be(height, 4))
}

func irot(_ quarterTurns: Int) -> [UInt8] { box("irot", [UInt8(quarterTurns)]) }

func imir(_ axis: Int) -> [UInt8] { box("imir", [UInt8(axis)]) }

/// A clean aperture in halves of pixels for the offsets.
func clap(_ width: Int, _ height: Int, _ x: Int, _ y: Int) -> [UInt8] {
  box("clap", [(width, 1), (height, 1), (x, 2), (y, 2)].flatMap { be($0.0, 4) + be($0.1, 4) })
}

func nclx(_ primaries: Int, _ transfer: Int, _ matrix: Int, full: Bool) -> [UInt8] {
  box(
    "colr",
    Array("nclx".utf8) + be(primaries, 2) + be(transfer, 2) + be(matrix, 2) + [full ? 0x80 : 0])
}

func auxC(_ urn: String) -> [UInt8] { fullBox("auxC", Array(urn.utf8) + [0]) }

let alphaURN = "urn:mpeg:hevc:2015:auxid:1"

extension Specimen {
  /// One red picture, item 1.
  static var red: Specimen {
    var specimen = Specimen()
    specimen.add(Item(id: 1, type: "hvc1", data: Coded.red), [Coded.hvcC, ispe()])
    return specimen
  }

  /// One red picture coded as AV1, item 1.
  static var redAV1: Specimen {
    var specimen = Specimen()
    specimen.add(Item(id: 1, type: "av01", data: Coded.redAV1), [Coded.av1C, ispe()])
    return specimen
  }

  /// A grid, item 1, of red (item 2) and blue (item 3) pictures, alternating.
  static func grid(columns: Int, rows: Int, width: Int, height: Int) -> Specimen {
    var specimen = Specimen()
    specimen.add(
      Item(
        id: 1, type: "grid",
        data: [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + be(width, 2) + be(height, 2), method: 1),
      [ispe(width, height)])
    specimen.add(
      Item(id: 2, type: "hvc1", data: Coded.red, isHidden: true), [Coded.hvcC, ispe()])
    specimen.add(
      Item(id: 3, type: "hvc1", data: Coded.blue, isHidden: true), [Coded.hvcC, ispe()])
    specimen.references = [("dimg", 1, (0..<columns * rows).map { 2 + $0 % 2 })]
    return specimen
  }

  /// The red picture with the ramp as its alpha, item 2.
  static var alpha: Specimen {
    var specimen = Specimen.red
    specimen.add(
      Item(id: 2, type: "hvc1", data: Coded.ramp), [Coded.monochromeHvcC, ispe(), auxC(alphaURN)])
    specimen.references = [("auxl", 2, [1])]
    return specimen
  }
}
