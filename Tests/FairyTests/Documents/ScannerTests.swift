import Foundation
import TestSupport
import Testing

@testable import FairyCommandLine

/// `fairy scan --device`, with a program in place of `scanimage`, and with SANE's own test scanner.
@Suite struct ScannerTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// Puts a `scanimage` first into the search path, which notes the words that it gets.
  ///
  /// - Parameter feeding: what it does for a batch, with the folder in `$to`.
  private func scanner(feeding: String) throws -> [String: String] {
    let script = """
      #!/bin/bash
      printf '%s\\n' "$*" >>'\(scratch.file("calls"))'
      case "$*" in
      *--formatted-device-list*) printf 'net:1\\tACME\\tFeedo 3\\tsheetfed scanner\\n' ;;
      *--all-options*)
        echo '    --mode Lineart|Gray|Color [Gray]'
        echo '    --source Flatbed|ADF Front|ADF Duplex [Flatbed]'
        echo '    --resolution 75|150|300dpi [75]' ;;
      *)
        for word in "$@"; do case "$word" in --batch=*) to=${word#--batch=}; to=${to%/*} ;; esac; done
        stat -c %a "$to" >'\(scratch.file("mode"))'
        page() { printf 'P5 40 50 255\\n%2000s' '' >"$to/Page $1.tiff"; echo "$to/Page $1.tiff"; }
        \(feeding) ;;
      esac
      """
    try scratch.write(Array(script.utf8), to: "bin/scanimage")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: scratch.file("bin/scanimage"))
    try FileManager.default.createDirectory(
      atPath: scratch.file("tmp"), withIntermediateDirectories: true)
    return ["PATH": "\(scratch.file("bin")):/usr/bin:/bin", "TMPDIR": scratch.file("tmp")]
  }

  private func scan(_ words: [String], _ environment: [String: String]) throws -> Program.Result {
    try Program.run(
      Program.fairy, ["scan"] + words + ["--ocr", "off"], in: scratch.path, environment: environment
    )
  }

  private var calls: [String] {
    get throws {
      String(decoding: try scratch.bytes("calls"), as: UTF8.self).split(separator: "\n").map(
        String.init)
    }
  }

  private var leftovers: [String] { scratch.names.filter { $0.hasPrefix("tmp/") } }

  @Test func aFeederIsScannedUntilItIsEmpty() throws {
    let environment = try scanner(
      feeding: "for n in 1 2 3; do page $n; done; "
        + "echo 'scanimage: sane_start: Document feeder out of documents' >&2; exit 7")
    let result = try scan(
      ["--device", "--source", "feeder", "--json", "-o", "out.pdf"], environment)
    #expect(result.status == 0, "\(result.error)")
    let objects = try result.objects()
    #expect(
      objects.map { $0["input"] as? String }
        == ["net:1 page 1", "net:1 page 2", "net:1 page 3", "net:1 page 1"])
    #expect(result.error.contains("net:1: 3 pages scanned, ADF Front, Color, 300 dpi"))
    let call = try #require(try calls.last)
    #expect(call.hasSuffix("--batch-print --source=ADF Front --mode=Color --resolution=300"))
    #expect(call.hasPrefix("--device-name=net:1 --format=tiff --batch="))
    #expect(try scratch.bytes("mode") == Array("700\n".utf8))
    #expect(leftovers == [])
  }

  @Test func aFlatbedGivesOnePage() throws {
    let environment = try scanner(feeding: "page 1")
    let result = try scan(
      ["--device", "net:1", "--mode", "bw", "--resolution", "150", "-o", "out.pdf"], environment)
    #expect(result.status == 0, "\(result.error)")
    #expect(try calls.count == 2)
    #expect(
      try #require(try calls.last).hasSuffix("--batch-count=1 --mode=Gray --resolution=150"))
  }

  @Test func bothSidesOfSheets() throws {
    let environment = try scanner(feeding: "page 1; page 2")
    let result = try scan(
      ["--device", "net:1", "--source", "duplex", "-o", "out.pdf"], environment)
    #expect(result.status == 0, "\(result.error)")
    #expect(try #require(try calls.last).contains("--source=ADF Duplex "))
  }

  @Test func whatCameBeforeAJamIsKept() throws {
    let environment = try scanner(
      feeding: "page 1; page 2; echo 'scanimage: sane_read: Document feeder jammed' >&2; exit 6")
    let result = try scan(
      ["--device", "net:1", "--source", "feeder", "-o", "out.pdf"], environment)
    #expect(result.status == 74)
    #expect(
      result.error.contains(
        "the feeder of the scanner net:1 is jammed; what came before is kept: 2 pages"))
    let pages = try Program.run("/usr/bin/qpdf", ["--show-npages", "out.pdf"], in: scratch.path)
    #expect(pages.text == "2\n")
    #expect(leftovers == [])
  }

  @Test(arguments: [
    ("echo 'scanimage: sane_start: Document feeder out of documents' >&2; exit 7", 66, "is empty"),
    ("echo 'scanimage: sane_start: Device busy' >&2; exit 3", 74, "is in use"),
    (
      "echo 'scanimage: open of device net:1 failed: Invalid argument' >&2; exit 1", 66,
      "there is no scanner net:1"
    ),
    ("exit 9", 74, "status 9"), ("exit 0", 66, "gave no page"),
  ])
  func whatKeepsTheFirstPageAway(feeding: String, status: Int32, text: String) throws {
    let environment = try scanner(feeding: feeding)
    let result = try scan(["--device", "net:1", "-o", "out.pdf"], environment)
    #expect(result.status == status)
    #expect(result.error.contains(text), "\(result.error)")
    #expect(!scratch.names.contains("out.pdf"))
    #expect(leftovers == [])
  }

  @Test func anInterruptionLeavesNothing() throws {
    let environment = try scanner(feeding: "page 1; exec sleep 60")
    let script = """
      "$FAIRY" scan --device net:1 --source feeder -o out.pdf & started=$!
      for _ in {1..200}; do compgen -G 'tmp/*/Page 1.tiff' >/dev/null && break; sleep 0.05; done
      kill -TERM $started; wait $started
      """
    let result = try Program.run(
      "/bin/bash", ["-c", script], in: scratch.path, environment: environment)
    #expect(result.status == 130, "\(result.error)")
    #expect(leftovers == [])
    #expect(!scratch.names.contains("out.pdf"))
  }

  @Test func scannersAreListed() throws {
    let environment = try scanner(feeding: "exit 0")
    let result = try Program.run(
      Program.fairy, ["scan", "--device", "list"], in: scratch.path, environment: environment)
    #expect(result.text == "net:1  ACME Feedo 3, sheetfed scanner\n")
    let json = try Program.run(
      Program.fairy, ["scan", "--device=list", "--json"], in: scratch.path,
      environment: environment)
    #expect(
      json.text
        == #"{"device":"net:1","vendor":"ACME","model":"Feedo 3","kind":"sheetfed scanner"}"# + "\n"
    )
  }

  @Test func aMissingProgramIsNamedWithItsPackage() throws {
    let result = try scan(["--device", "net:1", "-o", "out.pdf"], ["PATH": scratch.path])
    #expect(result.status == 69)
    #expect(result.error.contains("install the Debian package sane-utils"))
  }

  @Test(arguments: [
    ["--source", "feeder"], ["--device", "net:1", "a.pgm"], ["--device", "list", "--mode", "gray"],
    ["--device", "net:1", "--resolution", "9"], ["--device", "net:1", "--resolution", "200"],
    ["--device", "net:1", "--source", "drawer"], [],
  ])
  func wrongUse(words: [String]) throws {
    let environment = try scanner(feeding: "page 1")
    let result = try scan(words, environment)
    #expect(result.status == 64, "\(result.error)")
    #expect(!scratch.names.contains { $0.hasSuffix(".pdf") })
  }

  @Test(arguments: [
    ("flatbed", ["--source=Flatbed"], false), ("feeder", ["--source=ADF"], true),
    ("duplex", ["--source=ADF", "--adf-mode=Duplex"], true),
  ])
  func bothSidesByAnOptionOfTheirOwn(source: String, words: [String], isFeeder: Bool) throws {
    let abilities = ScannerAbilities(
      of: "x",
      [
        "  --source Flatbed|ADF [Flatbed]", "  --adf-mode Simplex|Duplex [Simplex]",
        "  --resolution 50..600dpi (in steps of 1) [50]", "  --duplex[=(yes|no)] [inactive]",
      ])
    let settings = try abilities.settings(
      source: ScannerFlags.Source(rawValue: source), resolution: nil, mode: nil)
    #expect(settings.words == words + ["--resolution=300"])
    #expect(settings.isFeeder == isFeeder)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/scanimage")))
  func theTestScannerOfSANE() throws {
    try scratch.write(Array("test\n".utf8), to: "sane/dll.conf")
    try scratch.write(Array("number_of_devices 1\n".utf8), to: "sane/test.conf")
    let environment = ["SANE_CONFIG_DIR": scratch.file("sane")]
    let feeder = try scan(
      ["--device", "test:0", "--source", "feeder", "--resolution", "75", "-o", "out.pdf"],
      environment)
    #expect(feeder.status == 0, "\(feeder.error)")
    let pages = try Program.run("/usr/bin/qpdf", ["--show-npages", "out.pdf"], in: scratch.path)
    #expect(pages.text == "10\n")
    let flatbed = try scan(
      ["--device", "--source", "flatbed", "--resolution", "75", "--json", "-o", "one.pdf"],
      environment)
    #expect(flatbed.status == 0, "\(flatbed.error)")
    #expect(try flatbed.objects().first?["found"] as? Bool == false)
    let duplex = try scan(
      ["--device", "test:0", "--source", "duplex", "-o", "no.pdf"], environment)
    #expect(duplex.status == 64)
    #expect(duplex.error.contains("its sources are Flatbed, Automatic Document Feeder"))
  }
}
