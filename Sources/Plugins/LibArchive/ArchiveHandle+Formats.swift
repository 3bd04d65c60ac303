internal import CLibArchive
import ConverterCore

extension ArchiveHandle {
  /// What libarchive takes off a file before it looks for an archive.
  enum Filter: Sendable, Equatable {
    case compression(Compression)
    /// The headers of an RPM package.
    case rpm

    var name: String {
      switch self {
      case .compression(let compression): compression.rawValue
      case .rpm: "RPM"
      }
    }
  }

  static func enable(_ format: ArchiveFormat, in archive: OpaquePointer) throws(ConversionError) {
    var answers: [Int32] = []
    switch format {
    case .tar: unsafe answers.append(archive_read_support_format_tar(archive))
    case .sevenZip: unsafe answers.append(archive_read_support_format_7zip(archive))
    case .rar:
      unsafe answers.append(archive_read_support_format_rar(archive))
      unsafe answers.append(archive_read_support_format_rar5(archive))
    case .cabinet: unsafe answers.append(archive_read_support_format_cab(archive))
    case .iso9660: unsafe answers.append(archive_read_support_format_iso9660(archive))
    case .cpio, .rpm: unsafe answers.append(archive_read_support_format_cpio(archive))
    case .ar: unsafe answers.append(archive_read_support_format_ar(archive))
    case .xar: unsafe answers.append(archive_read_support_format_xar(archive))
    case .lha: unsafe answers.append(archive_read_support_format_lha(archive))
    }
    try check(answers, for: format.name)
  }

  static func enable(_ filter: Filter, in archive: OpaquePointer) throws(ConversionError) {
    let answer: Int32
    switch filter {
    case .rpm: answer = unsafe archive_read_support_filter_rpm(archive)
    case .compression(let compression):
      switch compression {
      // libarchive does not compare its checksum: see GzipSource.
      case .gzip: answer = ARCHIVE_FATAL
      case .bzip2: answer = unsafe archive_read_support_filter_bzip2(archive)
      case .xz: answer = unsafe archive_read_support_filter_xz(archive)
      case .lzma: answer = unsafe archive_read_support_filter_lzma(archive)
      case .zstd: answer = unsafe archive_read_support_filter_zstd(archive)
      case .lz4: answer = unsafe archive_read_support_filter_lz4(archive)
      case .lzip: answer = unsafe archive_read_support_filter_lzip(archive)
      case .compress: answer = unsafe archive_read_support_filter_compress(archive)
      }
    }
    try unsafe check(
      [
        answer, archive_read_support_format_raw(archive),
        archive_read_support_format_empty(archive),
      ], for: filter.name)
  }

  /// A warning means that this libarchive lacks a library and would start a program in its place.
  private static func check(_ answers: [Int32], for name: String) throws(ConversionError) {
    guard answers.allSatisfy({ $0 == ARCHIVE_OK }) else {
      throw ConversionError(
        .unsupportedContent, "the installed libarchive was built without support for \(name)")
    }
  }
}
