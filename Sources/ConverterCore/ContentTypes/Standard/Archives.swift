extension ContentTypeCatalog {
  /// Containers of files, and single files made smaller.
  static var archives: [ContentType] {
    [
      ContentType(
        "public.zip-archive", "ZIP archive", conformsTo: ["public.archive"],
        extensions: ["zip", "zipx"],
        mediaTypes: ["application/zip", "application/x-zip-compressed"]
      ),
      ContentType(
        "org.7-zip.7-zip-archive", "7-Zip archive", conformsTo: ["public.archive"],
        extensions: ["7z"], mediaTypes: ["application/x-7z-compressed"],
        shortNames: ["7zip", "7-zip"]),
      ContentType(
        "com.rarlab.rar-archive", "RAR archive", conformsTo: ["public.archive"],
        extensions: ["rar"], mediaTypes: ["application/vnd.rar", "application/x-rar-compressed"]),
      ContentType(
        "public.tar-archive", "tar archive", conformsTo: ["public.archive"],
        extensions: ["tar"], mediaTypes: ["application/x-tar"]),
      ContentType(
        "org.gnu.gnu-zip-archive", "gzip file", conformsTo: ["public.archive"],
        extensions: ["gz", "gzip"], mediaTypes: ["application/gzip", "application/x-gzip"]),
      ContentType(
        "org.gnu.gnu-zip-tar-archive", "tar archive in gzip",
        conformsTo: ["org.gnu.gnu-zip-archive"], extensions: ["tar.gz", "tgz"]),
      ContentType(
        "public.bzip2-archive", "bzip2 file", conformsTo: ["public.archive"],
        extensions: ["bz2", "bz"], mediaTypes: ["application/x-bzip2"], shortNames: ["bzip2"]),
      ContentType(
        "public.tar-bzip2-archive", "tar archive in bzip2", conformsTo: ["public.bzip2-archive"],
        extensions: ["tar.bz2", "tbz2", "tbz"]),
      ContentType(
        "org.tukaani.xz-archive", "xz file", conformsTo: ["public.archive"],
        extensions: ["xz"], mediaTypes: ["application/x-xz"]),
      ContentType(
        "org.tukaani.tar-xz-archive", "tar archive in xz", conformsTo: ["org.tukaani.xz-archive"],
        extensions: ["tar.xz", "txz"]),
      ContentType(
        "org.tukaani.lzma-archive", "LZMA file", conformsTo: ["public.archive"],
        extensions: ["lzma"], mediaTypes: ["application/x-lzma"]),
      ContentType(
        "org.facebook.zstandard-archive", "Zstandard file", conformsTo: ["public.archive"],
        extensions: ["zst", "zstd"], mediaTypes: ["application/zstd"], shortNames: ["zstandard"]),
      ContentType(
        "org.facebook.tar-zstandard-archive", "tar archive in Zstandard",
        conformsTo: ["org.facebook.zstandard-archive"], extensions: ["tar.zst", "tzst"]),
      ContentType(
        "org.lz4.lz4-archive", "LZ4 file", conformsTo: ["public.archive"],
        extensions: ["lz4"], mediaTypes: ["application/x-lz4"]),
      ContentType(
        "org.nongnu.lzip-archive", "lzip file", conformsTo: ["public.archive"],
        extensions: ["lz"], mediaTypes: ["application/lzip", "application/x-lzip"],
        shortNames: ["lzip"]),
      ContentType(
        "org.lzop.lzop-archive", "lzop file", conformsTo: ["public.archive"],
        extensions: ["lzo"], mediaTypes: ["application/x-lzop"], shortNames: ["lzop"]),
      ContentType(
        "public.brotli-archive", "Brotli file", conformsTo: ["public.archive"],
        extensions: ["br"], shortNames: ["brotli"]),
      ContentType(
        "com.google.snappy", "framed Snappy file", conformsTo: ["public.archive"],
        extensions: ["sz"], shortNames: ["snappy"]),
      ContentType(
        "public.z-archive", "compress file", conformsTo: ["public.archive"],
        extensions: ["z"], mediaTypes: ["application/x-compress"]),
      ContentType(
        "public.cpio-archive", "cpio archive", conformsTo: ["public.archive"],
        extensions: ["cpio"], mediaTypes: ["application/x-cpio"]),
      ContentType(
        "public.ar-archive", "ar archive", conformsTo: ["public.archive"],
        extensions: ["ar", "lib", "a"], mediaTypes: ["application/x-archive"]),
      ContentType(
        "com.microsoft.cab", "Windows cabinet", conformsTo: ["public.archive"],
        extensions: ["cab"], mediaTypes: ["application/vnd.ms-cab-compressed"],
        shortNames: ["cabinet"]),
      ContentType(
        "public.lha-archive", "LHA archive", conformsTo: ["public.archive"],
        extensions: ["lzh", "lha"], mediaTypes: ["application/x-lzh-compressed"]),
      ContentType(
        "public.arj-archive", "ARJ archive", conformsTo: ["public.archive"],
        extensions: ["arj"], mediaTypes: ["application/x-arj"]),
      ContentType(
        "public.ace-archive", "ACE archive", conformsTo: ["public.archive"],
        extensions: ["ace"], mediaTypes: ["application/x-ace-compressed"]),
      ContentType(
        "public.zoo-archive", "Zoo archive", conformsTo: ["public.archive"],
        extensions: ["zoo"], mediaTypes: ["application/x-zoo"]),
      ContentType(
        "com.stuffit.archive.sit", "StuffIt archive", conformsTo: ["public.archive"],
        extensions: ["sit"], mediaTypes: ["application/x-stuffit"], shortNames: ["stuffit"]),
      ContentType(
        "com.stuffit.archive.sitx", "StuffIt X archive", conformsTo: ["public.archive"],
        extensions: ["sitx"], mediaTypes: ["application/x-stuffitx"]),
      ContentType(
        "com.apple.xar-archive", "xar archive", conformsTo: ["public.archive"],
        extensions: ["xar"], mediaTypes: ["application/x-xar"]),
      ContentType(
        "com.apple.binhex-archive", "BinHex file", conformsTo: ["public.archive", .plainText],
        extensions: ["hqx"], mediaTypes: ["application/mac-binhex40"], shortNames: ["binhex"]),
      ContentType(
        "com.apple.apple-double", "AppleDouble file", conformsTo: [.data],
        mediaTypes: ["multipart/appledouble"], shortNames: ["appledouble"]),
      ContentType(
        "com.apple.aar-archive", "Apple Archive", conformsTo: ["public.archive"],
        extensions: ["aar"]),
      ContentType(
        "org.webarchive.warc", "WARC web archive", conformsTo: ["public.archive"],
        extensions: ["warc"], mediaTypes: ["application/warc"]),
      ContentType(
        "com.apple.webarchive", "Safari web archive", conformsTo: ["com.apple.binary-plist"],
        extensions: ["webarchive"]),
      ContentType(
        "net.squashfs.image", "SquashFS image", conformsTo: ["public.disk-image"],
        extensions: ["squashfs", "sfs", "snap"], mediaTypes: ["application/vnd.squashfs"]),
      ContentType(
        "org.debian.deb-archive", "Debian package", conformsTo: ["public.ar-archive"],
        extensions: ["deb", "udeb"], mediaTypes: ["application/vnd.debian.binary-package"]),
      ContentType(
        "com.redhat.rpm-archive", "RPM package", conformsTo: ["public.archive"],
        extensions: ["rpm"], mediaTypes: ["application/x-rpm"]),
      ContentType(
        "com.apple.installer-package-archive", "macOS installer package",
        conformsTo: ["com.apple.xar-archive"], extensions: ["pkg"]),
      ContentType(
        "com.sun.java-archive", "Java archive", conformsTo: ["public.zip-archive"],
        extensions: ["jar"], mediaTypes: ["application/java-archive"]),
      ContentType(
        "com.sun.web-application-archive", "Java web application",
        conformsTo: ["com.sun.java-archive"], extensions: ["war"]),
      ContentType(
        "com.sun.enterprise-application-archive", "Java enterprise application",
        conformsTo: ["com.sun.java-archive"], extensions: ["ear"]),
      ContentType(
        "com.android.package-archive", "Android app", conformsTo: ["public.zip-archive"],
        extensions: ["apk"], mediaTypes: ["application/vnd.android.package-archive"]),
      ContentType(
        "com.android.app-bundle", "Android app bundle", conformsTo: ["public.zip-archive"],
        extensions: ["aab"]),
      ContentType(
        "com.apple.itunes.ipa", "iOS app", conformsTo: ["public.zip-archive"],
        extensions: ["ipa"], mediaTypes: ["application/x-ios-app"]),
      ContentType(
        "org.mozilla.xpi-extension", "Firefox extension", conformsTo: ["public.zip-archive"],
        extensions: ["xpi"], mediaTypes: ["application/x-xpinstall"]),
      ContentType(
        "org.chromium.crx-extension", "Chrome extension", conformsTo: ["public.archive"],
        extensions: ["crx"], mediaTypes: ["application/x-chrome-extension"]),
      ContentType(
        "com.microsoft.appx-package", "Windows app package", conformsTo: ["public.zip-archive"],
        extensions: ["msix", "appx", "msixbundle", "appxbundle"]),
      ContentType(
        "com.microsoft.vsix-package", "Visual Studio extension", conformsTo: ["public.zip-archive"],
        extensions: ["vsix"]),
      ContentType(
        "org.nuget.package", "NuGet package", conformsTo: ["public.zip-archive"],
        extensions: ["nupkg"]),
      ContentType(
        "org.python.wheel", "Python wheel", conformsTo: ["public.zip-archive"],
        extensions: ["whl"], shortNames: ["wheel"]),
      ContentType(
        "org.python.egg", "Python egg", conformsTo: ["public.zip-archive"], extensions: ["egg"]),
      ContentType(
        "com.public.cbz-archive", "comic book in ZIP", conformsTo: ["public.zip-archive"],
        extensions: ["cbz"], mediaTypes: ["application/vnd.comicbook+zip"]),
      ContentType(
        "com.public.cbr-archive", "comic book in RAR", conformsTo: ["com.rarlab.rar-archive"],
        extensions: ["cbr"], mediaTypes: ["application/vnd.comicbook-rar"]),
    ]
  }
}
