import ConverterCore
import TIFFStructure

/// A file under way: what was written, and where the link to the next directory stands.
///
/// It is handed on from thread to thread in the order of strips; one at a time uses it.
final class TIFFOutput: @unchecked Sendable {
  let builder: DirectoryBuilder
  private let output: OutputFile
  private var position: Int
  private var link: Int

  /// - Parameter start: what the file begins with, a header first of all.
  init(
    _ output: OutputFile, _ builder: DirectoryBuilder, start: [UInt8]
  ) throws(ConversionError) {
    self.output = output
    self.builder = builder
    position = 0
    link = builder.isBig ? 8 : 4
    _ = try start.withUnsafeBufferPointer { (bytes) throws(ConversionError) in
      try append(UnsafeRawBufferPointer(bytes))
    }
  }

  /// - Returns: where it begins, on a word boundary.
  /// - Throws: `limitExceeded` where 32 bits are not enough for that, `writeFailed`.
  func append(_ bytes: UnsafeRawBufferPointer) throws(ConversionError) -> Int {
    position += position & 1
    let start = position
    guard builder.isBig || start + bytes.count <= UInt32.max else {
      throw ConversionError(
        .limitExceeded,
        "the result has more than 4 GB, which TIFF cannot address; --set bigtiff=true can")
    }
    try output.write(bytes, at: start)
    position += bytes.count
    return start
  }

  /// Adds a page's directory to the chain.
  func append(directory fields: [DirectoryBuilder.Field]) throws(ConversionError) {
    position += -position & 7
    let (bytes, next) = builder.bytes(of: fields, at: position)
    let start = try bytes.withUnsafeBufferPointer { (bytes) throws(ConversionError) in
      try append(UnsafeRawBufferPointer(bytes))
    }
    let number = builder.number(start, builder.isBig ? 8 : 4)
    try number.withUnsafeBufferPointer { (bytes) throws(ConversionError) in
      try output.write(UnsafeRawBufferPointer(bytes), at: link)
    }
    link = start + next
  }
}
