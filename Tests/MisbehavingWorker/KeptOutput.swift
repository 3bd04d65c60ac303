import CProcessShims
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ways to write an output after it was finished.
enum KeptOutput: String {
  /// A second descriptor.
  case keepOpen = "keep-open"
  /// No descriptor, but the bytes in memory.
  case keepMapped = "keep-mapped"
  /// No descriptor, but a message with one, behind the one that says that all is done.
  case keepInSocket = "keep-in-socket"
  /// A second descriptor in another process, which has left the process that it comes from.
  case keepInChild = "keep-in-child"

  static func keep(_ output: OutputFile, as words: [String]) throws(ConversionError) {
    guard let way = words.first.flatMap(KeptOutput.init(rawValue:)), let file = output.descriptor
    else { return }
    // There is something to map.
    pwrite(file.rawValue, "begun", 5, 0)
    switch way {
    case .keepOpen: writeLater(dup(file.rawValue))
    case .keepMapped: writeLater(mappedAt: mapped(file))
    case .keepInSocket: sendBack(file)
    case .keepInChild:
      if fork() == 0 {
        close(0)
        while true { pwrite(file.rawValue, "EVIL", 4, 0) }
      }
    }
  }

  /// Keeps a descriptor, and writes to it for as long as the process lives.
  private static func writeLater(_ descriptor: Int32) {
    _ = WorkerThread { while true { pwrite(descriptor, "EVIL", 4, 0) } }
  }

  private static func writeLater(mappedAt address: UInt) {
    _ = WorkerThread {
      while true { UnsafeMutablePointer<UInt8>(bitPattern: address)?.pointee = 0x4c }
    }
  }

  private static func mapped(_ file: FileDescriptor) -> UInt {
    UInt(bitPattern: mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0))
  }

  /// Says that all is done, and sends the output after more than is read at once.
  private static func sendBack(_ file: FileDescriptor) {
    let line = #"{"finished":{"input":"x","status":"done"},"leaving":false}"# + "\n"
    let padding = String(repeating: " ", count: 50_000)
    _ = fairy_send(0, line + padding, line.utf8.count + padding.utf8.count, nil, 0)
    var number = file.rawValue
    _ = fairy_send(0, " ", 1, &number, 1)
    close(file.rawValue)
    while true { sleep(1) }
  }
}
