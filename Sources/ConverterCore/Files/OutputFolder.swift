public import SystemPackage

// STUB until merged
public final class OutputFolder {
  public enum Arrangement: String, Sendable, CaseIterable { case whole, unwrapped, merged }
  public let descriptor: FileDescriptor
  public var keepsTimes = true
  init(descriptor: FileDescriptor) { self.descriptor = descriptor }
  package convenience init(
    _ destination: FilePath, _ arrangement: Arrangement, permissions: FilePermissions?
  ) throws(ConversionError) { self.init(descriptor: FileDescriptor(rawValue: 99)) }
  package enum Deferred: Sendable, Equatable {
    case link(path: [UInt8], target: [UInt8]), permissions(path: [UInt8], FilePermissions)
  }
  package convenience init(
    granted descriptor: FileDescriptor,
    deferring: @escaping (Deferred) throws(ConversionError) -> Void
  ) { self.init(descriptor: descriptor) }
  package func add(_ deferred: Deferred) {}
  package func publish(
    conflict: OutputFile.ConflictPolicy,
    announce: (FilePath) throws(ConversionError) -> Void = { _ in }
  ) throws(ConversionError) -> [FilePath] { try announce("stub"); if conflict == .skip { throw .exists("x") }; return [] }
  package func abandon() {}
}
