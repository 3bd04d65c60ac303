import ConverterCore
import PDFObjects

/// The tree of named destinations of a file in the making.
///
/// A book has thousands of them. To parse them all at once and then put in the pages is much faster than to make
/// each of its parts.
struct DestinationTree {
  private enum Entry {
    case view(String, page: PDFObject)
    case array(PDFObject)
  }

  private var entries: [[UInt8]: Entry] = [:]
  /// The numbers that names got last: a thousand files may use the same.
  private var numbers: [[UInt8]: Int] = [:]

  var isEmpty: Bool { entries.isEmpty }

  /// The name, with a number where it is taken.
  mutating func freeName(_ name: [UInt8]) -> [UInt8] {
    var new = name
    while entries[new] != nil {
      let number = (numbers[name] ?? 1) + 1
      numbers[name] = number
      new = name + Array("_\(number)".utf8)
    }
    return new
  }

  /// - Parameter view: what comes behind the page, as PDF writes it: `/XYZ 90 681 null ]`.
  mutating func add(_ name: [UInt8], page: PDFObject, view: String) {
    entries[name] = .view(view, page: page)
  }

  mutating func add(_ name: [UInt8], _ array: PDFObject) { entries[name] = .array(array) }

  /// A name tree of one node.
  func object(in file: PDFFile) throws(ConversionError) -> PDFObject {
    let sorted = entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    var text: [UInt8] = Array("<< /Names [".utf8)
    for (name, entry) in sorted {
      text.append(UInt8(ascii: "<"))
      for byte in name {
        text.append(Self.digit(byte >> 4))
        text.append(Self.digit(byte & 15))
      }
      text.append(UInt8(ascii: ">"))
      if case .view(let view, _) = entry {
        text += "[null ".utf8
        text += view.utf8
      } else {
        text += "null ".utf8
      }
    }
    text += "] >>".utf8
    let tree = try file.object(parsing: String(decoding: text, as: UTF8.self))
    let names = tree["/Names"]
    guard names.count == 2 * sorted.count else {
      throw ConversionError(.internalError, "the names of destinations cannot be written down")
    }
    for (index, (_, entry)) in sorted.enumerated() {
      switch entry {
      case .view(_, let page): names[2 * index + 1][0] = page
      case .array(let array): names[2 * index + 1] = array
      }
    }
    return file.indirect(tree)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
