internal import ConverterCore

/// How an ICC profile stands in APP2 segments (ICC.1:2022, B.4): each with its number, from 1, and
/// how many there are.
enum JPEGProfile {
  /// The largest profile that 255 segments hold.
  static let capacity = 255 * chunkCapacity
  private static let chunkCapacity = jpegSegmentCapacity - JPEGSignature.icc.count - 2

  /// The profile, or why there is none.
  ///
  /// - Parameter payloads: without their signatures, in any order.
  static func join(_ payloads: [[UInt8]]) -> Result<[UInt8], Incomplete> {
    let chunks = payloads.filter { $0.count > 2 }
    // Some writers number a single segment wrongly; the profile's own size says that it is whole.
    if chunks.count == 1, chunks[0].number(at: 2, width: 4, .big) == chunks[0].count - 2 {
      return .success(Array(chunks[0].dropFirst(2)))
    }
    let count = Int(chunks.first?[1] ?? 0)
    guard count > 0, chunks.allSatisfy({ $0[1] == count }) else {
      return .failure(Incomplete(why: "its segments disagree about their number"))
    }
    let inOrder = chunks.sorted { $0[0] < $1[0] }
    guard inOrder.map({ Int($0[0]) }) == Array(1...count) else {
      let present = Set(chunks.map { $0[0] }).intersection(1...UInt8(count)).count
      return .failure(Incomplete(why: "\(present) of its \(count) segments are there"))
    }
    return .success(inOrder.reduce(into: []) { $0 += $1.dropFirst(2) })
  }

  struct Incomplete: Error {
    let why: String
  }

  /// The payloads for a profile, signatures included.
  ///
  /// - Precondition: it is not larger than ``capacity``.
  static func split(_ profile: [UInt8]) -> [[UInt8]] {
    let count = (profile.count + chunkCapacity - 1) / chunkCapacity
    precondition(count <= 255, "the profile was checked against the capacity")
    return (0..<count).map { index in
      let chunk = profile.dropFirst(index * chunkCapacity).prefix(chunkCapacity)
      return JPEGSignature.icc + [UInt8(index + 1), UInt8(count)] + chunk
    }
  }
}

extension JPEGSegments {
  /// The embedded profile; one with missing parts is left out, and the ledger says so.
  func icc(in context: ConversionContext) throws(ConversionError) -> [UInt8]? {
    let payloads = try payloads(of: .app2, after: JPEGSignature.icc)
    guard !payloads.isEmpty else { return nil }
    switch JPEGProfile.join(payloads) {
    case .success(let profile): return profile
    case .failure(let incomplete):
      context.note("icc", .dropped, why: "the profile in the file is incomplete: \(incomplete.why)")
      return nil
    }
  }
}
