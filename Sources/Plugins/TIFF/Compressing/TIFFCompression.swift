import ConverterCore
import TIFFStructure

/// Codes the samples of a TIFF file in fewer bytes, and leaves all else in it as it is.
///
/// Every directory is kept with every field, those that nobody knows included; strips and tiles alone are coded anew,
/// where that makes them smaller, and the fields that say where and how they are. Maker notes, which hold offsets within
/// the file, stay at their place.
struct TIFFCompression {
  private let file: TIFFFile
  private let context: ConversionContext

  /// The most bytes that may belong to no directory, as padding does, or to several, as shared numbers do. More of
  /// the former would be lost, and more of the latter would make the file grow.
  private static let mostUnclaimed = 4096

  init(_ input: InputFile, in context: ConversionContext) throws(ConversionError) {
    file = try TIFFFile(input)
    self.context = context
  }

  /// Writes the file anew, or as it is, with the reason in the ledger, where it had better stay so.
  ///
  /// - Throws: `limitExceeded`, `missingLibrary`, `readFailed`, `writeFailed`.
  func write(to output: OutputFile) throws(ConversionError) {
    let tree: TIFFTree
    do throws(TIFFTree.Obstacle) {
      tree = try TIFFTree(file, most: Self.mostUnclaimed, in: context)
    } catch {
      switch error {
      case .failure(let failure): throw failure
      case .reason(let why):
        context.note("file", .kept, why: why)
        return try output.write(everythingOf: file.input, in: context)
      }
    }
    do throws(ConversionError) {
      try write(tree, to: output)
      context.note("pixels", .kept, why: "coded anew without loss")
    } catch {
      guard error.code == .damagedInput else { throw error }
      context.note(
        "file", .kept,
        why: "other programs may make more of it than what would be left: \(error.message)")
      try output.startOver()
      try output.write(everythingOf: file.input, in: context)
    }
  }

  private func write(_ tree: TIFFTree, to output: OutputFile) throws(ConversionError) {
    let builder = DirectoryBuilder(isBigEndian: file.isBigEndian, isBig: file.isBig)
    let result = try TIFFOutput(output, builder, start: builder.header(firstDirectory: 0))
    result.reserved = tree.makerNotes
    for place in tree.makerNotes {
      try result.write(file.input.read(at: place.lowerBound, count: place.count), at: place)
    }
    for (index, page) in tree.pages.enumerated() {
      try context.checkpoint(Double(index) / Double(tree.pages.count))
      try result.append(directory: try fields(of: page, to: result))
    }
  }

  /// The fields of a directory as they are to be, once what they refer to is written.
  private func fields(
    of node: TIFFTree.Node, to output: TIFFOutput
  ) throws(ConversionError) -> [DirectoryBuilder.Field] {
    let builder = output.builder
    let directory = node.directory
    var replaced: [UInt16: DirectoryBuilder.Field?] = [:]
    if let samples = node.samples {
      for field in try TIFFSamplesWriter(samples, directory, context).write(to: output) {
        replaced.updateValue(field.field, forKey: field.tag)
      }
    }
    for (tag, below) in node.below.sorted(by: { $0.key < $1.key }) {
      var places: [Int] = []
      for node in below {
        places.append(try output.append(alone: try fields(of: node, to: output)))
      }
      replaced.updateValue(
        builder.integers(tag, type: directory.fields[tag]?.type ?? TIFFType.long, places),
        forKey: tag)
    }
    if let place = node.jpeg {
      let start = try output.append(copyOf: place, in: file.input, context)
      replaced.updateValue(
        builder.integers(TIFFTag.jpegOffset, type: TIFFType.long, [start]),
        forKey: TIFFTag.jpegOffset
      )
    }
    var result: [DirectoryBuilder.Field] = []
    for field in directory.fields.values where replaced[field.tag] == nil {
      let isInPlace = node.makerNote == field.bytes
      let value: DirectoryBuilder.Value =
        isInPlace
        ? .elsewhere(field.bytes.lowerBound)
        : .bytes(try file.input.read(at: field.bytes.lowerBound, count: field.bytes.count))
      result.append(
        DirectoryBuilder.Field(tag: field.tag, type: field.type, count: field.count, value: value))
    }
    return result + replaced.values.compactMap { $0 }
  }
}
