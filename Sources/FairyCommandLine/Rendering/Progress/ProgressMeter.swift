import ConverterCore

/// How far a run is, and when it will be at its end.
struct ProgressMeter {
  let files: Int
  let bytes: Int
  private(set) var finishedFiles = 0
  /// Of the inputs that are finished.
  private(set) var finishedBytes = 0
  private var fractions: [Int: Double] = [:]
  private var began = ContinuousClock.now
  /// What was done since then, in the unit of ``work(files:bytes:)``.
  private var freshWork = 0.0
  private var freshBytes = 0

  init(files: Int, bytes: Int) {
    self.files = files
    self.bytes = bytes
  }

  mutating func update(_ index: Int, _ fraction: Double) {
    fractions[index] = min(max(fraction, 0), 1)
  }

  mutating func finish(_ index: Int, _ outcome: Outcome) {
    fractions[index] = nil
    finishedFiles += 1
    finishedBytes = finishedBytes.clampedSum(outcome.bytesIn)
    guard !outcome.isEarlier else { return }
    freshWork += Self.work(files: 1, bytes: outcome.bytesIn)
    freshBytes = freshBytes.clampedSum(outcome.bytesIn)
  }

  /// 0…1.
  var fraction: Double {
    let whole = Self.work(files: files, bytes: bytes)
    let average = whole / Double(max(1, files))
    let inHand = fractions.values.reduce(0, +) * average
    let done = Self.work(files: finishedFiles, bytes: finishedBytes) + inHand
    return whole > 0 ? min(1, done / whole) : 0
  }

  /// Bytes of input a second, those that an earlier run had done left out.
  var rate: Int {
    Int(clamping: Double(freshBytes) / max(0.001, (ContinuousClock.now - began).seconds))
  }

  /// Seconds left, once there is something to judge by.
  var secondsLeft: Double? {
    let elapsed = (ContinuousClock.now - began).seconds
    guard freshWork > 0, elapsed > 1 else { return nil }
    return Self.work(files: files, bytes: bytes) * (1 - fraction) / (freshWork / elapsed)
  }

  /// `4210/10000 files · 1.2 GB/2.9 GB · 45 MB/s · 3 min 20 s left`, the most important first.
  var parts: [String] {
    var parts = ["\(finishedFiles)/\(files) files"]
    parts.append("\(Amounts.bytes(finishedBytes))/\(Amounts.bytes(max(bytes, finishedBytes)))")
    parts.append("\(Amounts.bytes(rate))/s")
    if let left = secondsLeft { parts.append("\(Amounts.duration(.seconds(left))) left") }
    return parts
  }

  /// Every file costs something, however small it is: as much as so many bytes.
  private static func work(files: Int, bytes: Int) -> Double {
    Double(bytes) + 65_536 * Double(files)
  }
}
