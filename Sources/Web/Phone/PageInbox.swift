import ConverterCore
import HTTPTypes
import Hummingbird
import NIOCore
import SystemPackage

/// Where the pictures of a phone go: into the work folder, like all that is sent, and from there to the pages they are for.
struct PageInbox: Sendable {
  let uploads: Uploads
  /// Told of each picture that has arrived, by its path as the broker knows it, and the address of the page that it is for.
  let received: @Sendable (_ upload: FilePath, _ purpose: String) async throws -> Void

  /// Takes the pictures of a form as they come.
  ///
  /// - Returns: how many there were.
  /// - Throws: `usage` for what is no form, `unknownType` for what is no picture, `limitExceeded`, `writeFailed`. What had
  ///   arrived whole before stays.
  func receive(_ request: Request, for session: PhoneSession) async throws -> Int {
    guard let type = request.headers[.contentType],
      var reader = MultipartReader(contentType: type)
    else { throw ConversionError(.usage, "this is no form with pictures") }
    var arriving = ArrivingPicture(uploads, session)
    var count = 0
    do {
      for try await buffer in request.body {
        for event in try reader.read(buffer.readableBytesView) {
          guard let path = try await arriving.take(event) else { continue }
          count += 1
          try await received(path, session.purpose)
        }
      }
      try reader.finish()
    } catch {
      arriving.abandon()
      throw error
    }
    return count
  }
}

/// The picture of a form that is being taken.
private struct ArrivingPicture {
  private let uploads: Uploads
  private let session: PhoneSession
  private var name: String?
  /// The first bytes, until they tell whether it is a picture.
  private var head: [UInt8] = []
  private var current: UploadWriter?
  private var byteCount = 0

  init(_ uploads: Uploads, _ session: PhoneSession) {
    (self.uploads, self.session) = (uploads, session)
  }

  /// - Returns: the path of a picture that has arrived whole.
  mutating func take(_ event: MultipartReader.Event) async throws -> FilePath? {
    switch event {
    case .begin(_, let name):
      // A field in which nothing was chosen has an empty name.
      guard let name, !name.isEmpty else { break }
      guard session.reservePage() else { throw Self.full }
      self.name = name
    case .bytes(let bytes):
      guard name != nil else { break }
      byteCount += bytes.count
      guard byteCount <= PhoneSession.mostPictureBytes, session.take(bytes.count) else {
        throw Self.full
      }
      try await append(bytes)
    case .end:
      guard let name else { break }
      if current == nil { throw Self.noPicture(name) }
      let path = try await current?.finish()
      (current, self.name, head, byteCount) = (nil, nil, [], 0)
      return path
    }
    return nil
  }

  private mutating func append(_ bytes: [UInt8]) async throws {
    if let current { return try await current.append(bytes) }
    head += bytes
    guard head.count >= PictureBeginning.length, let name else { return }
    guard PictureBeginning.isPicture(head) else { throw Self.noPicture(name) }
    current = try uploads.begin(name)
    try await current?.append(head)
    head = []
  }

  /// Takes back a picture that does not arrive whole.
  mutating func abandon() {
    current?.abandon()
    if name != nil { session.abandonPage() }
    (current, name) = (nil, nil)
  }

  private static let full = ConversionError.exceeding(
    .init(fixed: "pictures", needed: PhoneSession.mostPages + 1, allowed: PhoneSession.mostPages),
    "a phone sends at most \(PhoneSession.mostPages) pictures of at most 64 MB, in ten minutes")

  private static func noPicture(_ name: String) -> ConversionError {
    ConversionError(.unknownType, "is no picture", file: FilePath(name.printable))
  }
}

/// What pictures of cameras begin with. Whether they are whole is found out when they are read.
enum PictureBeginning {
  static let length = 12

  static func isPicture(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= length else { return false }
    let brand = Array(bytes[4..<12])
    return bytes.starts(with: [0xff, 0xd8, 0xff]) || bytes.starts(with: [0x89, 0x50, 0x4e, 0x47])
      || ["ftypheic", "ftypheix", "ftypmif1", "ftypmsf1", "ftyphevc", "ftypavif"].contains {
        brand.elementsEqual($0.utf8)
      } || (bytes.starts(with: Array("RIFF".utf8)) && bytes[8..<12].elementsEqual("WEBP".utf8))
      || bytes.starts(with: [0x49, 0x49, 0x2a, 0]) || bytes.starts(with: [0x4d, 0x4d, 0, 0x2a])
  }
}
