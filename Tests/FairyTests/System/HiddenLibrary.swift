import TestSupport
import Testing

/// A library of the system that a run of the program does not find, and what needs it.
struct HiddenLibrary: Sendable, CustomTestStringConvertible {
  /// The name of its file.
  let file: String
  /// What a message calls it, and the package of Debian that it says to install: of what opens the library, which
  /// may be another one.
  let name: String
  let package: String
  /// A command that cannot work without it, in a folder with ``HiddenLibrary/prepare(_:)``.
  let command: String

  var testDescription: String { file }

  /// What takes the place of the library.
  enum Replacement: CaseIterable {
    /// A file that is no library.
    case nothing
    /// A library without its functions.
    case other
  }

  init(_ file: String, _ name: String, _ package: String, _ command: String) {
    self.file = file
    self.name = name
    self.package = package
    self.command = command
  }

  /// Runs a command with the library hidden: the dynamic linker takes the file that it finds first.
  static func run(
    _ command: String, without file: String, _ replacement: Replacement, in scratch: ScratchFolder
  ) throws -> Program.Result {
    let place =
      switch replacement {
      case .nothing: ": > libraries/'\(file)'"
      case .other: "ln -sf /lib/*-linux-gnu/libm.so.6 libraries/'\(file)'"
      }
    return try Program.shell(
      "mkdir -p libraries && \(place) && LD_LIBRARY_PATH=\"$PWD/libraries\" \"$FAIRY\" \(command)",
      in: scratch.path)
  }

  /// Libraries that something needs, one after the other.
  static let needed = [
    HiddenLibrary("libdav1d.so.6", "dav1d", "libdav1d6", "convert photo.avif -o made.png"),
    HiddenLibrary("libde265.so.0", "libde265", "libde265-0", "convert deep.heic -o made.png"),
    HiddenLibrary("libheif.so.1", "libheif", "libheif1", "convert rgba.png -o made.heic"),
    HiddenLibrary("libaom.so.3", "libaom", "libaom3", "convert rgba.png -o made.avif"),
    HiddenLibrary("libtiff.so.6", "libtiff", "libtiff6", "convert pages.tiff -o made.png"),
    HiddenLibrary("libjxl.so.0.7", "libjxl", "libjxl0.7", "convert rgba.jxl -o made.png"),
    HiddenLibrary("libjxl_threads.so.0.7", "libjxl", "libjxl0.7", "convert rgba.png -o made.jxl"),
    HiddenLibrary("libopenjp2.so.7", "OpenJPEG", "libopenjp2-7", "convert rgba.jp2 -o made.png"),
    HiddenLibrary("libwebp.so.7", "libwebp", "libwebp7", "convert rgba.webp -o made.png"),
    HiddenLibrary(
      "libwebpmux.so.3", "libwebpmux", "libwebpmux3", "convert animated.gif -o made.webp"),
    HiddenLibrary("libgif.so.7", "giflib", "libgif7", "convert animated.gif -o made.png"),
    HiddenLibrary("librsvg-2.so.2", "librsvg", "librsvg2-2", "convert drawing.svg -o made.png"),
    HiddenLibrary("libcairo.so.2", "librsvg", "librsvg2-2", "convert drawing.svg -o made.png"),
    HiddenLibrary(
      "libgobject-2.0.so.0", "librsvg", "librsvg2-2", "convert drawing.svg -o made.png"),
    HiddenLibrary("libglib-2.0.so.0", "librsvg", "librsvg2-2", "convert drawing.svg -o made.png"),
    HiddenLibrary("libraw_r.so.20", "LibRaw", "libraw20", "convert sensor.dng -o made.png"),
    HiddenLibrary("libdeflate.so.0", "libdeflate", "libdeflate0", "convert gray.jpg -o made.png"),
    HiddenLibrary(
      "liblcms2.so.2", "Little CMS", "liblcms2-2", "convert rgba.png --profile p3 -o made.jpeg"),
    HiddenLibrary("libarchive.so.13", "libarchive", "libarchive13", "extract a.tar"),
    HiddenLibrary("libbz2.so.1.0", "libbz2", "libbz2-1.0", "extract bzip2.zip"),
    HiddenLibrary("liblzma.so.5", "liblzma", "liblzma5", "extract lzma.zip"),
    HiddenLibrary("libzstd.so.1", "libzstd", "libzstd1", "extract zstandard.zip"),
    HiddenLibrary("libnettle.so.8", "Nettle", "libnettle8", "extract aes.zip --password-file word"),
    HiddenLibrary("libsqlite3.so.0", "SQLite", "libsqlite3-0", "convert a.csv -o made.sqlite"),
    HiddenLibrary("libxml2.so.2", "libxml2", "libxml2", "convert a.html -o made.csv"),
    HiddenLibrary("libyaml-0.so.2", "LibYAML", "libyaml-0-2", "convert a.yaml -o made.json"),
    HiddenLibrary(
      "libtesseract.so.5", "tesseract", "libtesseract5", "convert rgba.png -o made.txt"),
    HiddenLibrary(
      "liblept.so.5", "Leptonica", "liblept5",
      "convert rgba.png --set scan=page --set scan-filter=gray -o made.jpeg"),
    HiddenLibrary(
      "libzbar.so.0", "ZBar", "libzbar0",
      "scan rgba.png --separator barcode --ocr off -o made.pdf"),
    HiddenLibrary("libqpdf.so.29", "qpdf", "libqpdf29", "convert rgba.png -o made.pdf"),
  ]

