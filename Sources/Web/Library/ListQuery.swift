import FairyLibrary

/// Which documents a list shows, as an address says it.
struct ListQuery: Sendable {
  private(set) var listing = ItemListing()
  /// From 0.
  let first: Int
  /// A value that makes no sense: its name.
  private(set) var fault: String?

  init(_ form: Form) {
    first = form.number("from", or: 0)
    if let word = form["order"] {
      if let order = ItemListing.Order(rawValue: word) {
        listing.order = order
      } else {
        fault = "order"
      }
    }
    if let word = form["state"] {
      if let state = DocumentState(rawValue: word) {
        listing.state = state
      } else {
        fault = "state"
      }
    }
    listing.tag = form["tag"]
  }

  /// The address of a list like this one.
  ///
  /// - Parameters:
  ///   - change: makes it another one.
  ///   - first: the document that it begins with.
  func address(from first: Int = 0, _ change: (inout ItemListing) -> Void = { _ in }) -> String {
    var listing = listing
    change(&listing)
    var parts: [String] = []
    if listing.order != .newest { parts.append("order=\(listing.order.rawValue)") }
    if let state = listing.state { parts.append("state=\(state.rawValue)") }
    if let tag = listing.tag { parts.append("tag=\(Form.encoded(tag))") }
    if first > 0 { parts.append("from=\(first)") }
    return parts.isEmpty ? "/library" : "/library?" + parts.joined(separator: "&")
  }
}
