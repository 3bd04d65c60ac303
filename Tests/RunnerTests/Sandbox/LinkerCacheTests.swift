import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Runner

/// Where the machine's owner keeps libraries, as the dynamic linker knows it.
@Suite struct LinkerCacheTests {
  private func folders(in bytes: [UInt8]) throws -> [FilePath] {
    let scratch = try ScratchFolder()
    return LinkerCache.folders(in: FilePath(try scratch.write(bytes, to: "cache")))
  }

  private func cache(_ paths: [String], count: Int? = nil) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var offset = 48 + paths.count * 24
    var entries: [UInt8] = []
    for path in paths {
      entries += word(3) + word(0) + word(offset) + [UInt8](repeating: 0, count: 12)
      offset += path.utf8.count + 1
    }
    let header = Array("glibc-ld.so.cache1.1".utf8) + word(count ?? paths.count)
    return header + [UInt8](repeating: 0, count: 24) + entries + paths.flatMap { $0.utf8 + [0] }
  }

  @Test func areThoseOfTheLibraries() throws {
    let paths = ["/opt/codecs/lib/libheif.so.1", "/lib/x/libpng.so", "/opt/codecs/lib/libx265.so"]
    #expect(try folders(in: cache(paths)) == ["/opt/codecs/lib", "/lib/x"])
  }

  /// Nothing makes the root, or a place that is not absolute, readable.
  @Test(arguments: ["", "/", "//", "/a", "//a", "///a", "a/b", "../a/b", "/a\0b/c"])
  func oddPathsAreLeftOut(path: String) throws {
    #expect(try folders(in: cache([path])).isEmpty)
  }

  @Test func otherFilesHaveNone() throws {
    #expect(try folders(in: []).isEmpty)
    #expect(try folders(in: Array("ld.so-1.7.0".utf8)).isEmpty)
    #expect(try folders(in: cache(["/a/b"], count: .max)) == ["/a"])
    for count in 0..<cache(["/a/b"]).count {
      #expect(try folders(in: Array(cache(["/a/b"]).prefix(count))).isEmpty, "\(count)")
    }
    #expect(LinkerCache.folders(in: "/no/such/cache").isEmpty)
  }

  @Test(.enabled(if: Places.has(program: "ldconfig")))
  func thisSystemsAreWhatItsToolSays() throws {
    let lines = try Program.shell("ldconfig -p").lines.dropFirst()
    let listed = lines.compactMap { line in
      line.components(separatedBy: " => ").last.map { FilePath($0).removingLastComponent() }
    }
    #expect(Set(LinkerCache.folders(in: "/etc/ld.so.cache")) == Set(listed.filter(\.isAbsolute)))
  }
}
