import ArchiveModel
import ConverterCore
import TestSupport
import Testing

@Suite struct DamageTests {
  /// Cut anywhere: an error, or what was in the whole up to there, and the cut one at fault.
  @Test func cutAtEveryByte() throws {
    let whole = TinyTNEF.winmail.bytes
    let all = try Opened(whole)
    var complete: [Int] = []
    for count in 0..<whole.count {
      do {
        let opened = try Opened(Array(whole.prefix(count)))
        let sound = zip(opened.paths, opened.entries).filter { $0.1.fault == nil }.map(\.0)
        if sound == opened.paths { complete.append(count) }
        for path in sound where all.paths.contains(path) {
          #expect(try opened.content(path) == all.content(path), "\(path) of \(count)")
        }
        for entry in opened.entries {
          #expect(entry.fault.map { $0.code == .damagedInput } ?? true)
        }
        #expect(opened.entries.filter { $0.fault != nil }.count <= 1, "\(count)")
      } catch let error as ConversionError {
        #expect(error.code == .damagedInput)
        #expect(error.message == Self.fault(of: whole, cutAt: count), "\(count)")
      }
    }
    // Where the format cannot tell: between two attributes, when nothing is begun without a content.
    #expect(complete.count <= 14)
  }

  /// What is wrong with the beginning of a file, by the sizes of its attributes.
  private static func fault(of whole: [UInt8], cutAt count: Int) -> String? {
    guard count >= 4 else { return "does not begin with the signature of TNEF (78 9F 3E 22)" }
    let middle = "was cut off: it ends in the middle of an attribute"
    guard count >= 6 else { return middle }
    var start = 6
    while start < count {
      guard count >= start + 9 else { return middle }
      let size = whole[start + 5..<start + 9].reversed().reduce(0) { $0 << 8 | Int($1) }
      guard count >= start + 9 + size else {
        return "is damaged or was cut off: the attribute at byte \(start) has \(size) bytes, of "
          + "which \(count - start - 9) are there"
      }
      guard count >= start + 9 + size + 2 else { return middle }
      start += 9 + size + 2
    }
    return nil
  }

  @Test func cutAttachmentsSayHowMuchIsThere() throws {
    var file = TinyTNEF()
    file.file(Array("a".utf8), [1, 2, 3])
    file.beginAttachment()
    let start = file.bytes.count
    file.attachment(0x6800F, [UInt8](repeating: 9, count: 100))
    let opened = try Opened(Array(file.bytes.dropLast(42)))
    #expect(opened.paths == ["a", "attachment-2"])
    #expect(try opened.content("a") == [1, 2, 3])
    #expect(
      try opened.fault("attachment-2")?.message
        == "is damaged or was cut off: the attribute at byte \(start) has 100 bytes, of which 60 are "
        + "there")
  }

  @Test func anAttachmentWithoutContentIsAtFault() throws {
    var file = TinyTNEF()
    file.beginAttachment()
    #expect(
      try Opened(file.bytes).fault("attachment-1")?.message
        == "has no content; the file may have been cut off")
    file = TinyTNEF()
    file.file([0x61], [])
    #expect(try Opened(file.bytes).content("a") == [])
  }

  @Test func wrongChecksums() throws {
    var file = TinyTNEF()
    file.beginAttachment()
    file.attachment(0x18010, Array("a\0".utf8))
    file.append([2] + TinyTNEF.number(0x6800F, 4) + [3, 0, 0, 0, 1, 2, 3, 7, 0])
    file.file(Array("b".utf8), [4])
    let opened = try Opened(file.bytes)
    #expect(try opened.fault("a")?.message == "is damaged: its checksum is wrong")
    #expect(try opened.content("b") == [4])
    file = TinyTNEF()
    file.append([1] + TinyTNEF.number(0x2800C, 4) + [2, 0, 0, 0, 0x61, 0, 7, 0])
    #expect(try Opened(file.bytes).fault("body.txt")?.code == .damagedInput)
  }

  @Test func noSignature() {
    #expect(
      error { _ = try Opened([0x78, 0x9F, 0x3E, 0x23, 0, 0]) }?.message
        == "does not begin with the signature of TNEF (78 9F 3E 22)")
  }

  @Test func whatFollowsIsFillingOrDamage() throws {
    var file = TinyTNEF()
    file.file([0x61], [1])
    #expect(try Opened(file.bytes + [0x0D, 0x0A, 0, 0]).fault("a") == nil)
    #expect(
      try Opened(file.bytes + [0x0D, 0x0A, 5]).fault("a")?.message
        == "is damaged: no attribute begins at byte \(file.bytes.count), where one should")
  }

  @Test func referencesArePassedOver() throws {
    var file = TinyTNEF()
    file.beginAttachment()
    file.attachment(0x69005, TinyTNEF.block([.long(0x3705, 2)]))
    let opened = try Opened(file.bytes)
    #expect(opened.paths == [])
    #expect(opened.context.warnings.count == 1)
  }

  @Test func entriesAreCounted() throws {
    var limits = Limits.standard
    limits.entries = 3
    var file = TinyTNEF()
    for _ in 0..<4 { file.file([0x61], [1]) }
    #expect(error { _ = try Opened(file.bytes, limits: limits) }?.code == .limitExceeded)
  }

  /// Any bytes end well: numbers are changed at random, with checksums that are right.
  @Test(arguments: 0..<8)
  func changedAtRandom(seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let whole = TinyTNEF.winmail.bytes
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0...random(3) {
        let place = 6 + random(whole.count - 10)
        if random(2) == 0 {
          bytes[place] = UInt8(random(256))
        } else {
          bytes.replaceSubrange(
            place..<place + 4, with: TinyTNEF.number([0, -1, 0x7FFF_FFFF, 0x100][random(4)], 4))
        }
      }
      do {
        let opened = try Opened(TinyTNEF.withChecksums(bytes))
        for path in opened.paths { _ = try? opened.content(path) }
      } catch let error as ConversionError {
        #expect(error.code == .damagedInput)
      }
    }
  }
}
