import Foundation
import TestSupport
import Testing

/// What is said where a library of the system is not there, one library at a time.
@Suite struct MissingLibraryTests {
  private static let scratch: ScratchFolder? = {
    guard let scratch = try? ScratchFolder.shared() else { return nil }
    do {
      try HiddenLibrary.prepare(scratch)
      return scratch
    } catch {
      Issue.record(error)
      return nil
    }
  }()

  /// A copy of the files that the commands name.
  private static func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for name in try #require(scratch).names {
      try folder.copy(#require(scratch).file(name), as: name)
    }
    return folder
  }

  @Test(arguments: HiddenLibrary.needed, HiddenLibrary.Replacement.allCases)
  func aMissingLibraryIsNamed(
    library: HiddenLibrary, replacement: HiddenLibrary.Replacement
  ) throws {
    let folder = try Self.folder()
    let before = folder.names
    let result = try HiddenLibrary.run(
      library.command, without: library.file, replacement, in: folder)
    #expect(result.status == 69, "\(result.error)")
    #expect(result.error.contains("needs \(library.name), which cannot be opened ("))
    #expect(result.error.contains("; install the Debian package \(library.package)"))
    #expect(folder.names.filter { !$0.hasPrefix("libraries") } == before)
    #expect(result.output.isEmpty)
  }

  /// No library is left out above.
  @Test func everyLibraryIsTried() throws {
    let folder = "\(Places.root)/Sources/CLibraries"
    var found: Set<String> = []
    for path in FileManager.default.subpaths(atPath: folder) ?? [] where path.hasSuffix(".c") {
      let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
      for word in text.split(separator: "\"") where word.hasPrefix("lib") && word.contains(".so.") {
        found.insert(String(word))
      }
    }
    #expect(found.count > 25)
    let tried = HiddenLibrary.needed.map(\.file) + HiddenLibrary.optional
    for name in found {
      #expect(tried.contains { $0.hasPrefix(name) }, "\(name)")
    }
  }

  @Test(.enabled(if: Places.has(program: "dpkg")), arguments: HiddenLibrary.needed)
  func thePackageHasTheLibrary(library: HiddenLibrary) throws {
    // The libraries that librsvg's package depends on are in packages of their own.
    guard library.name != "librsvg" || library.file.hasPrefix("librsvg") else { return }
    let owner = try Program.run("/usr/bin/dpkg", ["-S", "*/\(library.file)"])
    #expect(owner.text.hasPrefix("\(library.package):"), "\(owner.text)")
  }

  @Test(arguments: [
    ("libisal.so.2", "extract a.tar -o isal"), ("libmagic.so.1", "info word"),
    ("libchafa.so.0", "open rgba.png"), ("libidn.so.12", "info word"),
  ])
  func otherLibrariesAreDoneWithout(file: String, command: String) throws {
    let result = try HiddenLibrary.run(command, without: file, .nothing, in: Self.folder())
    #expect(result.status == 0, "\(result.error)")
  }

  @Test func formatsSayWhatIsMissing() throws {
    let scratch = try ScratchFolder()
    let reason = "libtiff is missing; install the Debian package libtiff6"
    let one = try HiddenLibrary.run("formats tiff", without: "libtiff.so.6", .nothing, in: scratch)
    #expect(one.lines.contains("  read         no: \(reason)"))
    #expect(one.lines.contains("  write        no: \(reason)"))
    let all = try HiddenLibrary.run("formats", without: "libtiff.so.6", .nothing, in: scratch)
    let line = try #require(all.lines.first { $0.hasPrefix("TIFF picture") })
    #expect(!line.contains("read") && !line.contains("write"))
    #expect(line.hasSuffix("(\(reason))"))
    let json = try HiddenLibrary.run(
      "formats tiff --json", without: "libtiff.so.6", .nothing, in: scratch)
    let object = try #require(try json.objects().first)
    #expect(object["read"] as? Bool == false)
    #expect(object["write"] as? Bool == false)
    let missing = try #require(object["missing"] as? [[String: Any]])
    #expect(missing.map { $0["name"] as? String } == ["libtiff", "libtiff"])
    #expect(missing.map { $0["to"] as? String } == ["read", "write"])
  }

  /// libarchive is linked with libbz2.
  @Test func formatsSayWhatIsDoneInPart() throws {
    let scratch = try ScratchFolder()
    let zip = try HiddenLibrary.run("formats zip", without: "libbz2.so.1.0", .nothing, in: scratch)
    #expect(
      zip.lines.contains(
        "  read         yes, as ZIP, but not entries compressed with bzip2: libbz2 is missing; "
          + "install the Debian package libbz2-1.0; entries compressed with PPMd: libarchive is missing; "
          + "install the Debian package libarchive13"))
  }

  /// H.264 is recognised, and refused.
  @Test func formatsDoNotPromiseWhatIsRefused() throws {
    let one = try Program.fairy("formats", "avci")
    #expect(one.lines.contains("  read         no: H.264 (AVC) is not decoded"))
    let all = try Program.fairy("formats")
    let line = try #require(all.lines.first { $0.hasPrefix("AVC picture in HEIF ") })
    #expect(!line.contains("read"))
    #expect(line.hasSuffix("(H.264 (AVC) is not decoded)"))
  }
}
