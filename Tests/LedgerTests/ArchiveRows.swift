import Foundation
import TestSupport

extension FormatRow {
  private typealias F = ArchiveFeature

  private static let zip = StoredZIP(
    [
      StoredZIP.Entry(
        "a.txt", Array(F.content.marker.utf8), comment: F.entryComments.marker, mode: 0o100640),
      StoredZIP.Entry("empty/", [], mode: 0o040755),
      StoredZIP.Entry("link", Array("a.txt".utf8), mode: 0o120777),
    ], comment: F.comment.marker)

  /// What a program makes of the folder `in`, which has a file, an empty folder and a symbolic link.
  private static func packed(
    _ fileExtension: String, _ features: [Feature], _ command: String
  ) -> Sample {
    Sample("packed", fileExtension, features) { folder, name in
      try folder.write(Array(F.content.marker.utf8), to: "in/a.txt")
      let script =
        "cd '\(folder.path)/in' && chmod 640 a.txt && mkdir empty && ln -s a.txt link && OUT='\(folder.file(name))' && \(command)"
      let result = try Program.run("/bin/sh", ["-c", script])
      try FileManager.default.removeItem(atPath: folder.file("in"))
      guard result.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
  }

  private static let whole: [Feature] = [F.content, F.links, F.permissions, F.emptyFolders]

  /// Formats of archives. One library reads all but ZIP, folders and TNEF.
  static let archives: [FormatRow] = [
    FormatRow(
      .archive, ["public.zip-archive"], lacks: [],
      [Sample("archive", "zip", F.all) { zip.bytes }]),
    FormatRow(
      .archive,
      [
        "public.tar-archive", "org.7-zip.7-zip-archive", "com.rarlab.rar-archive",
        "com.public.cbr-archive", "com.microsoft.cab", "public.iso-image", "public.cpio-archive",
        "public.ar-archive", "org.debian.deb-archive", "com.apple.xar-archive",
        "com.apple.installer-package-archive", "public.lha-archive", "com.redhat.rpm-archive",
        "org.gnu.gnu-zip-tar-archive", "public.tar-bzip2-archive", "org.tukaani.tar-xz-archive",
        "org.facebook.tar-zstandard-archive",
      ], lacks: [F.comment, F.entryComments],
      [
        packed("tar", whole, "bsdtar -cf $OUT ."), packed("tar.gz", whole, "bsdtar -czf $OUT ."),
        packed("cpio", whole, "bsdtar --format cpio -cf $OUT ."),
        packed("7z", [F.content, F.emptyFolders], "bsdtar --format 7zip -cf $OUT ."),
      ]),
    FormatRow(
      .archive,
      [
        "org.gnu.gnu-zip-archive", "public.bzip2-archive", "org.tukaani.xz-archive",
        "org.tukaani.lzma-archive", "org.facebook.zstandard-archive", "org.lz4.lz4-archive",
        "org.nongnu.lzip-archive", "public.z-archive",
      ],
      lacks: [F.comment, F.entryComments, F.links, F.permissions, F.emptyFolders],
      [packed("gz", [F.content], "gzip -c a.txt > $OUT")]),
    FormatRow(
      .archive, ["com.microsoft.tnef"],
      lacks: [F.comment, F.entryComments, F.links, F.permissions, F.emptyFolders, F.content], []),
    FormatRow(
      .archive, ["public.folder"], lacks: [F.comment, F.entryComments],
      [packed("", whole, "cp -R . $OUT")]),
  ]
}
