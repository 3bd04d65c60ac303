package import ConverterCore

/// What rows are sorted by: columns, the first one first.
package struct SortOrder: Sendable {
  package struct Term: Sendable {
    package let column: Int
    package let isDescending: Bool
  }

  package let terms: [Term]

  /// - Throws: `usage` for a column that does not exist.
  package init(_ words: [String], of table: Table) throws(ConversionError) {
    var terms: [Term] = []
    for word in words {
      guard let sign = word.first, sign == "-" || sign == "+" else {
        terms.append(Term(column: try table.column(word), isDescending: false))
        continue
      }
      // A column may be called -price; one called price comes first.
      let name = String(word.dropFirst())
      if table.columnIfAny(name) == nil, let whole = table.columnIfAny(word) {
        terms.append(Term(column: whole, isDescending: false))
      } else {
        terms.append(Term(column: try table.column(name), isDescending: sign == "-"))
      }
    }
    self.terms = terms
  }
}

/// What of a cell decides where its row goes: numbers by their value, then text by its characters, and what is
/// empty at the end in any case.
package struct SortKey {
  package enum Rank: UInt8 {
    case number, text, empty
  }

  package let rank: Rank
  /// Cells of one rank whose values differ are in the order of these; others have to be looked at.
  let value: Int64

  package init(_ text: Span<UInt8>) {
    if text.isEmpty {
      (rank, value) = (.empty, 0)
    } else if let number = Numeral(text) {
      (rank, value) = (.number, number.key)
    } else {
      var first: UInt64 = 0
      for place in 0..<8 { first = first << 8 | (place < text.count ? UInt64(text[place]) : 0) }
      // The order of the bits as a number without sign is that of a number with one.
      (rank, value) = (.text, Int64(bitPattern: first ^ (1 << 63)))
    }
  }

  /// -1, 0 or 1; `exactly` compares cells of one rank whose keys are alike.
  package func compare(to other: SortKey, isDescending: Bool, _ exactly: () -> Int) -> Int {
    if rank == .empty || other.rank == .empty {
      return rank == other.rank ? 0 : rank == .empty ? 1 : -1
    }
    let order =
      if rank != other.rank {
        rank.rawValue < other.rank.rawValue ? -1 : 1
      } else if value != other.value {
        value < other.value ? -1 : 1
      } else {
        exactly()
      }
    return isDescending ? -order : order
  }
}
