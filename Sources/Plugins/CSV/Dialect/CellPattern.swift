import ConverterCore

/// What a cell is beyond doubt, by the order of its digits and marks.
///
/// Marks that stand between cells elsewhere belong to it: the comma of `12,50`, the colons of `10:30:00`.
enum CellPattern: Hashable {
  case integer, decimal, date, time
  /// A date and a time.
  case stamp
  case url, address
  case other

  /// - Parameter text: without quotes around it.
  init(_ text: Span<UInt8>) {
    guard (1...128).contains(text.count), let first = text.first else {
      self = .other
      return
    }
    if (first | 0x20).isLowercaseLetter || first >= 0x80 {
      self = Self.word(text)
      return
    }
    let isSigned = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    self = Self.numbers(isSigned ? text.dropFirst() : text)
  }

  /// The mark may be part of such a cell.
  func holds(_ mark: UInt8) -> Bool {
    switch self {
    case .decimal: mark == UInt8(ascii: ",") || mark == 0x20
    case .time: mark == UInt8(ascii: ":")
    case .stamp: mark == UInt8(ascii: ":") || mark == 0x20
    case .url: mark != 0x20 && mark != 0x09 && mark != UInt8(ascii: "|")
    case .integer, .date, .address, .other: false
    }
  }

  private static func word(_ text: Span<UInt8>) -> CellPattern {
    guard !text.contains(0x20) else { return .other }
    if let scheme = text.firstOffset(of: UInt8(ascii: ":")), text.has("://", at: scheme) {
      return .url
    }
    guard let mark = text.firstOffset(of: UInt8(ascii: "@")), mark > 0 else { return .other }
    let host = text[(mark + 1)...]
    let isAddress =
      host.contains(UInt8(ascii: "."))
      && host.allSatisfy { $0.isWordPart || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    return isAddress ? .address : .other
  }

  /// By the lengths of runs of digits, and the marks between them.
  private static func numbers(_ text: Span<UInt8>) -> CellPattern {
    var lengths = [0]
    var marks = ""
    for index in text.indices {
      let byte = text[index]
      if byte &- 48 < 10 {
        lengths[lengths.count - 1] += 1
      } else {
        guard lengths.count < 8 else { return .other }
        marks.unicodeScalars.append(Unicode.Scalar(byte))
        lengths.append(0)
      }
    }
    guard lengths.allSatisfy({ $0 > 0 }) else { return .other }
    switch marks {
    case "": return .integer
    case ".", ",": return .decimal
    case ".,", ",.", " ,", " .": return lengths[0] < 4 && lengths[1] == 3 ? .decimal : .other
    case ":", "::", "::.", "::,": return isTime(lengths) ? .time : .other
    case "--", "//", "..": return isDate(lengths) ? .date : .other
    default: break
    }
    let isStamp =
      ["--", "//", ".."].contains(String(marks.prefix(2)))
      && [" :", " ::", "T:", "T::", " ::.", "T::.", " ::,"].contains(String(marks.dropFirst(2)))
    return isStamp && isDate(Array(lengths[..<3])) && isTime(Array(lengths[3...])) ? .stamp : .other
  }

  private static func isTime(_ lengths: [Int]) -> Bool {
    lengths[0] <= 2 && lengths[1...].prefix(2).allSatisfy { $0 == 2 }
  }

  private static func isDate(_ lengths: [Int]) -> Bool {
    lengths[1] <= 2
      && (lengths[0] == 4 && lengths[2] <= 2
        || lengths[0] <= 2 && (lengths[2] == 4 || lengths[2] == 2))
  }
}

extension UInt8 {
  fileprivate var isLowercaseLetter: Bool { (0x61...0x7A).contains(self) }
  fileprivate var isWordPart: Bool {
    (self | 0x20).isLowercaseLetter || self &- 48 < 10 || self >= 0x80
  }
}
