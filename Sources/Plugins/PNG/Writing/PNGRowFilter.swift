/// How a row is made easier to compress: each sample minus a guess from its neighbours (PNG
/// specification, section 9).
enum PNGRowFilter: String, CaseIterable {
  case none, sub, up, average, paeth
}
