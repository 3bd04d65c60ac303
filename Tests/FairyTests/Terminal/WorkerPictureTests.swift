import ConverterCore
import FairyLibrary
import SystemPackage
import TestSupport
import Testing
import TriageViewer

@testable import FairyCommandLine

/// What workers send of photos is not trusted.
@Suite struct WorkerPictureTests {
  private let folder: ScratchFolder
  private let wish: PictureWish

  init() throws {
    folder = try ScratchFolder()
    let path = try folder.write([1], to: "a.jpg")
    wish = PictureWish(try PhotoFile(at: FilePath(path)), columns: 20, rows: 5)
  }

  private static let head =
    #"{"width":40,"height":30,"place":"here","columns":4,"rows":2,"x":[0.25,0.75],"y":[0,1]}"#
    + "\n"

  private func picture(
    _ text: String, _ form: TerminalGraphics.Form?, head: String = Self.head
  ) throws -> PhotoPicture {
    try PhotoPicture(Array((head + text).utf8), as: form, of: wish)
  }

  @Test func blocksAreLines() throws {
    let picture = try picture("\u{1b}[0;31mabcd\u{1b}[0m\nefgh\nmore\n", .blocks(.trueColour))
    #expect((picture.columns, picture.rows) == (4, 2))
    #expect((picture.x, picture.y) == (0.25..<0.75, 0..<1))
    #expect((picture.facts.width, picture.facts.place) == (40, "here"))
    #expect(
      picture.content == .blocks([Array("\u{1b}[0;31mabcd\u{1b}[0m".utf8), Array("efgh".utf8)]))
  }

  @Test func whatControlsATerminalIsShown() throws {
    let picture = try picture("\u{1b}[2Ja\n", .blocks(.indexed))
    #expect(picture.content == .blocks([Array("\\u{1B}[2Ja".utf8)]))
  }

  @Test func ofPixelsOnlyPicturesAreLeft() throws {
    let kitty = "\u{1b}_Ga=T,f=32,s=1,v=1,m=0;AAAAAA==\u{1b}\\"
    let sent = "text\n\u{1b}7\u{1b}[1A\(kitty)\u{1b}8more\(kitty)\n"
    #expect(try picture(sent, .kitty).content == .pixels(Array((kitty + kitty).utf8)))
    let sixel = "\u{1b}P0;1;0q\"1;1;4;6#0~~@@\u{1b}\\"
    #expect(try picture("a\(sixel)\n", .sixel).content == .pixels(Array(sixel.utf8)))
  }

  @Test(arguments: [
    "\u{1b}_Ga=d,d=A\u{1b}\\", "\u{1b}_Ga=T,t=f;L2V0Yw==\u{1b}\\", "\u{1b}]0;name\u{7}",
    "\u{1b}P$q\"p\u{1b}\\", "",
  ])
  func whatIsNoPictureIsLeftOut(text: String) throws {
    #expect(try picture(text, .kitty).content == .pixels([]))
  }

  @Test(arguments: [
    #"{"columns":21,"rows":2}"#, #"{"columns":4,"rows":6}"#, #"{"columns":0,"rows":2}"#, "{}",
  ])
  func moreThanThereIsRoomForIsNotShown(head: String) throws {
    let picture = try picture("abcd\n", .blocks(.indexed), head: head + "\n")
    #expect(picture.content == .nothing)
  }

  @Test func withoutPicturesThereAreFactsAlone() throws {
    let picture = try picture("", nil)
    #expect(picture.content == .nothing)
    #expect(picture.facts.height == 30)
  }

  @Test(arguments: ["", "abc", "abc\n", "{\n"])
  func whatIsNoAnswerIsAFailure(text: String) throws {
    #expect(throws: ConversionError.self) { try picture(text, .kitty, head: "") }
  }
}
