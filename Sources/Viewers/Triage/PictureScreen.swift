public import ConverterCore

/// A screen on which pictures can be put over lines.
public protocol PictureScreen: Screen {
  /// Shows lines as ``ConverterCore/Screen/draw(_:)`` does, and pictures over them. Those that were shown before go.
  func draw(_ lines: [[UInt8]], _ pictures: [PlacedPicture]) throws(ConversionError)
}

/// A picture made of pixels at its place on a screen.
public struct PlacedPicture: Sendable, Equatable {
  /// Of its top left corner, from 0.
  public let row: Int
  public let column: Int
  /// How many rows it takes.
  public let rows: Int
  /// Sequences for a terminal that stands there.
  public let bytes: [UInt8]

  public init(row: Int, column: Int, rows: Int, bytes: [UInt8]) {
    (self.row, self.column, self.rows, self.bytes) = (row, column, rows, bytes)
  }
}
