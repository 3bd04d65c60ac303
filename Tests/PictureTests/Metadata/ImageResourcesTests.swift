import Testing

@testable import PictureModel

@Suite("Photoshop image resources")
struct ImageResourcesTests {
  private func block(_ identifier: Int, name: String = "", _ data: [UInt8]) -> [UInt8] {
    let pascal = [UInt8(name.utf8.count)] + Array(name.utf8)
    var result = Array("8BIM".utf8) + [UInt8(identifier >> 8), UInt8(identifier & 255)] + pascal
    if pascal.count % 2 != 0 { result.append(0) }
    result += [0, 0, 0, UInt8(data.count)] + data
    if data.count % 2 != 0 { result.append(0) }
    return result
  }

  @Test("IPTC becomes a block of even length, what is none does not")
  func iptc() {
    for stream in [[0x1C, 2, 5], [0x1C, 2, 5, 0]] as [[UInt8]] {
      #expect(ImageResources.block(iptc: stream) == block(0x0404, stream))
    }
    #expect(ImageResources.block(iptc: []) == nil)
    #expect(ImageResources.block(iptc: [0x38, 2]) == nil)
  }

  @Test("Thumbnails and copies go, the rest stays")
  func removing() {
    let iptc = block(0x0404, [0x1C, 2, 90, 0, 5] + Array("Paris".utf8))
    let named = block(0x03ED, name: "odd", [1, 2, 3])
    let bytes =
      block(0x0409, [1, 2, 3]) + iptc + block(0x040C, name: "even", []) + named
      + block(0x0422, [9])
    #expect(ImageResources.removing(ImageResources.copies, from: bytes) == iptc + named)
    #expect(ImageResources.removing([], from: bytes) == bytes)
  }

  @Test("A last block without its padding is a block")
  func missingPadding() {
    let bytes = block(0x0404, [1]) + block(0x040C, [1, 2, 3]).dropLast()
    #expect(ImageResources.removing(ImageResources.copies, from: bytes) == block(0x0404, [1]))
  }

  @Test("What is no block stays", arguments: 0..<20)
  func broken(end: Int) {
    let whole = block(0x0404, [1, 2, 3, 4])
    let cut = Array(block(0x040C, [UInt8](repeating: 7, count: 10))[..<end])
    #expect(ImageResources.removing(ImageResources.copies, from: whole + cut) == whole + cut)
  }
}
