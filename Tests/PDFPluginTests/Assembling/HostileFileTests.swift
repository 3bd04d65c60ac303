import ConverterCore
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite struct HostilePDFTests {
  @Test func loopsEnd() throws {
    let loops = TinyPDF(
      """
      /Outlines 20 0 R /Names << /Dests 23 0 R /EmbeddedFiles 23 0 R >> /PageLabels 24 0 R
      /AcroForm << /Fields [25 0 R 26 0 R] >> /StructTreeRoot 28 0 R /OpenAction 27 0 R
      /OCProperties << /OCGs [29 0 R 29 0 R] /D << /Order 31 0 R >> >>
      """,
      pages: ["/Annots [30 0 R 25 0 R 30 0 R 99 0 R (x)]", "/Annots 32 0 R"],
      [
        20: "<< /First 21 0 R >>",
        21: "<< /Title (a) /First 21 0 R /Next 22 0 R /Dest [10 0 R /Fit] >>",
        22: "<< /Title (b) /Next 21 0 R /First 20 0 R /A 27 0 R >>",
        23: "<< /Kids [23 0 R << /Kids [23 0 R] >>] /Names [(n) [10 0 R /Fit] (n) (n) 1] >>",
        24: "<< /Kids [24 0 R] /Nums [0 << /S /D >> -1 << >> (x) 3 0] >>",
        25: "<< /Subtype /Widget /Rect [0 0 9 9] /T (a) /FT /Tx /Kids [26 0 R] /Parent 26 0 R >>",
        26: "<< /T (b) /Kids [25 0 R 26 0 R] /Parent 25 0 R >>",
        27: "<< /S /GoTo /D (n) /Next 27 0 R >>",
        28:
          "<< /Type /StructTreeRoot /K [33 0 R 28 0 R] /ParentTree << /Nums [0 33 0 R 9223372036854775807 33 0 R] >> >>",
        29: "<< /Type /OCG /Name (l) >>",
        30:
          "<< /Subtype /Link /Rect [0 0 9 9] /A 27 0 R /Popup 30 0 R /IRT 30 0 R /StructParent 9223372036854775807 >>",
        31: "[29 0 R 31 0 R [31 0 R]]", 32: "[32 0 R [32 0 R]]",
        33: "<< /S /P /K [33 0 R 28 0 R 1] /P 33 0 R /Pg 10 0 R >>",
      ])
    for pages in [[0], [1, 0], [0, 0, 1], [1]] {
      _ = try Assembled(loops, pages: pages)
    }
    let bytes = loops.bytes
    _ = try Assembled([(bytes, "a", nil), (bytes, "b", [1])])
  }

  /// The values of keys that should be something else.
  @Test(arguments: [
    "null", "true", "-7", "3.5", "(text)", "/Name", "[]", "<< >>", "[[[[1]]]]", "10 0 R", "2 0 R",
    "1 0 R",
    "99 0 R", "[10 0 R]", "[null null]", "9223372036854775807",
    "<< /Kids 1 /Names 2 /Nums 3 /K 4 /First 5 >>",
  ])
  func anythingMayStandAnywhere(value: String) throws {
    let keys = [
      "/Outlines", "/Names", "/Dests", "/PageLabels", "/AcroForm", "/StructTreeRoot",
      "/OCProperties",
      "/OpenAction", "/AF", "/Metadata", "/Lang",
    ]
    let pageKeys = [
      "/Annots", "/B", "/StructParents", "/Rotate", "/CropBox", "/Resources", "/UserUnit",
    ]
    let inner = [
      "<< /Fields V /DR V /DA V /CO V /XFA V /NeedAppearances V >>", "<< /First V /Last V >>",
      "<< /Dests V /EmbeddedFiles V /JavaScript V >>",
      "<< /K V /ParentTree V /RoleMap V /ClassMap V >>",
      "<< /OCGs V /D V >>", "<< /OCGs [V] /D << /Order V /ON V /OFF [V] /AS V /RBGroups [V] >> >>",
    ]
    let catalogues =
      [keys.map { "\($0) V" }.joined(separator: " ")]
      + zip(
        ["/AcroForm", "/Outlines", "/Names", "/StructTreeRoot", "/OCProperties", "/OCProperties"],
        inner
      )
      .map { "\($0) \($1)" }
    let annotation =
      "/Annots [<< /Subtype V /A V /AA V /Dest V >> << /Subtype /Widget /Parent V /Kids V /A << /S /Hide /T V >> >> V]"
    for catalogue in catalogues {
      let pdf = TinyPDF(
        catalogue.replacing("V", with: value),
        pages: [
          pageKeys.map { "\($0) \(value)" }.joined(separator: " "),
          annotation.replacing("V", with: value),
        ])
      for pages in [[1, 0], [1], [0, 0], [1, 1]] {
        // Some are so wrong that they are refused; none may do worse.
        do {
          _ = try Assembled(pdf, pages: pages)
        } catch let error as ConversionError {
          #expect(error.code == .damagedInput)
        }
      }
    }
  }

  @Test(arguments: [
    "/Outlines 20 0 R", "/Names << /Dests 30 0 R >>", "/AcroForm << /Fields 31 0 R >>",
  ])
  func moreEntriesThanAllowedAreRefused(catalogue: String) throws {
    let nulls = String(repeating: "[10 0 R /Fit] ", count: 3000)
    let items = String(repeating: "<< >> ", count: 3000)
    var outline: [(Int, String)] = []
    for number in 0..<3000 {
      outline.append((100 + number, "<< /Title (x) /Dest [10 0 R] /Next \(101 + number) 0 R >>"))
    }
    var pdf = TinyPDF(
      catalogue, pages: ["", ""],
      [20: "<< /First 100 0 R >>", 30: "<< /Names [\(nulls)] >>", 31: "[\(items)]"])
    pdf.add(outline)
    var limits = Limits.standard
    limits.entries = 1000
    #expect { try Assembled(pdf, pages: [0], limits: limits) } throws: { error in
      (error as? ConversionError)?.code == .limitExceeded
    }
    _ = try Assembled(pdf, pages: [0])
  }

  /// qpdf copies what an object refers to by calling itself.
  @Test func aLongChainOfObjectsIsCopied() throws {
    var pdf = TinyPDF("", pages: ["/X 100 0 R", ""])
    pdf.add((0..<100_000).map { (100 + $0, "<< /N \(101 + $0) 0 R >>") })
    #expect(try Assembled(pdf, pages: [0]).file.pageCount == 1)
  }
}
