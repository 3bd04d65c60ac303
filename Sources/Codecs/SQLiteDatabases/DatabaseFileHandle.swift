package import ConverterCore

/// The one file of a database, as SQLite reaches it.
///
/// SQLite is only told that something failed; the reason is kept here.
package final class DatabaseFile {
  private let storage: Storage
  private(set) var failure: ConversionError?

  private enum Storage {
    case input(InputFile)
    case output(OutputFile)
  }

  package init(_ input: InputFile) { storage = .input(input) }
  package init(_ output: OutputFile) { storage = .output(output) }

  var isWritable: Bool {
    if case .output = storage { true } else { false }
  }

  var byteCount: Int {
    switch storage {
    case .input(let input): input.byteCount
    case .output(let output): output.byteCount
    }
  }

  /// - Parameter buffer: of SQLite, as long as it says, and filled no further.
  /// - Returns: how many bytes came; `nil` where it failed.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    do throws(ConversionError) {
      return switch storage {
      case .input(let input): unsafe try input.read(at: offset, into: buffer)
      case .output(let output): unsafe try output.read(at: offset, into: buffer)
      }
    } catch {
      failure = failure ?? error
      return nil
    }
  }

  /// - Parameter bytes: of SQLite, as many as it says; they are used in this call alone.
  /// - Returns: whether it worked.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    guard case .output(let output) = storage else { return false }
    do throws(ConversionError) {
      try unsafe output.write(bytes, at: offset)
      return true
    } catch {
      failure = failure ?? error
      return false
    }
  }

  /// Keeps why a statement was stopped.
  func fail(_ error: ConversionError) {
    failure = failure ?? error
  }
}
