import PictureModel
import Testing

@Suite("Names of further pictures")
struct SiblingNamesTests {
  @Test("No name is given twice")
  func unique() {
    var names = SiblingNames()
    let given = ["gainmap", "2", "gainmap", "depth", "gainmap"].map { names.unique($0) }
    #expect(given == ["gainmap", "2", "gainmap-2", "depth", "gainmap-3"])
  }
}
