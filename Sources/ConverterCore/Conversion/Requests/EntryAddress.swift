public import SystemPackage

/// Where a file stands inside an archive, or in an archive inside that: what follows `//` in
/// `takeout.zip//mail/All.mbox`.
public struct EntryAddress: Hashable, Sendable {
  /// A path for each archive on the way, the outermost first; `/` between components.
  ///
  /// The last may be a pattern, or empty for everything, until it is known what it names.
  public let steps: [[UInt8]]

  public init(steps: [[UInt8]]) {
    self.steps = steps
  }

  /// Takes apart what follows the archive: `inner.zip//docs/a.txt`.
  init(parsing bytes: ArraySlice<UInt8>) {
    var steps: [[UInt8]] = []
    var step: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "/"), rest.first == UInt8(ascii: "/") {
        rest = rest.drop { $0 == UInt8(ascii: "/") }
        steps.append(step)
        step = []
      } else {
        step.append(byte)
      }
    }
    self.init(steps: steps + [step])
  }

  /// As it is written behind the archive, without the first slashes.
  public var bytes: [UInt8] { Array(steps.joined(separator: Array("//".utf8))) }

  /// The last path or pattern.
  public var last: [UInt8] { steps.last ?? [] }

  /// The same place with another last step.
  public func replacingLast(_ step: [UInt8]) -> EntryAddress {
    EntryAddress(steps: steps.dropLast() + [step])
  }
}

extension Request.Input {
  /// Understands the words of a user: `-`, a path, or an archive's path and what is meant in it.
  ///
  /// `a//b` is an ordinary path where `a` is a folder, and an address where it is a file, or missing.
  public init(parsing bytes: [UInt8]) {
    let slash = UInt8(ascii: "/")
    guard bytes != [UInt8(ascii: "-")] else {
      self = .standardInput
      return
    }
    var position = bytes.startIndex
    while let next = bytes[position...].firstIndex(of: slash) {
      if next + 1 < bytes.count, bytes[next + 1] == slash, next > 0 {
        // What is not there at all is missed as an archive.
        if let path = FilePath(bytes: Array(bytes[..<next])), path.isRegularFile || !path.isThere {
          self.init(archiveLength: next, of: bytes)
          return
        }
      }
      position = next + 1
    }
    self = .file(FilePath(bytes: bytes) ?? "")
  }

  /// The same where it is known which part of the words is the archive's path.
  package init(archiveLength: Int, of bytes: [UInt8]) {
    let inner = bytes[archiveLength...].drop { $0 == UInt8(ascii: "/") }
    let archive = FilePath(bytes: Array(bytes[..<archiveLength])) ?? ""
    self = .entry(archive, EntryAddress(parsing: inner))
  }

  /// The words for it: ``init(parsing:)`` understands them.
  public var bytes: [UInt8] {
    switch self {
    case .standardInput: [UInt8(ascii: "-")]
    case .file(let path): path.bytes
    case .entry(let archive, let address): archive.bytes + Array("//".utf8) + address.bytes
    }
  }

  /// The path of the file; for one in an archive, a path as if the archive were a folder, which is good
  /// for names and for telling inputs apart, but not to be opened.
  public var path: FilePath? {
    switch self {
    case .file(let path): path
    case .entry(let archive, let address):
      FilePath(
        bytes: archive.bytes + (["".utf8.map(\.self)] + address.steps).joined(separator: "/".utf8))
        ?? archive
    case .standardInput: nil
    }
  }

  /// The path of the file that is to be opened.
  public var openedPath: FilePath? {
    switch self {
    case .file(let path), .entry(let path, _): path
    case .standardInput: nil
    }
  }

  /// Where the file stands in the one that is opened, if it does.
  public var address: EntryAddress? {
    if case .entry(_, let address) = self { address } else { nil }
  }
}
