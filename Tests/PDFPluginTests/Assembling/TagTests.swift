import ConverterCore
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite struct PDFTagTests {
  /// A heading and a paragraph on page 0, a paragraph over both pages, a link on page 1, an empty cell.
  private static func tagged(role: String = "/H1") -> TinyPDF {
    TinyPDF(
      "/MarkInfo << /Marked true >> /StructTreeRoot 20 0 R",
      pages: ["/StructParents 0", "/StructParents 1 /Annots [30 0 R]"],
      [
        20: """
        << /Type /StructTreeRoot /K 21 0 R /ParentTree << /Nums [0 [22 0 R 23 0 R] 1 [23 0 R 24 0 R] 2 24 0 R] >>
        /ParentTreeNextKey 3 /RoleMap << /Title \(role) >> /IDTree << /Names [(id) 22 0 R] >> >>
        """,
        21: "<< /S /Document /P 20 0 R /K [22 0 R 23 0 R 24 0 R 26 0 R] >>",
        22: "<< /S /Title /P 21 0 R /Pg 10 0 R /K 0 /ID (id) /T (secret-0) >>",
        23: "<< /S /P /P 21 0 R /Pg 10 0 R /K [1 << /Type /MCR /Pg 11 0 R /MCID 0 >>] >>",
        24:
          "<< /S /Link /P 21 0 R /Pg 11 0 R /K [1 << /Type /OBJR /Obj 30 0 R >>] /T (secret-1) >>",
        26: "<< /S /TD /P 21 0 R >>",
        30: "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /StructParent 2 /P 11 0 R >>",
      ])
  }

  /// The tags of a file, a line an element: its role, the marked contents by page.
  private func lines(_ result: Assembled) throws -> [String] {
    guard let tree = try TagTree(of: DocumentStructure(result.file, limits: .standard)) else {
      return []
    }
    return tree.elements.map { element in
      var line = String((element.object["/S"].name ?? "?").dropFirst())
      for kid in element.kids {
        switch kid {
        case .element: break
        case .content(let number, let page): line += " \(number)@\(page ?? -1)"
        case .reference(let object, let page):
          line += " \(object["/MCID"].integer.map(String.init) ?? "object")@\(page ?? -1)"
        }
      }
      return line
    }
  }

  /// The elements that the pages' contents and annotations belong to, by the tree of parents.
  private func parents(_ result: Assembled) throws -> [[String]] {
    let entries = try result.file.root["/StructTreeRoot"]["/ParentTree"].treeEntries(
      .numbers, limits: .standard)
    func role(_ element: PDFObject) -> String { element["/S"].name ?? "-" }
    return try (0..<result.file.pageCount).map { index in
      let page = try result.page(index)
      let owners = [page["/StructParents"]] + page["/Annots"].items.map { $0["/StructParent"] }
      return owners.flatMap { key -> [String] in
        guard let value = entries.first(where: { $0.key.integer == key.integer })?.value else {
          return ["none"]
        }
        return value.isArray ? value.items.map(role) : [role(value)]
      }
    }
  }

  @Test func tagsOfTwoFilesAreJoined() throws {
    let result = try Assembled([
      (Self.tagged().bytes, "a", nil), (Self.tagged(role: "/H2").bytes, "b", [1, 0]),
    ])
    #expect(
      try lines(result) == [
        "Document", "Title 0@0", "P 1@0 0@1", "Link 1@1 object@1", "TD",
        "Document", "Title_2 0@3", "P 1@3 0@2", "Link 1@2 object@2", "TD",
      ])
    #expect(
      try parents(result) == [
        ["/Title", "/P"], ["/P", "/Link", "/Link"], ["/P", "/Link", "/Link"], ["/Title_2", "/P"],
      ])
    let root = result.file.root["/StructTreeRoot"]
    #expect(root["/RoleMap"]["/Title_2"].name == "/H2")
    #expect(root["/ParentTreeNextKey"].integer == 6)
    #expect(root["/K"][1]["/P"].id == root.id)
    #expect(result.file.root["/MarkInfo"]["/Marked"].boolean == true)
    #expect(
      result.ledger.contains("tags changed 1 identifiers of elements are taken by another file"))
  }

  @Test func partsHaveTheTagsOfTheirPages() throws {
    let first = try Assembled(Self.tagged(), pages: [0])
    #expect(try lines(first) == ["Document", "Title 0@0", "P 1@0", "TD"])
    #expect(!first.text.contains("secret-1"))
    #expect(try parents(first) == [["/Title", "/P"]])
    let second = try Assembled(Self.tagged(), pages: [1])
    #expect(try lines(second) == ["Document", "P 0@0", "Link 1@0 object@0", "TD"])
    #expect(!second.text.contains("secret-0"))
    #expect(try parents(second) == [["/P", "/Link", "/Link"]])
  }

  @Test func filesWithoutTagsAreSaid() throws {
    let result = try Assembled([
      (TinyPDF("", pages: ["/StructParents 7"]).bytes, "a", nil), (Self.tagged().bytes, "b", nil),
    ])
    #expect(try parents(result) == [["none"], ["/Title", "/P"], ["/P", "/Link", "/Link"]])
    #expect(try result.page(0).has("/StructParents") == false)
    #expect(result.ledger == ["tags changed 1 of 2 files have none"])
  }
}
