import ArchiveModel
import ConverterCore
import Foundation
import TestSupport
import Testing

/// libzip, by its own tool: what it reads, we read alike.
///
/// It is not part of the program because it unpacks entries that share bytes, and does not tell where they are.
@Suite(.enabled(if: Places.has(program: "ziptool"))) struct LibzipTests {
  typealias Entry = SyntheticArchive.Entry

  /// What libzip makes of an archive: names and contents in order; `nil` for contents that it refuses.
  private struct Listing {
    var names: [String] = []
    var contents: [[UInt8]?] = []

    /// `nil` where libzip cannot open the archive.
    init?(_ bytes: [UInt8], password: String? = nil) throws {
      let folder = try ScratchFolder()
      let path = try folder.write(bytes, to: "a.zip")
      func run(_ words: [String]) throws -> Program.Result {
        try Program.run("/usr/bin/env", ["ziptool", path] + words)
      }
      let count = try run(["get_num_entries", "0"])
      guard count.status == 0, let entries = Int(count.text.prefix { $0.isNumber }) else {
        return nil
      }
      let key = password.map { ["set_password", $0] } ?? []
      for index in 0..<entries {
        names.append(try run(["stat", "\(index)"]).name)
        let content = try run(key + ["cat", "\(index)"])
        contents.append(content.status == 0 ? content.output : nil)
      }
    }
  }

  /// Archives of all kinds that libzip knows.
  private static let archives: [(name: String, archive: SyntheticArchive)] = {
    var all: [(String, SyntheticArchive)] = []
    func add(
      _ name: String, _ entries: [Entry], _ change: (inout SyntheticArchive) -> Void = { _ in }
    ) {
      var archive = SyntheticArchive(entries)
      change(&archive)
      all.append((name, archive))
    }
    let text = Array(repeating: Array("fairy archive\n".utf8), count: 100).flatMap { $0 }
    let plain = [Entry("a", "hello"), Entry(deflated: "b/c", text), Entry("d/")]
    add("plain", plain)
    add("ZIP64", plain) { $0.isZIP64 = true }
    add("comment", plain) { $0.comment = Array("PK\u{5}\u{6} is no end".utf8) }
    add("empty", [])
    add("prefix", plain) { $0.prefix = Array("#!/bin/sh\n".utf8) }
    add("suffix", plain) { $0.suffix = [UInt8](repeating: 0, count: 40) }
    add("descriptors", plain.map { $0.withDescriptor() })
    add("descriptors without signature", plain.map { $0.withDescriptor(signature: false) })
    add("UTF-8", [Entry("größe/日本.txt", "1", flags: 1 << 11)])
    add("CP437", [Entry(legacy("Größe.txt", "CP437"), data: [65], method: 0, content: [65])])
    var unicode = Entry("????.txt", "1")
    unicode.central.extra = field(
      0x7075, [1] + little(crc(Array("????.txt".utf8)), 4) + Array("тест.txt".utf8))
    unicode.local.extra = unicode.central.extra
    add("Unicode field", [unicode])
    var damaged = Entry("x", "damaged")
    damaged.data[0] ^= 1
    add("a checksum that is wrong", [damaged, Entry("y", "good")])
    for (method, base64, flags) in MethodTests.samples.map({ ($0.method, $0.base64, $0.flags) }) {
      let data = [UInt8](Data(base64Encoded: base64) ?? Data())
      add(
        "method \(method), flags \(flags)",
        [
          Entry(
            Array("a".utf8), data: data, method: method, content: MethodTests.sample, flags: flags)
        ])
    }
    return all
  }()

  @Test(arguments: archives.indices) func readsTheSame(index: Int) throws {
    let (name, archive) = Self.archives[index]
    try compare(archive.bytes, name)
  }

  @Test(arguments: CorpusTests.folders.flatMap(Sample.files(in:)))
  func readsTheSameOfFiles(sample: Sample) throws {
    let name = sample.name
    let password =
      name.contains("foofoofoo") ? "foofoofoo" : name.contains("_foo") ? "foo" : nil
    try compare(try sample.bytes(), name, password: password)
  }

  /// What libzip reads and we do not is refused on purpose.
  private func compare(_ bytes: [UInt8], _ name: String, password: String? = nil) throws {
    guard let theirs = try Listing(bytes, password: password) else { return }
    let ours = try OpenArchive(bytes, password: password)
    #expect(ours.entries.count == theirs.names.count, "\(name)")
    let outcomes = try ours.outcomes()
    for (index, outcome) in outcomes.enumerated() where index < theirs.names.count {
      // libzip knows no encoding but UTF-8 and CP437, and no separator but the slash.
      if ["CP437", "UTF-8", nil].contains(ours.archive.nameEncoding?.name) {
        #expect(ours.names[index].asListed == theirs.names[index].asListed, "\(name)")
      }
      guard let content = theirs.contents[index] else { continue }
      #expect(outcome == .content(content), "\(name), \(theirs.names[index])")
    }
  }
}

extension Program.Result {
  /// What `ziptool` says between the quotes behind `name:`.
  fileprivate var name: String {
    let text = text
    guard let start = text.range(of: "name: '"), let end = text.range(of: "'\nindex: ") else {
      return ""
    }
    return String(text[start.upperBound..<end.lowerBound])
  }
}

extension String {
  /// Composed, with slashes, and none at the end.
  fileprivate var asListed: String {
    var text = precomposedStringWithCanonicalMapping.replacingOccurrences(of: "\\", with: "/")
    while text.count > 1, text.last == "/" { text.removeLast() }
    return text
  }
}
