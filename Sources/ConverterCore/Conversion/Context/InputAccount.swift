/// What was learnt of the input while it was read, besides its content.
struct InputAccount {
  /// Bytes of an input that is no file: of all files in a folder.
  var byteCount: Int?
  /// Bytes of all input files.
  var readByteCount: Int?
  /// Whether it had to be repaired to be read.
  var isDamaged = false
}
