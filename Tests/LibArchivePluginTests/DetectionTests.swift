import ConverterCore
import LibArchivePlugin
import TestSupport
import Testing

/// What archives are called, with a name and without.
@Suite struct DetectionTests {
  @Test(arguments: [
    ("tar", "tar -cf a in", "a.tar", "public.tar-archive", "public.tar-archive"),
    ("gzip", "tar -czf a in", "a.tar.gz", "org.gnu.gnu-zip-tar-archive", "org.gnu.gnu-zip-archive"),
    ("gzip", "tar -czf a in", "a.tgz", "org.gnu.gnu-zip-tar-archive", "org.gnu.gnu-zip-archive"),
    ("bzip2", "tar -cjf a in", "a.tar.bz2", "public.tar-bzip2-archive", "public.bzip2-archive"),
    ("xz", "tar -cJf a in", "a.txz", "org.tukaani.tar-xz-archive", "org.tukaani.xz-archive"),
    (
      "zstd", "tar --zstd -cf a in", "a.tar.zst", "org.facebook.tar-zstandard-archive",
      "org.facebook.zstandard-archive"
    ),
    (
      "7z", "7z a a.7z in >/dev/null; mv a.7z a", "a.7z", "org.7-zip.7-zip-archive",
      "org.7-zip.7-zip-archive"
    ),
    (
      "genisoimage", "genisoimage -quiet -o a in 2>/dev/null", "a.iso", "public.iso-image",
      "public.iso-image"
    ),
    (
      "cpio", "find in | cpio -o --quiet -H newc > a", "a.cpio", "public.cpio-archive",
      "public.cpio-archive"
    ),
    (
      "cpio", "find in | cpio -o --quiet -H odc > a", "a.cpio", "public.cpio-archive",
      "public.cpio-archive"
    ),
    (
      "cpio", "find in | cpio -o --quiet > a", "a.cpio", "public.cpio-archive",
      "public.cpio-archive"
    ),
    ("gcab", "gcab -c a in/a.txt", "a.cab", "com.microsoft.cab", "com.microsoft.cab"),
    (
      "jlha", "jlha aq a.lzh in/a.txt >/dev/null; mv a.lzh a", "a.lzh", "public.lha-archive",
      "public.lha-archive"
    ),
    (
      "bsdtar", "bsdtar --format=xar -cf a in", "a.xar", "com.apple.xar-archive",
      "com.apple.xar-archive"
    ),
    (
      "bsdtar", "bsdtar --format=xar -cf a in", "a.pkg", "com.apple.installer-package-archive",
      "com.apple.xar-archive"
    ),
    ("ar", "ar rc a in/a.txt", "a.a", "public.ar-archive", "public.ar-archive"),
    (
      "compress", "tar -cf - in | compress -cf > a", "a.tar.Z", "public.z-archive",
      "public.z-archive"
    ),
    (
      "lzip", "tar --lzip -cf a in", "a.tar.lz", "org.nongnu.lzip-archive",
      "org.nongnu.lzip-archive"
    ),
    ("tar", "tar -cf a -T /dev/null", "a.tar", "public.tar-archive", nil),
  ])
  func isNamed(
    tool: String, command: String, name: String, named: String, unnamed: String?
  ) throws {
    guard Places.has(program: tool) else { return }
    let bytes = try Sample().make(command, "a")
    let detector = Detector.complete
    let detection = try detector.detect(InputFile(bytes: bytes, name: name))
    #expect(detection.type.id.rawValue == named)
    #expect(detection.mismatch == nil)
    if let unnamed {
      #expect(try detector.detect(InputFile(bytes: bytes)).type.id.rawValue == unnamed)
    }
  }

  @Test func rar() throws {
    let detector = Detector.complete
    for bytes in [RARBytes.Version4.start, RARBytes.Version5.start] {
      #expect(try detector.detect(InputFile(bytes: bytes)).type.id == "com.rarlab.rar-archive")
      #expect(
        try detector.detect(InputFile(bytes: bytes, name: "a.cbr")).type.id
          == "com.public.cbr-archive")
    }
  }

  @Test func everyTypeIsInTheCatalog() throws {
    var registry = Registry()
    try LibArchivePlugin.register(in: &registry)
    let reader = try #require(registry.readers.first)
    for type in reader.types { #expect(ContentTypeCatalog.complete[type] != nil, "\(type)") }
    #expect(Set(reader.types).count == reader.types.count)
  }
}
