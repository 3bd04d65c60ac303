internal import ConverterCore
import TreeModel

extension TreeScreen {
  /// Folds the container in the line, or goes to the one around.
  func fold() throws(ConversionError) {
    guard let container = try containerHere, try !isFoldedHere else { return try goToParent() }
    text.folds.set(container.start, isFolded: true)
    try settle()
  }

  /// Unfolds the container in the line, or goes into it.
  func unfold() throws(ConversionError) {
    guard let container = try containerHere else { return }
    if try isFoldedHere {
      text.folds.set(container.start, isFolded: false)
      try settle()
    } else if cursor.kind == .value {
      try moveDown(1)
    }
  }

  /// - Parameter orShow: whether a value that cannot be folded is shown whole.
  func toggle(orShow: Bool) throws(ConversionError) {
    guard let container = try containerHere else {
      if orShow { try showValue() }
      return
    }
    text.folds.set(container.start, isFolded: try !isFoldedHere)
    try settle()
  }

  /// Folds all that is deeper than `depth`.
  func fold(from depth: Int) throws(ConversionError) {
    text.folds.fold(from: depth)
    try settle()
    message = depth == .max ? "all is unfolded" : "folded from depth \(depth)"
  }

  func openEverythingHere() throws(ConversionError) {
    if let container = try containerHere {
      text.folds.open(everythingIn: container.start)
    } else if let around = cursor.stack.last {
      text.folds.open(everythingIn: around.start)
    }
    try settle()
  }

  /// Unfolds what hides a line.
  func reveal(_ place: TreePlace) {
    text.folds.reveal(place.stack)
  }

  private var containerHere: TreePlace.Frame? {
    get throws(ConversionError) { try text.container(at: text.walker(at: subject)) }
  }

  private var isFoldedHere: Bool {
    get throws(ConversionError) {
      try text.foldedContainer(at: text.walker(at: subject)) != nil
    }
  }

  /// Takes cursor and screen to lines that are still visible.
  private func settle() throws(ConversionError) {
    cursor = text.visible(cursor)
    top = text.visible(top)
    try fillScreen()
    try keepCursorInSight(scrolling: true)
  }
}
