import ConverterCore
import TIFFStructure

/// A file under way: what was written, and where the link to the next directory stands.
final class TIFFOutput {
  let builder: DirectoryBuilder
  private let output: OutputFile
  private var position: Int
  /// What nothing else is put over, in order.
  var reserved: [Range<Int>] = []
  private var link: Int

  /// - Parameter start: what the file begins with, a header first of all.
  init(
    _ output: OutputFile, _ builder: DirectoryBuilder, start: [UInt8]
  ) throws(ConversionError) {
    self.output = output
    self.builder = builder
    position = 0
    link = builder.isBig ? 8 : 4
    _ = try append(start.span)
  }

  /// - Returns: where it begins, on a word boundary.
  /// - Throws: `limitExceeded` where 32 bits are not enough for that, `writeFailed`.
  func append(_ bytes: Span<UInt8>) throws(ConversionError) -> Int {
    position += position & 1
    pass(bytes.count)
    let start = position
    guard builder.isBig || start + bytes.count <= UInt32.max else {
      throw ConversionError.exceeding(
        .init(fixed: "file", needed: start + bytes.count, allowed: Int(UInt32.max)),
        "the result has more than 4 GB, which TIFF cannot address; --set bigtiff=true can")
    }
    try output.write(bytes, at: start)
    position += bytes.count
    return start
  }

  /// Goes on behind what is reserved where `count` bytes do not fit before it.
  private func pass(_ count: Int) {
    for range in reserved where range.lowerBound < position + count && range.upperBound > position {
      position = range.upperBound + range.upperBound & 1
    }
  }

  /// Writes where something is reserved for it.
  func write(_ bytes: [UInt8], at place: Range<Int>) throws(ConversionError) {
    try output.write(bytes.span, at: place.lowerBound)
  }

  /// Copies a part of another file.
  ///
  /// - Returns: where it begins.
  func append(
    copyOf place: Range<Int>, in input: InputFile, _ context: ConversionContext
  ) throws(ConversionError) -> Int {
    try context.limits.check(.memory, place.count, for: "a strip or tile")
    try context.checkpoint()
    let bytes = try input.read(at: place.lowerBound, count: place.count)
    return try append(bytes.span)
  }

  /// Adds a directory that others than the one before it refer to.
  ///
  /// - Returns: where it begins.
  func append(alone fields: [DirectoryBuilder.Field]) throws(ConversionError) -> Int {
    try place(fields).start
  }

  /// - Returns: where it begins, and where its link to the next one stands.
  private func place(
    _ fields: [DirectoryBuilder.Field]
  ) throws(ConversionError) -> (start: Int, link: Int) {
    position += -position & 7
    // Where it stands decides what it holds, though not how much.
    let count = builder.bytes(of: fields, at: position).bytes.count
    while true {
      let tried = position
      pass(count)
      position += -position & 7
      if position == tried { break }
    }
    let (bytes, link) = builder.bytes(of: fields, at: position)
    let start = try append(bytes.span)
    return (start, start + link)
  }

  /// Adds a page's directory to the chain.
  func append(directory fields: [DirectoryBuilder.Field]) throws(ConversionError) {
    let (start, next) = try place(fields)
    let number = builder.number(start, builder.isBig ? 8 : 4)
    try output.write(number.span, at: link)
    link = next
  }
}
