import ConverterCore
import TestSupport
import Testing

/// An archive that would reach out of its folder, or hide what it is.
struct HostileArchive: Sendable, CustomTestStringConvertible {
  let name: String
  /// `@` in names and targets stands for the folder that holds everything.
  let make: @Sendable (_ root: String) throws -> [UInt8]
  /// With `--keep-going`.
  let remains: [String]
  var status: Int32 = 65
  var testDescription: String { name.printable }

  /// What makes entries bad whose names are good: `good` comes before and stays.
  private static func zip(_ things: String..., remains: [String] = []) -> HostileArchive {
    HostileArchive(
      name: "zip " + things.joined(separator: ", "),
      make: { root in
        var archive = ZIPBytes("good=1")
        for thing in things { archive.add(thing.replacing("@", with: root)) }
        return archive.bytes
      }, remains: (["good = \"1\""] + remains).sorted())
  }

  private static func zip(
    _ name: String, _ things: String..., remains: [String] = ["good = \"1\""],
    change: @escaping @Sendable (inout ZIPBytes.Entry) -> Void
  ) -> HostileArchive {
    HostileArchive(
      name: "zip with \(name)",
      make: { _ in
        var archive = ZIPBytes("good=1")
        for thing in things { archive.add(thing) }
        return archive.last(change).bytes
      }, remains: remains)
  }

  private static func tar(_ things: String..., remains: [String] = []) -> HostileArchive {
    HostileArchive(
      name: "tar " + things.joined(separator: ", "),
      make: { root in
        var bytes = TarBytes("good=1").bytes.dropLast(1024)
        for thing in things {
          bytes += TarBytes(thing.replacing("@", with: root)).bytes.dropLast(1024)
        }
        return bytes + [UInt8](repeating: 0, count: 1024)
      }, remains: (["good = \"1\""] + remains).sorted())
  }

  static let names = [
    zip("../evil=x"), zip("../../victims/v=x"), zip("a/../../evil=x"), zip("a/..=x"), zip("..=x"),
    zip("../"), zip("../new/"), zip("@/victims/v=x"), zip("//evil=x"), zip("C:\\evil=x"),
    zip("C:evil=x"), zip("c:/evil=x"), zip("\\\\server\\share\\evil=x"), zip("..\\evil=x"),
    zip("a\\..\\..\\..\\evil=x"), zip("\\evil=x"), zip("=x"), zip("a\u{1B}[31mred=x"),
    zip("a\nb=x"), zip("a\rb=x"), zip("a\0b=x"), zip("a\u{9B}31m=x"), zip("a\u{7F}=x"),
    zip("a\u{202E}gpj.exe=x"), zip("a\u{2066}b=x"), zip("a\u{2028}b=x"),
    zip(String(repeating: "n", count: 256) + "=x"),
  ]

  static let links = [
    zip("l>../victims/v"), zip("l>../../victims"), zip("l>.."), zip("l>@/victims/v"),
    zip("l>/etc/passwd"), zip("l>"), zip("d/l>../../../victims/v"),
    zip("a>.", "p/y>../a/../../victims", remains: ["a -> ."]),
    zip("d/", "a>d", "b>a/../../victims", remains: ["a -> d", "d/"]),
    zip("l>../../victims", "l/evil=x", remains: ["l/", "l/evil = \"x\""]),
    zip("l>@/victims", "l/v=x", remains: ["l/", "l/v = \"x\""]),
    zip("d/", "l>d", "l/evil=x", remains: ["d/", "l -> d"]),
    zip("l>d", "l=x", remains: ["l -> d"]), zip("l>d", "l/", remains: ["l -> d"]),
    tar("l>../../victims"), tar("l>../../victims", "l/evil=x", remains: ["l/", "l/evil = \"x\""]),
    tar("h~../../victims/v"), tar("h~@/victims/v"), tar("h~/etc/passwd"), tar("h~missing"),
    tar("l>good", "h~l", remains: ["l -> good"]),
  ]

  static let others = [
    zip("another local name", "a=1") { $0.localName = Array("b".utf8) },
    zip("a wrong checksum", "a=1") { $0.checksumError = 1 },
    zip("overlapping entries", "a=1", remains: []) { $0.offset = 0 },
    zip("a device", "a=1") { $0.mode = 0o020666 }, zip("a disk", "a=1") { $0.mode = 0o060666 },
    zip("a socket", "a=1") { $0.mode = 0o140644 },
    tar("../evil=x"), tar("@/victims/v=x"), tar("c!3"), tar("b!4"), tar("p!6"),
  ]

  /// What the fixtures and the corpus have of the kind.
  static let found =
    Sample.present(["fixtures/others/zip", "zip"], name: \.self).flatMap(Sample.files(in:))
    .filter { $0.name.contains("/attack-") || $0.name.contains("/bomb-") }.map { file in
      HostileArchive(
        name: file.name, make: { _ in try file.bytes() },
        remains: file.name.contains("zip-slip")
          ? ["good.txt = \"this%20is%20a%20good%20one%a\""] : [],
        status: file.name.contains("bomb") ? 75 : 65)
    }
}
