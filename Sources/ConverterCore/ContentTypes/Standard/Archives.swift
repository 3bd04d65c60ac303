extension ContentTypeCatalog {
  /// Containers of files, and single files made smaller.
  static let archives: StaticString = """
    > public.archive
    public.zip-archive | ZIP archive | zip zipx | application/zip application/x-zip-compressed
    org.7-zip.7-zip-archive | 7-Zip archive | 7z | application/x-7z-compressed | 7zip 7-zip
    com.rarlab.rar-archive | RAR archive | rar | application/vnd.rar application/x-rar-compressed
    public.tar-archive | tar archive | tar | application/x-tar
    org.gnu.gnu-zip-archive | gzip file | gz gzip | application/gzip application/x-gzip
    > org.gnu.gnu-zip-archive
    org.gnu.gnu-zip-tar-archive | tar archive in gzip | tar.gz tgz
    > public.archive
    public.bzip2-archive | bzip2 file | bz2 bz | application/x-bzip2 | bzip2
    > public.bzip2-archive
    public.tar-bzip2-archive | tar archive in bzip2 | tar.bz2 tbz2 tbz
    > public.archive
    org.tukaani.xz-archive | xz file | xz | application/x-xz
    > org.tukaani.xz-archive
    org.tukaani.tar-xz-archive | tar archive in xz | tar.xz txz
    > public.archive
    org.tukaani.lzma-archive | LZMA file | lzma | application/x-lzma
    org.facebook.zstandard-archive | Zstandard file | zst zstd | application/zstd | zstandard
    > org.facebook.zstandard-archive
    org.facebook.tar-zstandard-archive | tar archive in Zstandard | tar.zst tzst
    > public.archive
    org.lz4.lz4-archive | LZ4 file | lz4 | application/x-lz4
    org.nongnu.lzip-archive | lzip file | lz | application/lzip application/x-lzip | lzip
    org.lzop.lzop-archive | lzop file | lzo | application/x-lzop | lzop
    public.brotli-archive | Brotli file | br | | brotli
    com.google.snappy | framed Snappy file | sz | | snappy
    public.z-archive | compress file | z | application/x-compress
    public.cpio-archive | cpio archive | cpio | application/x-cpio
    public.ar-archive | ar archive | ar lib a | application/x-archive
    com.microsoft.cab | Windows cabinet | cab | application/vnd.ms-cab-compressed | cabinet
    public.lha-archive | LHA archive | lzh lha | application/x-lzh-compressed
    public.arj-archive | ARJ archive | arj | application/x-arj
    public.ace-archive | ACE archive | ace | application/x-ace-compressed
    public.zoo-archive | Zoo archive | zoo | application/x-zoo
    com.stuffit.archive.sit | StuffIt archive | sit | application/x-stuffit | stuffit
    com.stuffit.archive.sitx | StuffIt X archive | sitx | application/x-stuffitx
    com.apple.xar-archive | xar archive | xar | application/x-xar
    > public.archive public.plain-text
    com.apple.binhex-archive | BinHex file | hqx | application/mac-binhex40 | binhex
    > public.data
    com.apple.apple-double | AppleDouble file | | multipart/appledouble | appledouble
    > public.archive
    com.apple.aar-archive | Apple Archive | aar
    org.webarchive.warc | WARC web archive | warc | application/warc
    > com.apple.binary-plist
    com.apple.webarchive | Safari web archive | webarchive
    > public.disk-image
    net.squashfs.image | SquashFS image | squashfs sfs snap | application/vnd.squashfs
    > public.ar-archive
    org.debian.deb-archive | Debian package | deb udeb | application/vnd.debian.binary-package
    > public.archive
    com.redhat.rpm-archive | RPM package | rpm | application/x-rpm
    > com.apple.xar-archive
    com.apple.installer-package-archive | macOS installer package | pkg
    > public.zip-archive
    com.sun.java-archive | Java archive | jar | application/java-archive
    > com.sun.java-archive
    com.sun.web-application-archive | Java web application | war
    com.sun.enterprise-application-archive | Java enterprise application | ear
    > public.zip-archive
    com.android.package-archive | Android app | apk | application/vnd.android.package-archive
    com.android.app-bundle | Android app bundle | aab
    com.apple.itunes.ipa | iOS app | ipa | application/x-ios-app
    org.mozilla.xpi-extension | Firefox extension | xpi | application/x-xpinstall
    > public.archive
    org.chromium.crx-extension | Chrome extension | crx | application/x-chrome-extension
    > public.zip-archive
    com.microsoft.appx-package | Windows app package | msix appx msixbundle appxbundle
    com.microsoft.vsix-package | Visual Studio extension | vsix
    org.nuget.package | NuGet package | nupkg
    org.python.wheel | Python wheel | whl | | wheel
    org.python.egg | Python egg | egg
    com.public.cbz-archive | comic book in ZIP | cbz | application/vnd.comicbook+zip
    > com.rarlab.rar-archive
    com.public.cbr-archive | comic book in RAR | cbr | application/vnd.comicbook-rar
    """
}
