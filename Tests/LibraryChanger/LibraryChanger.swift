import ConverterCore
import FairyLibrary
import LibraryTestSupport
import Scanning
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `library-changer LIBRARY PHOTO SEED`: changes documents of a library for ever, each kind of change about equally often.
/// Before and after each it prints a line, so that whoever kills it knows what was done.
@main
struct LibraryChanger {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count == 4, let seed = UInt64(words[3]) else {
      print("usage: library-changer LIBRARY PHOTO SEED")
      return
    }
    var changer = LibraryChanger(
      editor: try LibraryEditor(
        try DocumentLibrary(at: FilePath(words[1])), maker: DrawnPages(length: 2000)),
      photo: FilePath(words[2]), generator: Numbers(state: seed))
    while true { try changer.change() }
  }

  /// The same numbers for the same seed.
  struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }

  let editor: LibraryEditor
  let photo: FilePath
  var generator: Numbers

  private mutating func change() throws(ConversionError) {
    let ids = try editor.library.identifiers().sorted()
    guard let id = ids.randomElement(using: &generator),
      ids.count < 4 || Bool.random(using: &generator)
    else {
      if ids.count < 4 {
        tell("create")
        let made = try editor.create(title: "new", of: [photo])
        tell("created \(made.id)")
      } else {
        try discard(ids)
      }
      return
    }
    let before = try editor.library.document(id).metadata()
    tell("change \(id) \(before.revision)")
    let after = try change(id, before)
    tell("changed \(id) \(after.revision)")
  }

  private mutating func discard(_ ids: [DocumentID]) throws(ConversionError) {
    guard let id = ids.randomElement(using: &generator) else { return }
    tell("move \(id)")
    try editor.trash(id)
    if Bool.random(using: &generator) { try editor.restore(id) }
    tell("moved \(id)")
  }

  private mutating func change(
    _ id: DocumentID, _ before: DocumentMetadata
  ) throws(ConversionError) -> DocumentMetadata {
    guard let page = before.pages.randomElement(using: &generator)?.id else {
      return try editor.add([photo, photo], to: id)
    }
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: return try editor.add([photo], to: id, at: 0)
    case 1: return try editor.edit(id) { (s) throws(ConversionError) in try s.rotate(page, by: 90) }
    case 2:
      return try editor.edit(id) { (s) throws(ConversionError) in try s.setFilter(.bw, of: page) }
    case 3:
      let corners = Quad([Point(5, 5), Point(390, 9), Point(380, 290), Point(9, 280)])
      return try editor.edit(id) { (s) throws(ConversionError) in try s.crop(page, to: corners) }
    case 4: return try editor.edit(id) { (s) throws(ConversionError) in try s.move(page, to: 0) }
    case 5: return try editor.edit(id) { (s) throws(ConversionError) in try s.remove(page) }
    case 6: return try editor.retake(page, of: id, with: photo)
    case 7: return try editor.describe(id) { $0.tags.append("tag \(before.revision)") }
    default: return try editor.save(id)
    }
  }

  /// What is printed is out before the next step begins.
  private func tell(_ line: String) {
    print(line)
    fflush(nil)
  }
}
