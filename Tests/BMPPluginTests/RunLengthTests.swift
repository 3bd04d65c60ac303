import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import BMPPlugin

@Suite struct RunLengthTests {
  private func eight(_ pixels: [UInt8], width: Int = 4, height: Int = 2) throws -> [Int] {
    let gray = (0..<256).flatMap { index -> [UInt8] in
      [UInt8(index), UInt8(index), UInt8(index), 0]
    }
    return try decode(
      TinyBMP(
        width: width, height: height, bits: 8, compression: 1, colours: gray, pixels: pixels
      ).bytes)
  }

  @Test func runsAndLiterals() throws {
    // Three of 5 and a 6; the row above: 1 2 3 as they are, filled up, and a 9.
    let data: [UInt8] = [3, 5, 1, 6, 0, 0, 0, 3, 1, 2, 3, 0, 1, 9, 0, 1]
    #expect(try eight(data) == [1, 2, 3, 9, 5, 5, 5, 6])
  }

  @Test func whatIsSkippedHasTheFirstColour() throws {
    // One right and one up, then a 7.
    #expect(try eight([0, 2, 1, 1, 1, 7, 0, 1]) == [0, 7, 0, 0, 0, 0, 0, 0])
    #expect(try eight([0, 1]) == [Int](repeating: 0, count: 8))
    #expect(try eight([2, 8, 0, 0, 0, 1]) == [0, 0, 0, 0, 8, 8, 0, 0])
  }

  @Test func whatIsTooMuchIsLost() throws {
    #expect(try eight([9, 3, 0, 0, 255, 4, 0, 1]) == [4, 4, 4, 4, 3, 3, 3, 3])
    #expect(try eight([4, 1, 0, 2, 0, 200, 4, 1, 0, 1]) == [0, 0, 0, 0, 1, 1, 1, 1])
    // The mark of the end may be missing.
    #expect(try eight([4, 3, 0, 0, 4, 4]) == [4, 4, 4, 4, 3, 3, 3, 3])
  }

  @Test func halvesOfBytes() throws {
    let colours = (0..<16).flatMap { index -> [UInt8] in
      [UInt8(index), UInt8(index), UInt8(index), 0]
    }
    // Five of 1 and 2 in turns; above 3 4 5 as they are, two bytes, and two of 6.
    let data: [UInt8] = [5, 0x12, 0, 0, 0, 3, 0x34, 0x50, 2, 0x66, 0, 1]
    let file = TinyBMP(
      width: 5, height: 2, bits: 4, compression: 2, colours: colours, pixels: data)
    #expect(try decode(file.bytes) == [3, 4, 5, 6, 6, 1, 2, 1, 2, 1])
  }

  @Test func wholePixelsOfOS2() throws {
    let data: [UInt8] = [2, 1, 2, 3, 0, 0, 0, 3, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 0, 1]
    let file = TinyBMP(width: 3, height: 2, bits: 24, compression: 4, size: 64, pixels: data)
    #expect(
      try decode(file.bytes) == [1, 1, 1, 2, 2, 2, 3, 3, 3] + [3, 2, 1, 3, 2, 1, 0, 0, 0])
  }

  @Test func noPrefixIsTakenForTheWhole() throws {
    let data: [UInt8] = [3, 5, 1, 6, 0, 0, 0, 3, 1, 2, 3, 0, 1, 9]
    #expect(try eight(data) == [1, 2, 3, 9, 5, 5, 5, 6])
    for count in 0..<data.count {
      #expect(errorCode { _ = try eight(Array(data.prefix(count))) } == .damagedInput, "\(count)")
    }
  }
}
