/// The dictionaries of a resource dictionary (ISO 32000-1, table 33), which hold what content calls by name.
enum ResourceCategory: String, CaseIterable, Sendable {
  case xObject = "/XObject"
  case font = "/Font"
  case graphicsState = "/ExtGState"
  case pattern = "/Pattern"
  case shading = "/Shading"
  case colourSpace = "/ColorSpace"
  case properties = "/Properties"
}
