import Foundation
import Testing

@testable import FairyWeb

@Suite struct WebResourceTests {
  private let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Web/Resources")

  @Test func everyFileOfTheFolderIsPartOfTheProgram() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(WebResource.all.map(\.name).sorted() == files)
    for name in files {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(WebResource.named(name).text == text, "\(name)")
    }
  }
}
