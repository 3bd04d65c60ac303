import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files without a name that a worker was granted and may still have open: they take room on the disk for as long.
struct DiskAccount {
  private var files: [OutputFile] = []
  /// How many there may be before it is looked which of them the worker has no more.
  private var mostBeforePruning = 64

  /// No conversion has more of them at a time.
  static let mostFiles = 1000

  /// How many bytes they may take together, in times of the limit of one output. Each of them holds a result that is
  /// looked at before it is kept, an input without its password, or the pictures of a document, and no conversion
  /// has more than a few of these at a time.
  static let outputs = 4

  var isEmpty: Bool { files.isEmpty }

  /// Takes a file that was granted.
  ///
  /// - Returns: whether a worker can need so many.
  mutating func add(_ file: OutputFile) -> Bool {
    _ = file.endWriting()
    files.append(file)
    guard files.count >= mostBeforePruning else { return true }
    prune()
    mostBeforePruning = max(64, 2 * files.count)
    return files.count < Self.mostFiles
  }

  /// Drops what the worker has no more.
  mutating func prune() {
    files.removeAll { file in file.descriptor.map { Writers(of: $0) == .none } ?? true }
  }

  /// What they take on the disk, in bytes.
  var byteCount: Int {
    files.reduce(0) { $0.clampedSum($1.measure?.onDisk ?? 0) }
  }
}

extension OutputFile {
  /// What the system says of a file, whoever writes it.
  struct Measure {
    /// From the first byte to the last.
    let length: Int
    /// What it takes on the disk, which is less where there are gaps, and more where room was taken behind its end.
    let onDisk: Int
    let permissions: CModeT
  }

  /// `nil` where there is no file, or the system does not say.
  var measure: Measure? {
    guard let descriptor, let status = descriptor.status else { return nil }
    return Measure(
      length: Int(status.st_size), onDisk: Int(status.st_blocks).clampedProduct(512),
      permissions: status.st_mode & 0o7777)
  }

  /// Whether the file is larger than an output may be, or takes more of the disk: file systems take room in blocks,
  /// and some take as much again for a file that grows.
  func exceeds(_ limits: Limits) -> Bool {
    guard let measure else { return true }
    let most = limits.output.clampedSum(measure.length).clampedSum(1 << 20)
    return measure.length > limits.output || measure.onDisk > most
  }
}
