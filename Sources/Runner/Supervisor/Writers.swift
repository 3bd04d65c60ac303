import CProcessShims
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Who can write a file that a worker was granted.
enum Writers {
  /// Nobody, and nobody gets to who has no way to open it by name.
  case none
  /// Somebody has it open for writing, or mapped, or in a message that waits in a socket.
  case some
  /// This system or file system cannot say.
  case unknown

  /// - Parameter file: open for reading alone.
  init(of file: FileDescriptor) {
    self =
      switch fairy_has_writers(file.rawValue) {
      case 0: .none
      case 1: .some
      default: .unknown
      }
  }

  /// The writers of an output once this process, which made it, is none of them any more.
  ///
  /// A process that is being forked at the moment has copies of our descriptors until it starts its program, so the
  /// question is repeated for a tenth of a second, which only a worker that misbehaves costs.
  init(endingThoseOf output: OutputFile) {
    self = .unknown
    guard let file = output.endWriting() else { return }
    self = Writers(of: file)
    for pause in Self.pauses where self == .some {
      usleep(pause)
      self = Writers(of: file)
    }
  }

  /// In microseconds.
  private static let pauses: [UInt32] = [1000, 3000, 6000, 10_000, 30_000, 50_000]
}
