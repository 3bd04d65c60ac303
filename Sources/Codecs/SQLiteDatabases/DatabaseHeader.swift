package import ConverterCore

/// The first hundred bytes of a database: what SQLite says of it, and what it would pass over without a word.
///
/// https://www.sqlite.org/fileformat2.html, 1.3
package struct DatabaseHeader {
  private let bytes: [UInt8]
  private let fileByteCount: Int

  /// - Throws: `damagedInput` for a file that is no database; `readFailed`.
  package init(of input: InputFile) throws(ConversionError) {
    bytes = try input.read(at: 0, count: Self.byteCount)
    fileByteCount = input.byteCount
    guard bytes.count == Self.byteCount, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw ConversionError(.damagedInput, "is no SQLite database: its header is not one")
    }
  }

  private static let byteCount = 100

  /// The number that a program marks its databases with (`PRAGMA application_id`).
  package var applicationID: UInt32 { UInt32(number(at: 68)) }
  /// What that program has put there (`PRAGMA user_version`).
  package var userVersion: UInt32 { UInt32(number(at: 60)) }
  /// Whether it keeps changes in a second file while it is in use.
  package var hasLog: Bool { bytes[18] == 2 || bytes[19] == 2 }

  /// - Throws: `damagedInput` where the end of the file is missing.
  package func checkLength() throws(ConversionError) {
    // What is cut off within a page SQLite takes for zeros. Where the size in the header is not that of the
    // last change, an old program has written the file.
    guard bytes[24..<28] == bytes[92..<96] else { return }
    let pageSize = number(at: 16, width: 2)
    let byteCount = number(at: 28) * (pageSize == 1 ? 65536 : pageSize)
    guard byteCount <= fileByteCount else {
      throw ConversionError(
        .damagedInput,
        "the database is cut off: it has \(byteCount) bytes by its header, \(fileByteCount) are there"
      )
    }
  }

  /// The header is whole, so each number is there.
  private func number(at place: Int, width: Int = 4) -> Int {
    bytes.number(at: place, width: width, .big) ?? 0
  }
}
