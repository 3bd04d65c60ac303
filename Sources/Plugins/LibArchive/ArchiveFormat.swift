import ConverterCore

/// The formats of archives that are read here, each with the layer of compression around it.
enum ArchiveFormat: Sendable, Equatable, CaseIterable {
  case tar, sevenZip, rar, cabinet, iso9660, cpio, ar, xar, lha
  /// A header of its own around a compressed cpio archive.
  case rpm

  /// What its files are; types that conform to these are read, too.
  var types: [ContentType.ID] {
    switch self {
    case .tar: ["public.tar-archive"]
    case .sevenZip: ["org.7-zip.7-zip-archive"]
    case .rar: ["com.rarlab.rar-archive", "com.public.cbr-archive"]
    case .cabinet: ["com.microsoft.cab"]
    case .iso9660: ["public.iso-image"]
    case .cpio: ["public.cpio-archive"]
    case .ar: ["public.ar-archive", "org.debian.deb-archive"]
    case .xar: ["com.apple.xar-archive", "com.apple.installer-package-archive"]
    case .lha: ["public.lha-archive"]
    case .rpm: ["com.redhat.rpm-archive"]
    }
  }

  /// In a few words, for people.
  var name: String {
    switch self {
    case .tar: "tar"
    case .sevenZip: "7-Zip"
    case .rar: "RAR"
    case .cabinet: "cabinet"
    case .iso9660: "ISO 9660"
    case .cpio: "cpio"
    case .ar: "ar"
    case .xar: "xar"
    case .lha: "LHA"
    case .rpm: "RPM"
    }
  }

  /// How contents are compressed, where neither libarchive nor a layer around the archive tells.
  var method: String {
    switch self {
    case .tar, .cpio, .ar, .iso9660: "store"
    case .sevenZip: "7z"
    case .rar: "rar"
    case .cabinet: "cab"
    case .xar: "xar"
    case .lha: "lha"
    case .rpm: "store"
    }
  }

  init?(_ type: ContentType.ID) {
    guard let format = Self.allCases.first(where: { $0.types.contains(type) }) else { return nil }
    self = format
  }
}
