import ConverterCore

extension LibArchivePlugin {
  static let types: StaticString = """
    > public.archive
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
    public.z-archive | compress file | z | application/x-compress
    public.cpio-archive | cpio archive | cpio | application/x-cpio
    public.ar-archive | ar archive | ar lib a | application/x-archive
    com.microsoft.cab | Windows cabinet | cab | application/vnd.ms-cab-compressed | cabinet
    public.lha-archive | LHA archive | lzh lha | application/x-lzh-compressed
    com.apple.xar-archive | xar archive | xar | application/x-xar
    > public.ar-archive
    org.debian.deb-archive | Debian package | deb udeb | application/vnd.debian.binary-package
    > public.archive
    com.redhat.rpm-archive | RPM package | rpm | application/x-rpm
    > com.apple.xar-archive
    com.apple.installer-package-archive | macOS installer package | pkg
    > com.rarlab.rar-archive
    com.public.cbr-archive | comic book in RAR | cbr | application/vnd.comicbook-rar
    > public.disk-image
    public.iso-image | ISO 9660 disk image | iso | application/vnd.efi.iso application/x-iso9660-image
    """

  static var signatures: [Signature] {
    [
      Signature("org.7-zip.7-zip-archive", "'7z' BC AF 27 1C"),
      Signature("com.rarlab.rar-archive", "'Rar!' 1A 07"),
      Signature(
        "org.gnu.gnu-zip-archive", "1F 8B 08", or: ["org.r-project.rds", "org.blender.blend"]),
      Signature("public.bzip2-archive", "'BZh' ?? '1AY&SY'", or: ["org.r-project.rds"]),
      Signature("public.bzip2-archive", "'BZh' ?? 17 'rE8P' 90"),
      Signature("org.tukaani.xz-archive", "FD '7zXZ' 00", or: ["org.r-project.rds"]),
      Signature(
        "org.tukaani.lzma-archive", "5D 00 00 ?? ?? FF FF FF FF FF FF FF FF", isAlwaysThere: false),
      Signature("org.facebook.zstandard-archive", "28 B5 2F FD", or: ["org.blender.blend"]),
      Signature("org.lz4.lz4-archive", "04 22 4D 18"),
      Signature("org.lz4.lz4-archive", "02 21 4C 18"),
      Signature("org.nongnu.lzip-archive", "'LZIP' 01"),
      Signature("public.z-archive", "1F 9D 90"),
      Signature("public.z-archive", "1F 9D 8C"),
      Signature("public.cpio-archive", "'070701'"),
      Signature("public.cpio-archive", "'070702'"),
      Signature("public.cpio-archive", "'070707'"),
      Signature("public.cpio-archive", "C7 71", confidence: 0.5),
      Signature("public.ar-archive", "'!<arch>' 0A", isText: true),
      Signature("org.debian.deb-archive", "'!<arch>' 0A 'debian-binary'", isText: true),
      Signature("com.redhat.rpm-archive", "ED AB EE DB"),
      Signature("com.microsoft.cab", "'MSCF' 00 00 00 00"),
      Signature("public.lha-archive", at: 2, "'-lh' ?? '-'"),
      Signature("public.lha-archive", at: 2, "'-lz' ?? '-'"),
      Signature("com.apple.xar-archive", "'xar!'"),
      // Behind the system area of 16 sectors (ECMA-119 §6.2.1).
      Signature("public.iso-image", at: 32769, "'CD001'"),
    ]
  }
}
