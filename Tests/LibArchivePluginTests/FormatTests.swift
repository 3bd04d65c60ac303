import ArchiveModel
import ConverterCore
import TestSupport
import Testing

/// Archives of the programs that make them; a test passes over a program that is not installed.
@Suite struct FormatTests {
  @Test(arguments: [
    "-m0=lzma2", "-m0=lzma", "-m0=ppmd", "-m0=bzip2", "-m0=deflate", "-m0=copy", "-ms=off",
    "-m0=bcj -m1=lzma2",
  ])
  func sevenZip(method: String) throws {
    guard Places.has(program: "7z") else { return }
    let sample = try Sample()
    let bytes = try sample.make("7z a -snl -bd \(method) a.7z in >/dev/null", "a.7z")
    let opened = try Opened(bytes)
    #expect(opened.archive.format == "7-Zip")
    #expect(try opened.items().inOrder == sample.items)
    #expect(try opened.entries().allSatisfy { $0.method == "7z" })
  }

  @Test func sevenZipEncrypted() throws {
    guard Places.has(program: "7z") else { return }
    let sample = try Sample()
    let reading = ReadingOptions(passwords: Passwords([Password(Array("secret".utf8))]))
    let bytes = try sample.make("7z a -bd -psecret a.7z in >/dev/null", "a.7z")
    // Not even the list can be had: libarchive has to expand a content to get to the next.
    let pass = try Opened(bytes, reading: reading).sequence.makePass()
    var found: ConversionError?
    do {
      while let entry = try pass.next() {
        if entry.kind == .file, entry.byteCount != 0 { #expect(entry.isEncrypted) }
        let stream = try pass.open()
        _ = try stream.next()
      }
    } catch {
      found = error
    }
    #expect(found?.code == .unsupportedContent)
    #expect(found?.message.contains("encrypted") == true)
    let hidden = try sample.make("7z a -bd -psecret -mhe=on b.7z in >/dev/null", "b.7z")
    let thrown = error { _ = try Opened(hidden, reading: reading).items() }
    #expect(thrown?.code == .unsupportedContent)
    #expect(thrown?.message.contains("encrypted") == true)
  }

  @Test(arguments: ["-R", "-J", "-R -J", ""])
  func disk(options: String) throws {
    guard Places.has(program: "genisoimage") else { return }
    let sample = try Sample()
    let bytes = try sample.make("genisoimage -quiet \(options) -o a.iso in 2>/dev/null", "a.iso")
    let opened = try Opened(bytes)
    #expect(opened.archive.format == "ISO 9660")
    let items = try opened.items().inOrder
    let hasRockRidge = options.contains("R")
    // The folder itself is the root of the disk, and plain names are those of DOS.
    var expected = sample.items.dropFirst().map {
      var item = $0
      item.path = String(item.path.dropFirst(3))
      return item
    }
    if !hasRockRidge { expected.removeAll { $0.kind == .link } }
    if options.isEmpty {
      #expect(items.map(\.path) == ["A.TXT", "EMPTY", "SUB", "SUB/GR____E_.TXT", "SUB/LARGE.BIN"])
      #expect(items.map(\.content) == expected.map(\.content))
    } else {
      #expect(items == expected.inOrder)
    }
    #expect(try opened.entries().allSatisfy { ($0.permissions != nil) == hasRockRidge })
  }

  @Test(arguments: ["newc", "crc", "odc", "bin"])
  func cpio(format: String) throws {
    guard Places.has(program: "cpio") else { return }
    let sample = try Sample()
    let bytes = try sample.make(
      "find in | sort | cpio -o --quiet -H \(format) > a.cpio", "a.cpio")
    let opened = try Opened(bytes)
    #expect(opened.archive.format == "cpio")
    #expect(try opened.items().inOrder == sample.items)
  }

  /// The SVR4 formats store the content with the last name alone.
  @Test(arguments: ["newc", "crc", "odc", "bin"])
  func cpioWithSeveralNames(format: String) throws {
    guard Places.has(program: "cpio") else { return }
    let scratch = try ScratchFolder()
    let made = try Program.shell(
      """
      printf content > a; ln a b; ln a c; : > e; ln e f; printf x > z
      printf '%s\\n' a b e f c z | cpio -o --quiet -H \(format) > t.cpio
      """, in: scratch.path)
    #expect(made.status == 0, "\(made.error)")
    let items = try Opened(scratch.bytes("t.cpio")).items()
    #expect(items.filter { $0.kind == .file && $0.content == Array("content".utf8) }.count == 1)
    let holder = try #require(items.first { $0.kind == .file && !$0.content.isEmpty })
    let names = items.filter { $0.kind == .hardLink && $0.target == holder.path }.map(\.path)
    #expect(Set(names + [holder.path]) == ["a", "b", "c"])
    // The name that is linked to comes first.
    let order = items.map(\.path)
    for link in items where link.kind == .hardLink {
      let target = try #require(order.firstIndex(of: link.target ?? ""))
      #expect(try #require(order.firstIndex(of: link.path)) > target)
    }
    #expect(items.contains(Item("e")) && items.contains(Item("f", .hardLink, target: "e")))
    #expect(items.contains(Item("z", "x")))
    #expect(items.count == 6)
  }

  @Test(arguments: ["ar rc a.a", "bsdtar --format=arbsd -cf a.a", "bsdtar --format=ar -cf a.a"])
  func libraryArchive(command: String) throws {
    guard Places.has(program: String(command.prefix { $0 != " " })) else { return }
    let scratch = try ScratchFolder()
    let made = try Program.shell(
      """
      printf hello > x.txt; printf odd > a-name-longer-than-sixteen.txt
      \(command) x.txt a-name-longer-than-sixteen.txt
      """, in: scratch.path)
    #expect(made.status == 0, "\(made.error)")
    #expect(
      try Opened(scratch.bytes("a.a")).items() == [
        Item("x.txt", "hello"), Item("a-name-longer-than-sixteen.txt", "odd"),
      ])
  }

