/// A straight piece of an edge.
struct Segment {
  var start: Point
  var end: Point
  /// How much the plane changes across it, in units of CIELAB for a pixel.
  var strength: Double

  var length: Double { (end - start).length }
  var direction: Point { (end - start) / Swift.max(length, 1e-9) }
}
