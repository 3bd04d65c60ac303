import ConverterCore
import PDFObjects
import PagedDocumentModel

/// Resources that pages of the result share with pages that are left out.
///
/// A part of a file should not carry the pictures and fonts of the other parts. So where a dictionary of
/// resources belongs to such pages, too, a page gets one with what its content names. Every name that occurs
/// anywhere in the content, be it in a string or in the data of a picture, counts as used: that can only be
/// too much.
struct SharedResources {
  /// The categories that a content stream names its resources from.
  private static let categories = [
    "/XObject", "/Font", "/ExtGState", "/ColorSpace", "/Pattern", "/Shading",
  ]

  /// How many pages of the result have a dictionary of resources, or something that it names, by sources.
  private var uses: [Int: [PDFObject.ID: Int]] = [:]
  private let context: ConversionContext

  init(of file: AssembledFile) throws(ConversionError) {
    context = file.context.conversion
    var chosen: [Int: Set<Int>] = [:]
    for page in file.document.pages { chosen[page.source, default: []].insert(page.index) }
    for part in file.parts where !part.isWhole {
      guard let structure = part.structure else { continue }
      let resources = try structure.resources
      var uses: [PDFObject.ID: Int] = [:]
      for index in chosen[part.number] ?? [] where resources.ids.indices.contains(index) {
        for id in resources.ids[index] { uses[id, default: 0] += 1 }
      }
      self.uses[part.number] = uses
    }
  }

  /// The resources that the page needs; `nil` where its own are all right.
  func needed(
    by page: PDFObject, at index: Int, of part: SourcePart
  ) throws(ConversionError) -> PDFObject? {
    guard let uses = uses[part.number], let structure = part.structure,
      case let known = try structure.resources, known.ids.indices.contains(index),
      known.ids[index].contains(where: { uses[$0] != known.uses[$0] })
    else { return nil }
    let resources = page["/Resources"]
    // A form without resources of its own takes the page's.
    guard !structure.names(of: resources, in: "/XObject").hasBareForms,
      let names = try names(in: page)
    else { return nil }
    let reduced = page.file.dictionary()
    for key in resources.keys { reduced[key] = resources[key] }
    for category in Self.categories where resources[category].isDictionary {
      let all = resources[category]
      let kept = page.file.dictionary()
      guard structure.names(of: resources, in: category).areText else { continue }
      for key in names where all.has(key) { kept[key] = all[key] }
      reduced[category] = kept
    }
    return reduced
  }

  /// `nil` where it is not known what the page uses.
  private func names(in page: PDFObject) throws(ConversionError) -> Set<String>? {
    do throws(ConversionError) {
      return try page.pageContent(in: context).map(ContentNames.all)
    } catch {
      // What cannot be read now is said when the page is written.
      return nil
    }
  }
}

/// The names in a content stream (ISO 32000-1, 7.3.5).
enum ContentNames {
  /// With their slashes, escapes undone, as keys of dictionaries have them.
  static func all(in content: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    var index = 0
    while let slash = content[index...].firstIndex(of: UInt8(ascii: "/")) {
      index = slash + 1
      var name = [UInt8(ascii: "/")]
      while index < content.count, !isDelimiter(content[index]) {
        if content[index] == UInt8(ascii: "#"), index + 2 < content.count,
          let high = digit(content[index + 1]), let low = digit(content[index + 2])
        {
          name.append(high << 4 | low)
          index += 3
        } else {
          name.append(content[index])
          index += 1
        }
      }
      names.insert(String(decoding: name, as: UTF8.self))
    }
    return names
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, 9, 10, 12, 13, 32: true
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "/"), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