  /// Libraries without which the same is done in another way, or less is shown.
  static let optional = [
    "libisal.so.2", "libmagic.so.1", "libchafa.so.0", "libidn.so.12",
    // Opened by `fairy-web` alone.
    "libgnutls.so.30",
  ]

  /// Makes the files that the commands name.
  static func prepare(_ scratch: ScratchFolder) throws {
    for name in [
      "photo.avif", "pages.tiff", "rgba.jxl", "rgba.jp2", "rgba.webp", "rgba.png", "animated.gif",
      "drawing.svg", "sensor.dng", "cmyk.jpg", "gray.jpg",
    ] {
      try scratch.copy(Places.fixture(name), as: name)
    }
    try scratch.write(Array("a,b\n1,2\n".utf8), to: "a.csv")
    try scratch.write(Array("a: 1\n".utf8), to: "a.yaml")
    try scratch.write(
      Array("<table><tr><th>a</th></tr><tr><td>1</td></tr></table>".utf8), to: "a.html")
    try scratch.write(Array("word\n".utf8), to: "word")
    let result = try Program.shell(
      """
      set -e
      "$FAIRY" convert '\(Places.fixture("rgb-16bit.png"))' --to heic --set depth=10 -o deep.heic
      tar cf a.tar a.csv
      7z a -tzip -pword -mem=AES256 aes.zip a.csv
      python3 - <<'END'
      import zipfile
      for name, method in ("bzip2", zipfile.ZIP_BZIP2), ("lzma", zipfile.ZIP_LZMA):
          with zipfile.ZipFile(name + ".zip", "w", method) as archive:
              archive.writestr("a.txt", "a" * 1000)
      with zipfile.ZipFile("stored.zip", "w") as archive:
          archive.writestr("a.txt", "a" * 1000)
      # Whatever the bytes are: they are never looked at.
      data = bytearray(open("stored.zip", "rb").read())
      data[8:10] = (93).to_bytes(2, "little")
      place = data.index(b"PK\\x01\\x02") + 10
      data[place:place + 2] = (93).to_bytes(2, "little")
      open("zstandard.zip", "wb").write(data)
      END
      """, in: scratch.path)
    guard result.status == 0 else { throw PreparationFailed(description: result.error) }
  }

  private struct PreparationFailed: Error, CustomStringConvertible {
    let description: String
  }
}
