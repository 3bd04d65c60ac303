public import ConverterCore
public import TreeModel

/// Shows a tree as JSON: prettily for people, on a screen of its own where it is long, and a line a value for
/// scripts; and any part of it in a session.
public struct TreeViewer: SessionViewer {
  public let key = "tree"

  public init() {}

  /// What all tokens come to.
  public func facts(of model: Tree, in context: ConversionContext) throws(ConversionError) -> [Fact]
  {
    var tally = TreeTally()
    let tokens = try model.content.tokens(in: context)
    let batch = TokenBatch()
    while try tokens.next(batch) {
      try context.checkpoint()
      for token in batch.tokens { tally.add(token) }
    }
    return tally.facts(isSequence: model.isSequence)
  }

  /// An error in the middle is thrown after what comes before it has been shown.
  public func show(
    _ model: Tree, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    if page.mayTakeScreen, !page.isJSON {
      let text = try model.text(in: context)
      if try !model.fits(page, as: text, in: context) {
        try page.takeScreen { screen throws(ConversionError) in
          try TreeScreen.show(
            text, isSequence: model.isSequence, on: screen, usesColour: page.usesColour,
            limits: context.limits)
        }
        return true
      }
    }
    try model.print(on: page, in: context)
    return true
  }

  public func session(
    of model: Tree, in context: ConversionContext
  ) throws(ConversionError) -> any ViewSession {
    try TreeSession(
      try model.text(in: context), isSequence: model.isSequence, limits: context.limits)
  }
}
