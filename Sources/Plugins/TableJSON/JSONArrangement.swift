/// Where the line ends and spaces of JSON go.
enum JSONArrangement: Equatable {
  /// A row a line, and nothing else: NDJSON.
  case lines
  /// An array, a row a line.
  case rows
  /// An array without spaces or line ends.
  case compact
  /// An array, a value a line.
  case values(indent: [UInt8])

  /// How many bytes separate a row from the one before.
  var separator: Int { self == .lines ? 0 : 1 }

  var beginning: [UInt8] { self == .lines ? [] : Array("[".utf8) }

  func end(isEmpty: Bool) -> [UInt8] {
    switch self {
    case .lines: []
    case .rows where !isEmpty, .values where !isEmpty: Array("\n]\n".utf8)
    case .rows, .values, .compact: Array("]\n".utf8)
    }
  }

  /// What stands before a row's bracket.
  var beforeRow: [UInt8] {
    switch self {
    case .lines: []
    case .rows: Array(",\n".utf8)
    case .compact: Array(",".utf8)
    case .values(let indent): Array(",\n".utf8) + indent
    }
  }

  /// What stands before a row's value, behind its comma.
  var beforeValue: [UInt8] {
    if case .values(let indent) = self { Array("\n".utf8) + indent + indent } else { [] }
  }

  /// What stands before a row's closing bracket.
  var afterValues: [UInt8] {
    if case .values(let indent) = self { Array("\n".utf8) + indent } else { [] }
  }

  var afterRow: [UInt8] { self == .lines ? Array("\n".utf8) : [] }

  var afterKey: [UInt8] {
    if case .values = self { Array(": ".utf8) } else { Array(":".utf8) }
  }
}
