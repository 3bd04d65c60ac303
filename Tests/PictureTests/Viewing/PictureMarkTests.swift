import PictureModel
import Testing

@testable import TerminalPictures

/// Outlines over pictures, pixel by pixel.
@Suite struct PictureMarkTests {
  /// Gray of 200, with a square from 5.5 to 34.5 that is drawn over it.
  private func drawn(isGuess: Bool = false) -> PixelBuffer {
    let pixels = PixelBuffer(.rgb8, width: 40, height: 40)
    for y in 0..<40 {
      let row = pixels.planes[0].row(y, as: UInt8.self)
      for x in 0..<120 { row[x] = 200 }
    }
    let (near, far) = (5.5 / 40, 34.5 / 40)
    PictureMark(
      corners: [[near, near], [far, near], [far, far], [near, far]], isGuess: isGuess
    ).draw(on: pixels, thickness: 2)
    return pixels
  }

  private func pixel(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> [UInt8] {
    let row = pixels.planes[0].row(y, as: UInt8.self)
    return (0..<3).map { row[3 * x + $0] }
  }

  @Test func aSideIsALineWithADarkEdge() {
    let pixels = drawn()
    // The line is two pixels thick: one, and half of one on each side; then its edge.
    #expect(pixel(pixels, 20, 5) == [0, 230, 80])
    #expect(pixel(pixels, 20, 4) == [40, 155, 80])
    #expect(pixel(pixels, 20, 6) == [40, 155, 80])
    #expect(pixel(pixels, 20, 3) == [140, 140, 140])
    #expect(pixel(pixels, 20, 2) == [200, 200, 200])
    for (x, y) in [(34, 20), (20, 34), (5, 20)] { #expect(pixel(pixels, x, y) == [0, 230, 80]) }
    #expect(pixel(pixels, 20, 20) == [200, 200, 200])
  }

  @Test func cornersHaveDots() {
    let pixels = drawn()
    for (x, y) in [(5, 5), (34, 5), (34, 34), (5, 34)] {
      #expect(pixel(pixels, x, y) == [0, 230, 80])
    }
    // Outside of the square: 2 pixels from the corner along each axis, then 3.
    #expect(pixel(pixels, 3, 3) == [26, 181, 80])
    #expect(pixel(pixels, 2, 2) == [169, 169, 169])
    #expect(pixel(pixels, 1, 1) == [200, 200, 200])
  }

  @Test func aGuessIsDashed() {
    let pixels = drawn(isGuess: true)
    #expect(pixel(pixels, 20, 5) == [255, 150, 0])
    #expect(pixel(pixels, 14, 5) == [200, 200, 200])
    #expect(pixel(pixels, 8, 5) == [255, 150, 0])
  }

  /// Corners of paper that the photo cuts off are beyond it.
  @Test func whatIsBeyondThePictureIsNotDrawn() {
    let pixels = PixelBuffer(.rgb8, width: 8, height: 8)
    for y in 0..<8 {
      let row = pixels.planes[0].row(y, as: UInt8.self)
      for x in 0..<24 { row[x] = 0 }
    }
    PictureMark(corners: [[-9, -9], [0.5, -9], [0.5, 9], [-9, 9]]).draw(on: pixels, thickness: 2)
    // From 4 down the middle: half of it on each side.
    #expect((0..<8).map { pixel(pixels, $0, 3)[1] } == [0, 0, 0, 230, 230, 0, 0, 0])
  }
}
