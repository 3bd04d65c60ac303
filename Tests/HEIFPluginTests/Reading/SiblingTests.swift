import ConverterCore
import PictureModel
import Testing

@testable import HEIFPlugin

/// The pictures beside the primary one.
@Suite struct SiblingTests {
  /// A red picture and `count` further ones.
  private func specimen(count: Int) -> Specimen {
    var specimen = Specimen.red
    for id in 2..<2 + count {
      specimen.items.append(.init(id: id, type: "hvc1", data: [], method: 1))
    }
    return specimen
  }

  @Test func gainMapsHaveNamesOfTheirOwn() throws {
    var specimen = specimen(count: 3)
    specimen.properties.append(
      fullBox("auxC", Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8)))
    for id in 2...4 {
      specimen.associations.append((id, [(specimen.properties.count, false)]))
      specimen.references.append(("auxl", id, [1]))
    }
    let picture = try read(specimen.bytes, in: context())
    #expect(picture.siblings.map(\.name) == ["gainmap", "gainmap-2", "gainmap-3"])
  }

  @Test(arguments: [(99, 0), (100, 0), (101, 1), (20_000, 1)])
  func aHundredAreListed(count: Int, warnings: Int) throws {
    let context = try context()
    let picture = try read(specimen(count: count).bytes, in: context)
    #expect(picture.siblings.count == min(count, 100))
    #expect(picture.facts.companions.count == min(count, 100))
    #expect(picture.siblings.first?.name == "2")
    #expect(context.warnings.count == warnings)
    #expect(context.warnings.allSatisfy { $0.contains("\(count - 100) more pictures") })
  }
}
