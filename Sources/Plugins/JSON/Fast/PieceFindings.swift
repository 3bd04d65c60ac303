import ConverterCore
import TreeModel

/// Puts together what pieces found odd, with the keys of objects that reach over several pieces.
final class PieceFindings {
  var oddities = JSONOddities()
  /// The objects whose keys are compared here: how many containers are open within each, outermost first.
  private var levels: [Int] = []

  /// Takes what the piece found that follows the last one.
  func add(_ piece: JSONPieceHandle) {
    let found = piece.oddities
    if found.repeated > 0 {
      oddities.keys.note(count: found.repeated, first: found.firstRepeated)
    }
    if found.halves > 0 { oddities.addHalves(found.halves, first: found.firstHalf) }
    for index in 0..<piece.outerKeys {
      let key = piece.openKey(index)
      // A key of an object ends all that are within it.
      leave(above: key.level)
      enter(key.level)
      add(key, of: piece)
    }
    leave(above: piece.lowestDepth)
    for index in piece.outerKeys..<piece.openKeys {
      let key = piece.openKey(index)
      enter(key.level)
      add(key, of: piece)
    }
  }

  private func add(_ key: JSONPieceHandle.OpenKey, of piece: JSONPieceHandle) {
    let bytes = piece.bytes
    oddities.keys.add(
      bytes.span.extracting(key.place..<key.place + key.count), at: piece.offset + key.place)
  }

  private func enter(_ level: Int) {
    guard levels.last != level else { return }
    levels.append(level)
    oddities.keys.begin()
  }

  private func leave(above level: Int) {
    while let last = levels.last, last > level {
      levels.removeLast()
      oddities.keys.end()
    }
  }
}
