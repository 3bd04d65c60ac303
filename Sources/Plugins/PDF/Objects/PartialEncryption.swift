import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The encryption of a file whose pages can be read without a password: its streams are left as they are
/// (`/StmF /Identity`), and only attachments, or strings, are encrypted, or nothing at all (ISO 32000-2, 7.6.6).
///
/// qpdf asks for a password all the same. So it reads a copy whose trailer has another key in the place of
/// `/Encrypt`.
struct PartialEncryption {
  /// What stands in the place of `/Encrypt`.
  fileprivate static let hiddenKey = "/EncrypT"

  let permissions: PDFPermissions
  let encryptsStrings: Bool
  let encryptsAttachments: Bool

  /// - Parameter encrypt: the dictionary of an encrypted file.
  /// - Returns: `nil` where its streams are encrypted, too.
  init?(_ encrypt: PDFObject) {
    func filter(_ key: String) -> String { encrypt[key].name ?? "/Identity" }
    guard [4, 5].contains(encrypt["/V"].integer), filter("/StmF") == "/Identity" else {
      return nil
    }
    encryptsStrings = filter("/StrF") != "/Identity"
    encryptsAttachments = encrypt.has("/EFF") && filter("/EFF") != "/Identity"
    permissions = PDFPermissions(flags: encrypt["/P"].integer ?? 0)
  }

  /// What is encrypted, in words; `nil` where nothing is.
  var what: String? {
    switch (encryptsStrings, encryptsAttachments) {
    case (false, false): nil
    case (true, false): "its titles and other strings"
    case (false, true): "its attachments"
    case (true, true): "its attachments, titles and other strings"
    }
  }
}

extension PDFFile {
  /// Opens an encrypted file whose pages can be read without its password.
  ///
  /// - Returns: `nil` for any other.
  convenience init?(readableWithoutPassword bytes: FileBytes, limits: Limits)
    throws(ConversionError)
  {
    let places = bytes.encryptionKeys
    guard !places.isEmpty else { return nil }
    try limits.check(.memory, bytes.count, for: "reading the file")
    // The last letter.
    let hidden = FileBytes(bytes, with: UInt8(ascii: "T"), at: places.map { $0 + 7 })
    do throws(ConversionError) {
      try self.init(reading: hidden, password: nil)
    } catch {
      return nil
    }
    guard partialEncryption != nil else { return nil }
  }

  /// Takes the key that hides `/Encrypt` out of the trailer.
  func takePartialEncryption() -> PartialEncryption? {
    guard !isEncrypted, trailer.has(PartialEncryption.hiddenKey) else { return nil }
    let encrypt = trailer[PartialEncryption.hiddenKey]
    trailer.removeKey(PartialEncryption.hiddenKey)
    return PartialEncryption(encrypt)
  }
}

extension FileBytes {
  /// How far before `/Encrypt` its dictionary may begin.
  private static let mostBefore = 1 << 14

  /// Where trailers, and streams that stand for one, have the key `/Encrypt`.
  fileprivate var encryptionKeys: [Int] {
    let all = UnsafeBufferPointer(start: start, count: count)
    var places: [Int] = []
    var next = 0
    while let place = all.first("/Encrypt", from: next, to: count) {
      next = place + 8
      guard next < count, !all.isRegular(at: next), isInTrailer(place) else { continue }
      places.append(place)
    }
    return places
  }

  private func isInTrailer(_ place: Int) -> Bool {
    let all = UnsafeBufferPointer(start: start, count: count)
    let first = max(0, place - Self.mostBefore)
    let trailer = all.last("trailer", from: first, to: place)
    guard let object = all.last(" obj", from: first, to: place) else { return trailer != nil }
    if let trailer, trailer > object { return true }
    let end = all.first("stream", from: place, to: min(count, place + Self.mostBefore)) ?? place
    return all.first("/XRef", from: object, to: end) != nil
  }
}

extension UnsafeBufferPointer<CChar> {
  /// Whether a byte may be part of a name (ISO 32000-1, 7.2.2).
  fileprivate func isRegular(at index: Int) -> Bool {
    let byte = UInt8(bitPattern: self[index])
    return byte > 0x20 && !"()<>[]{}/%".utf8.contains(byte)
  }

  fileprivate func first(_ word: StaticString, from start: Int, to end: Int) -> Int? {
    guard let baseAddress else { return nil }
    let bytes = UnsafeRawPointer(baseAddress)
    let count = word.utf8CodeUnitCount
    var next = start
    while end - next >= count {
      guard let found = memchr(bytes + next, Int32(word.utf8Start.pointee), end - next - count + 1)
      else { return nil }
      let place = UnsafeRawPointer(found) - bytes
      if memcmp(found, word.utf8Start, count) == 0 { return place }
      next = place + 1
    }
    return nil
  }

  fileprivate func last(_ word: StaticString, from start: Int, to end: Int) -> Int? {
    var found: Int?
    var next = start
    while let place = first(word, from: next, to: end) {
      found = place
      next = place + 1
    }
    return found
  }
}
