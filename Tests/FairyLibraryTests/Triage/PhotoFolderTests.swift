import ConverterCore
import FairyLibrary
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Which files are photos, and which are one.
@Suite struct PhotoFolderTests {
  private let example: TriageExample

  init() throws { example = try TriageExample() }

  /// The names of the files of each photo.
  private func found(_ names: String...) throws -> [[String]] {
    for name in names { try example.folder.write(Array(name.utf8), to: "photos/\(name)") }
    return PhotoFolder.photos(in: [try example.photos()]).map { photo in
      photo.files.map { $0.path.lastComponent?.string ?? "" }
    }
  }

  @Test func whatBelongsTogetherIsOnePhoto() throws {
    #expect(
      try found(
        "IMG_1.JPG", "IMG_1.CR2", "IMG_1.JPG.xmp", "IMG_2.heic", "IMG_2.MOV", "IMG_2.aae",
        "img_3.dng",
        "IMG_4.mp4", "IMG_5.mov") == [
          ["IMG_1.JPG", "IMG_1.CR2", "IMG_1.JPG.xmp"], ["IMG_2.heic", "IMG_2.MOV", "IMG_2.aae"],
          ["IMG_4.mp4"], ["IMG_5.mov"], ["img_3.dng"],
        ])
  }

  @Test func severalPicturesOfAName() throws {
    #expect(
      try found("a.heic", "a.jpg", "a.nef", "a.mov", "a.mp4") == [
        ["a.heic", "a.mov"], ["a.jpg", "a.nef"], ["a.mp4"],
      ])
  }

  @Test func othersArePassedOver() throws {
    try FileManager.default.createDirectory(
      atPath: example.folder.file("photos/sub/.thumbnails"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: example.folder.file("photos/link.jpg"), withDestinationPath: "/etc/hostname")
    try FileManager.default.createSymbolicLink(
      atPath: example.folder.file("photos/away"), withDestinationPath: example.folder.file("photos")
    )
    #expect(
      try found("notes.txt", ".hidden.jpg", "sub/b.png", "sub/.thumbnails/c.jpg", "a.jpg", "jpg")
        == [
          ["a.jpg"], ["b.png"],
        ])
  }

  @Test func aFolderWithinAnotherIsLookedThroughOnce() throws {
    _ = try found("sub/a.jpg", "b.jpg")
    let top = try example.photos()
    let photos = PhotoFolder.photos(in: [top.appending("sub"), top, top])
    #expect(photos.map { $0.main.path.lastComponent?.string } == ["a.jpg", "b.jpg"])
  }

  @Test func whatIsNoPhotoIsSaid() throws {
    _ = try found("a.jpg", "sub/b.jpg")
    let top = try example.photos()
    #expect(errorCode { _ = try PhotoFolder.photo(at: top.appending("c.jpg")) } == .inputNotFound)
    #expect(errorCode { _ = try PhotoFolder.photo(at: top.appending("sub")) } == .readFailed)
    #expect(errorCode { _ = try PhotoFolder.resolved(top.appending("a.jpg")) } == .readFailed)
    #expect(errorCode { _ = try PhotoFolder.resolved(top.appending("none")) } == .inputNotFound)
  }
}
