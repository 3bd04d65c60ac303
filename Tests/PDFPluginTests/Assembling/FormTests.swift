import ConverterCore
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite struct PDFFormTests {
  /// `name` on page 0; `address.street` on page 0 and 1; `address.city` on page 1; `ghost` on none.
  private static func form(font: String = "/Helvetica") -> TinyPDF {
    TinyPDF(
      """
      /AcroForm << /Fields [20 0 R 21 0 R 26 0 R] /DA (/F 9 Tf) /CO [24 0 R 20 0 R]
      /DR << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont \(font) >> >> >> >>
      """,
      pages: ["/Annots [20 0 R 23 0 R]", "/Annots [24 0 R 25 0 R 27 0 R]"],
      [
        20:
          "<< /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (name) /V (secret-0) /DA (/F 8 Tf) /P 10 0 R >>",
        21: "<< /T (address) /Kids [22 0 R 25 0 R] /FT /Tx >>",
        22: "<< /T (street) /Parent 21 0 R /Kids [23 0 R 24 0 R] /V (road) >>",
        23: "<< /Subtype /Widget /Rect [0 0 9 9] /Parent 22 0 R /AP << /N 30 0 R >> >>",
        24: "<< /Subtype /Widget /Rect [0 0 9 9] /Parent 22 0 R /MK << /CA (secret-1) >> >>",
        25: "<< /Subtype /Widget /Rect [0 0 9 9] /Parent 21 0 R /T (city) >>",
        26: "<< /FT /Tx /T (ghost) >>",
        27:
          "<< /Subtype /Widget /Rect [0 0 9 9] /FT /Btn /T (send) /A << /S /SubmitForm /Fields [20 0 R (address)] /F (http://x.y) >> >>",
        30: "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream",
      ])
  }

  @Test func partsHaveTheFieldsOfTheirPages() throws {
    let first = try Assembled(Self.form(), pages: [0])
    #expect(try first.fields == ["name 0", "address.street 0"])
    #expect(!first.text.contains("secret-1"))
    let second = try Assembled(Self.form(), pages: [1])
    #expect(try second.fields == ["address.street 0", "address.city 0", "send 0"])
    #expect(!second.text.contains("secret-0"))
    #expect(second.file.root["/AcroForm"]["/CO"].count == 1)
  }

  @Test func actionsNameFieldsInsteadOfBringingThem() throws {
    let result = try Assembled(Self.form(), pages: [1])
    let fields = try result.page(0)["/Annots"][2]["/A"]["/Fields"]
    #expect(fields.items.map(\.text) == ["name", "address"])
  }

  @Test func fieldsOfTheSameNameStayApart() throws {
    let bytes = Self.form().bytes
    let result = try Assembled([(bytes, "a", nil), (bytes, "b", nil)])
    #expect(
      try result.fields == [
        "name 0", "address.street 0", "address.street 1", "address.city 1", "ghost", "send 1",
        "name_2 2", "address_2.street 2", "address_2.street 3", "address_2.city 3", "ghost_2",
        "send_2 3",
      ])
    #expect(
      try result.page(3)["/Annots"][2]["/A"]["/Fields"].items.map(\.text) == [
        "name_2", "address_2",
      ])
    #expect(result.file.root["/AcroForm"]["/CO"].count == 4)
    #expect(result.file.root["/AcroForm"]["/DR"]["/Font"].keys == ["/F"])
  }

  @Test func fontsOfTheSameNameStayApart() throws {
    let result = try Assembled([
      (Self.form().bytes, "a", nil), (Self.form(font: "/Courier").bytes, "b", nil),
    ])
    let form = result.file.root["/AcroForm"]
    #expect(form["/DR"]["/Font"].keys == ["/F", "/F_2"])
    #expect(form["/DR"]["/Font"]["/F_2"]["/BaseFont"].name == "/Courier")
    #expect(form["/DA"].text == "/F 9 Tf")
    #expect(try result.page(0)["/Annots"][0]["/DA"].text == "/F 8 Tf")
    #expect(try result.page(2)["/Annots"][0]["/DA"].text == "/F_2 8 Tf")
    // What has no appearance of its own took the form's, which is another's now.
    #expect(try result.page(3)["/Annots"][2]["/DA"].text == "/F_2 9 Tf")
  }

  @Test func aFieldOnAPageThatComesTwiceHasTwoWidgets() throws {
    let result = try Assembled(Self.form(), pages: [0, 0])
    #expect(
      try result.fields == ["name 0", "name 1", "address.street 0", "address.street 1"])
    let field = result.file.root["/AcroForm"]["/Fields"][0]
    #expect(field["/T"].text == "name")
    #expect(field["/V"].text == "secret-0")
    #expect(field["/Kids"].count == 2)
    #expect(field["/Kids"][1]["/Parent"].id == field.id)
    #expect(!field["/Kids"][1].has("/T"))
  }

  @Test func widgetsThatNoListLeadsToKeepTheirField() throws {
    let orphaned = TinyPDF(
      "/AcroForm << /Fields [] >>", pages: ["/Annots [20 0 R]", ""],
      [
        20: "<< /Subtype /Widget /Rect [0 0 9 9] /Parent 21 0 R >>",
        21: "<< /T (lost) /FT /Tx /Kids [20 0 R] >>",
      ])
    #expect(try Assembled(orphaned, pages: [0]).fields == ["lost 0"])
  }

  @Test func signaturesGoAndXFAIsKeptOnlyWhole() throws {
    let signed = TinyPDF(
      "/AcroForm << /Fields [20 0 R] /SigFlags 3 /XFA (xfa-data) >>",
      pages: ["/Annots [20 0 R]", ""],
      [
        20:
          "<< /Subtype /Widget /Rect [0 0 9 9] /FT /Sig /T (s) /V << /Type /Sig /Contents <00> >> >>"
      ])
    let part = try Assembled(signed, pages: [0])
    #expect(part.ledger.map { $0.prefix { $0 != " " } } == ["xfa", "signatures"])
    #expect(try part.page(0)["/Annots"][0].has("/V") == false)
    let whole = try Assembled(signed, pages: [1, 0])
    #expect(whole.file.root["/AcroForm"]["/XFA"].text == "xfa-data")
    #expect(!whole.file.root["/AcroForm"].has("/SigFlags"))
  }

  @Test func scriptsThatNameRenamedFieldsAreNamed() throws {
    let calculating = TinyPDF(
      "/AcroForm << /Fields [20 0 R] /CO [20 0 R] >>", pages: ["/Annots [20 0 R]"],
      [
        20:
          "<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (sum) /AA << /C << /S /JavaScript /JS (getField\\('sum'\\)) >> >> >>"
      ]
    ).bytes
    let result = try Assembled([(calculating, "a", nil), (calculating, "b", nil)])
    #expect(
      result.ledger.contains(
        "scripts changed those that calculate or check fields know them by the names that they had in their file"
      ))
    #expect(
      try Assembled([(calculating, "a", [0, 0])]).ledger.allSatisfy { !$0.hasPrefix("scripts") })
  }
}
