/// The codes by which document scanners are told what to do with the next pages: four bars, two of them wide, with
/// three spaces between them.
///
/// Narrow bars and spaces are 0.08 inch wide, wide bars 0.20 inch, the whole 0.80 inch; bars are 0.75 inch long or
/// longer (Kodak A-61599, Patch Code Information for Kodak Scanners).
public enum PatchCode: String, Sendable, CaseIterable {
  case one = "1"
  case two = "2"
  case three = "3"
  /// The toggle patch.
  case four = "4"
  case six = "6"
  /// The transfer patch, which begins a new document.
  case transfer = "T"

  /// Whether each bar is wide, from the leading edge of the sheet inwards.
  public var wideBars: [Bool] {
    switch self {
    case .one: [true, true, false, false]
    case .two: [true, false, false, true]
    case .three: [true, false, true, false]
    case .four: [false, true, true, false]
    case .six: [false, false, true, true]
    case .transfer: [false, true, false, true]
    }
  }

  init?(wideBars: [Bool]) {
    guard let code = Self.allCases.first(where: { $0.wideBars == wideBars }) else { return nil }
    self = code
  }

  /// The code as it is read from the other side: 3 and T are each other's, as are 1 and 6.
  public var reversed: PatchCode { PatchCode(wideBars: wideBars.reversed()) ?? self }
}

/// A patch code on a page.
public struct FoundPatchCode: Sendable, Equatable {
  /// As it is read from the edge of the page that is nearest to it and goes along with its bars; from the top or from
  /// the left where that cannot be said.
  public var code: PatchCode
  /// Whether it stands in the middle between two edges, so that it may be ``PatchCode/reversed`` as well.
  public var mayBeReversed: Bool
  /// Whether its bars go from top to bottom.
  public var isUpright: Bool
  /// Where its middle is: pixels from the left and from the top.
  public var place: Point

  /// Whether it may be the one that begins a new document.
  public var isTransfer: Bool {
    code == .transfer || mayBeReversed && code.reversed == .transfer
  }
}