  /// A symbol table is no file.
  @Test func libraryWithSymbols() throws {
    guard Places.has(program: "ar"), Places.has(program: "cc") else { return }
    let scratch = try ScratchFolder()
    _ = try Program.shell("echo 'int f;' > f.c; cc -c f.c; ar rcs a.a f.o", in: scratch.path)
    let object = try scratch.bytes("f.o")
    #expect(try Opened(scratch.bytes("a.a")).items() == [Item("f.o", content: object)])
  }

  @Test func debianPackage() throws {
    guard Places.has(program: "dpkg-deb") else { return }
    let scratch = try ScratchFolder()
    let made = try Program.shell(
      """
      mkdir -p p/DEBIAN p/opt; echo hello > p/opt/a.txt; chmod 755 p p/DEBIAN
      printf 'Package: p\\nVersion: 1\\nArchitecture: all\\nMaintainer: M <m@example.com>\\nDescription: d\\n' \
        > p/DEBIAN/control
      dpkg-deb --root-owner-group -Zxz -b p p.deb >/dev/null
      """, in: scratch.path)
    #expect(made.status == 0, "\(made.error)")
    let opened = try Opened(path: scratch.file("p.deb"))
    let items = try opened.items()
    #expect(items.map(\.path) == ["debian-binary", "control.tar.xz", "data.tar.xz"])
    #expect(items[0].content == Array("2.0\n".utf8))
    // An entry is an input like any other.
    let data = try Opened(items[2].content, named: "data.tar.xz").items()
    #expect(data.contains(Item("./opt/a.txt", "hello\n")))
  }

  @Test func xar() throws {
    guard Places.has(program: "bsdtar") else { return }
    let sample = try Sample()
    let bytes = try sample.make("bsdtar --format=xar -cf a.xar in", "a.xar")
    let opened = try Opened(bytes)
    #expect(opened.archive.format == "xar")
    #expect(try opened.items().inOrder == sample.items)
  }

  @Test(arguments: [("-c", "store"), ("-cz", "mszip")])
  func cabinet(option: String, method: String) throws {
    guard Places.has(program: "gcab") else { return }
    let sample = try Sample(links: false)
    let bytes = try sample.make(
      "TZ=America/New_York gcab \(option) a.cab in/*.* in/empty in/sub/*", "a.cab")
    let opened = try Opened(bytes)
    #expect(opened.archive.format == "cabinet")
    #expect(try opened.items().inOrder == sample.items.filter { $0.kind == .file })
    let entry = try #require(try opened.entries().first)
    #expect(entry.permissions == nil)
    #expect(entry.modified?.isWallClock == true)
    #expect(entry.method == method)
  }

  /// The time of a cabinet is a local time, whatever the zone of this machine.
  @Test func cabinetTime() throws {
    guard Places.has(program: "gcab") else { return }
    let scratch = try ScratchFolder()
    _ = try Program.shell(
      "echo x > a; TZ=UTC touch -d '2001-07-03T04:05:06' a; TZ=UTC gcab -c a.cab a",
      in: scratch.path)
    let entry = try #require(try Opened(scratch.bytes("a.cab")).entries().first)
    #expect(entry.modified == Timestamp(seconds: 994_133_106, isWallClock: true))
  }

  @Test func lha() throws {
    guard Places.has(program: "jlha") else { return }
    let sample = try Sample(links: false)
    let bytes = try sample.make(
      "jlha aq a.lzh in/a.txt in/empty in/sub/large.bin >/dev/null", "a.lzh")
    let opened = try Opened(bytes)
    #expect(opened.archive.format == "LHA")
    #expect(
      try opened.items().inOrder
        == sample.items.filter { $0.kind == .file && !$0.path.contains("日") })
    #expect(try opened.entries().first { $0.byteCount != 0 }?.method.hasPrefix("lh") == true)
  }

  @Test(arguments: ["w9.gzdio", "w9.bzdio", "w7.xzdio", "w7.lzdio", "w19.zstdio", "w.ufdio"])
  func rpm(payload: String) throws {
    guard Places.has(program: "rpmbuild") else { return }
    let scratch = try ScratchFolder()
    try scratch.write(Array(Self.rpmSpecification.utf8), to: "p.spec")
    let made = try Program.shell(
      """
      rpmbuild --quiet -bb --define "_topdir $PWD/rpm" --define "_binary_payload \(payload)" \
        --define "_build_id_links none" p.spec && mv rpm/RPMS/noarch/*.rpm p.rpm
      """, in: scratch.path)
    #expect(made.status == 0, "\(made.error)")
    let opened = try Opened(scratch.bytes("p.rpm"))
    #expect(opened.archive.format == "RPM")
    let items = try opened.items()
    #expect(items.contains(Item("./opt/link", .link, target: "a.txt")))
    #expect(items.contains(Item("./opt/sub", .folder)))
    let files = items.filter { $0.kind == .file }
    #expect(files.map(\.content) == [Array("hello\n".utf8)])
    #expect(items.filter { $0.kind == .hardLink }.map(\.target) == [files.first?.path])
  }

  private static let rpmSpecification = """
    Name: sample
    Version: 1
    Release: 1
    Summary: s
    License: MIT
    BuildArch: noarch
    %description
    x
    %install
    mkdir -p %{buildroot}/opt/sub
    echo hello > %{buildroot}/opt/a.txt
    ln %{buildroot}/opt/a.txt %{buildroot}/opt/b.txt
    ln -s a.txt %{buildroot}/opt/link
    %files
    /opt

    """
}
