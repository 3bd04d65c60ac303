/// What a content stream draws, and how, by the names it has for it; names have their slash.
package struct ContentSummary: Equatable, Sendable {
  /// What `Do` draws: how its space lies in that of the stream.
  var objects: [String: MapSet] = [:]
  /// The graphics states that are set: how space lies then, which is that of their soft mask.
  var graphicsStates: [String: MapSet] = [:]
  /// The fonts in which text is shown: how the space lies in which their glyphs are one unit high.
  var fonts: [String: MapSet] = [:]
  /// Every name it has for a resource.
  var names: [ResourceCategory: Set<String>] = [:]
  var inlineImages = 0
  /// Whether all of it could be understood. Else it may draw more than is known.
  var isCertain = true
}
