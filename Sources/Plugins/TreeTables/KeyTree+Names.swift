import TableModel

extension KeyTree {
  /// The names of the columns: the keys on the way to each, with dots between them.
  ///
  /// Where two ways get the same name (`{"a.b": 1, "a": {"b": 2}}`), dots that are part of a key are written
  /// `\.` in it, and what is the same even then gets a number.
  ///
  /// Its ``Column/path`` says what the name does not.
  var columns: [Column] {
    let paths = columnNodes.map(path(of:))
    var names = paths.map { Array($0.joined(separator: [UInt8(ascii: ".")])) }
    var uses: [[UInt8]: Int] = [:]
    for name in names { uses[name, default: 0] += 1 }
    guard uses.count < names.count else { return columns(names, paths) }
    for (index, name) in names.enumerated() where uses[name, default: 0] > 1 {
      names[index] = Array(paths[index].map(Self.escaped).joined(separator: [UInt8(ascii: ".")]))
    }
    var taken: Set<[UInt8]> = []
    let wanted = Set(names)
    for (index, name) in names.enumerated() where !taken.insert(name).inserted {
      var number = 2
      var other = name
      repeat {
        other = name + Array("_\(number)".utf8)
        number += 1
      } while taken.contains(other) || wanted.contains(other)
      taken.insert(other)
      names[index] = other
    }
    return columns(names, paths)
  }

  private func columns(_ names: [[UInt8]], _ paths: [[[UInt8]]]) -> [Column] {
    // What has no name would be an empty line as a header alone, and gets one where tables become trees.
    let prefix = Column.numberPrefix(besides: names.map { Column($0) })
    return names.indices.map { index in
      if isLoose(columnNodes[index]) { return Column(names[index], path: []) }
      let name = names[index].isEmpty ? prefix + Array("\(index + 1)".utf8) : names[index]
      return Column(name, path: paths[index] == [name] ? nil : paths[index])
    }
  }

  private static func escaped(_ key: [UInt8]) -> [UInt8] {
    key.flatMap { byte -> [UInt8] in
      byte == UInt8(ascii: ".") || byte == UInt8(ascii: "\\") ? [UInt8(ascii: "\\"), byte] : [byte]
    }
  }
}
